/** Six agents of ours on the paced provider: engine, driver, accounts, caller. A process of its own, started by overhead.ts. */

import { createTokenCounter } from '../src/context/tokens.ts';
import { createRedactor } from '../src/protocol/redaction/redactor.ts';
import { completed, createScriptedDriver, createTestEngine, LOOPBACK_MODELS } from '../src/testing/index.ts';
import { resolveConfig } from '../src/wiring/config.ts';
import { createModelReviewers } from '../src/wiring/model-reviewers.ts';
import { createSystemClock } from '../src/wiring/system.ts';
import { measureSide, PACED_AGENTS, PACED_FILES, TOOL_TURNS } from './paced-agents.ts';

const model = LOOPBACK_MODELS['anthropic-messages'];
const clock = createSystemClock();
const counter = createTokenCounter();
const quiet = Object.fromEntries(
  PACED_AGENTS.map((name) => [name, [{ kind: 'outcome', outcome: completed } as const]]),
);

await measureSide(async () => {
  const { account, driversFor } = createModelReviewers({
    config: resolveConfig({ files: [], env: {}, flags: { model } }),
    environment: { ...process.env },
    root: '/',
    clock,
    counter,
    // The analyzers have a benchmark of their own.
    embedded: createScriptedDriver(quiet),
    guidance: [],
    redactor: createRedactor(),
    recording: null,
  });
  const engine = createTestEngine({
    files: PACED_FILES,
    driver: createScriptedDriver({}),
    counter,
    request: { model },
    ports: { account, driversFor, clock },
  });
  const { report } = await engine.run();
  if (!report.complete || report.findings.length < TOOL_TURNS) throw new Error(report.warnings.join('\n'));
  return report.usage.calls;
});
