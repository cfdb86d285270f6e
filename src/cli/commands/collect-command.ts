/** `collect`: agent outputs from files or standard input become a report; what was cut is said, in the report and the exit code. */
import { findQuotedSecrets } from '../../analyzers/secretlint/quoted-secrets.ts';
import { collectOutputs } from '../../engine/collect.ts';
import { maskReport } from '../../engine/mask-report.ts';
import { resolveConfig } from '../../wiring/config.ts';
import { createRandomIds, createSystemClock } from '../../wiring/system.ts';
import { endRun } from '../end-run.ts';
import { chooseFormat, probeOutputs, readFileOutputs, writeOutputs } from '../outputs.ts';
import type { Flags } from '../program.ts';
import { readInputs } from '../read-inputs.ts';
import { renderFor } from '../render-output.ts';
import type { Terminal } from '../streams.ts';

export async function runCollectCommand(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const outputs = readFileOutputs(flags);
  await probeOutputs(terminal, outputs);
  const config = resolveConfig({ file: null, env: terminal.environment, flags });
  const clock = createSystemClock();
  const startedAt = clock.now();
  const texts = await readInputs(terminal, positional);
  const facts = { runId: createRandomIds(clock).runId(), startedAt, finishedAt: clock.now() };
  const report = await maskReport(collectOutputs(texts, config.ignoreVetoes, facts), findQuotedSecrets);
  const render = renderFor(report, terminal, flags);
  terminal.stdout.write(await render.forScreen(chooseFormat(config.format, terminal)));
  await writeOutputs(terminal, outputs, render.forFile);
  return endRun(terminal, report, config, null);
}
