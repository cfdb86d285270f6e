/** Agents of ours that are sent ten megabytes each, with budgets that let them. A process of its own, started by stream-memory.ts. */
import { readFileSync } from 'node:fs';
import { createTokenCounter } from '../src/context/tokens.ts';
import { createRedactor } from '../src/protocol/redaction/redactor.ts';
import { REVIEWERS } from '../src/protocol/reviewers/reviewer.ts';
import { completed, createScriptedDriver, createTestEngine, LOOPBACK_MODELS } from '../src/testing/index.ts';
import { resolveConfig } from '../src/wiring/config.ts';
import { createModelReviewers } from '../src/wiring/model-reviewers.ts';
import { createSystemClock } from '../src/wiring/system.ts';
import { STREAMED_CHARS, STREAMING_AGENTS } from './streaming-agents.ts';

const model = LOOPBACK_MODELS['anthropic-messages'];
const clock = createSystemClock();
const counter = createTokenCounter();
const roster = Array.from({ length: STREAMING_AGENTS }, (_, i) => ({
  ...(REVIEWERS[0] as (typeof REVIEWERS)[number]),
  name: `reviewer-${i}`,
  // A token has at least one character: none of them is stopped by its budget.
  baseBudgetTokens: 2 * STREAMED_CHARS,
}));
const quiet = Object.fromEntries(roster.map(({ name }) => [name, [{ kind: 'outcome', outcome: completed } as const]]));
const { account, driversFor } = createModelReviewers({
  config: resolveConfig({ files: [], env: {}, flags: { model } }),
  environment: { ...process.env },
  root: '/',
  clock,
  counter,
  embedded: createScriptedDriver(quiet),
  guidance: [],
  redactor: createRedactor(),
  recording: null,
});
const { report } = await createTestEngine({
  files: { 'src/a.ts': 'export const a = 1;\n' },
  driver: createScriptedDriver({}),
  counter,
  request: { model, roster },
  ports: { account, driversFor, clock },
}).run();
if (!report.complete) throw new Error(report.warnings.join('\n'));
const peakKb = Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ peakMb: peakKb / 1024, cpuMs: (user + system) / 1000, agents: report.agents.length }));
