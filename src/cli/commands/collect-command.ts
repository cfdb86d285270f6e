/**
 * Runs `collect`: reads texts that agents wrote elsewhere, from files or standard input, turns them into one report
 * (engine/collect.ts), prints it and returns the exit code. With `-C DIR` quotes are checked against that folder. Called by
 * run-command.ts.
 */
import { resolve } from 'node:path';
import { collectOutputs } from '../../engine/collect.ts';
import { redactReport } from '../../engine/redact-report.ts';
import { readCitedCode } from '../../wiring/cited-code.ts';
import { resolveConfig } from '../../wiring/config.ts';
import { createRunRedactor } from '../../wiring/redaction.ts';
import { createRandomIds, createSystemClock } from '../../wiring/system.ts';
import type { Flags } from '../command-declaration.ts';
import { endRun } from '../end-run.ts';
import { chooseFormat, probeOutputs, readFileOutputs, writeOutputs } from '../outputs.ts';
import { readInputs } from '../read-inputs.ts';
import { renderFor } from '../render-output.ts';
import type { Terminal } from '../streams.ts';

export async function runCollectCommand(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const outputs = readFileOutputs(flags);
  await probeOutputs(terminal, flags, outputs);
  const config = resolveConfig({ files: [], env: terminal.environment, flags });
  const clock = createSystemClock();
  const startedAt = clock.now();
  const texts = await readInputs(terminal, positional);
  const facts = { runId: createRandomIds(clock).runId(), startedAt, finishedAt: clock.now() };
  const code =
    typeof flags.C !== 'string'
      ? null
      : await readCitedCode(
          resolve(terminal.workingDirectory, flags.C),
          texts.map(({ text }) => text),
          terminal.environment,
        );
  const report = await redactReport(collectOutputs(texts, config.ignoreVetoes, facts, code), createRunRedactor());
  const render = renderFor(report, terminal, flags);
  terminal.stdout.write(await render.forScreen(chooseFormat(config.format, terminal)));
  await writeOutputs(terminal, outputs, render.forFile);
  return endRun(terminal, report, config, null);
}
