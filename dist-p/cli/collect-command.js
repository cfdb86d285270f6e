/** `collect`: agent outputs from files or standard input become a report; what was cut is said, in the report and the exit code. */
import { findQuotedSecrets } from '../adapters/quoted-secrets.js';
import { createRandomIds, createSystemClock } from '../adapters/system.js';
import { resolveConfig } from '../config.js';
import { collectOutputs } from '../engine/collect.js';
import { maskReport } from '../engine/mask-report.js';
import { endRun } from './end-run.js';
import { chooseFormat, probeOutputs, readFileOutputs, writeOutputs } from './outputs.js';
import { readInputs } from './read-inputs.js';
import { renderFor } from './render-output.js';
export async function runCollectCommand(terminal, positional, flags) {
    const outputs = readFileOutputs(flags);
    await probeOutputs(terminal, outputs);
    const config = resolveConfig({ file: null, env: terminal.environment, flags });
    const clock = createSystemClock();
    const startedAt = clock.now();
    const texts = await readInputs(terminal, positional);
    const facts = { runId: createRandomIds(clock).runId(), startedAt, finishedAt: clock.now() };
    const report = await maskReport(collectOutputs(texts, config.ignoreVetoes, facts), findQuotedSecrets);
    const render = renderFor(report, terminal, flags);
    terminal.stdout.write(render.forScreen(chooseFormat(config.format, terminal)));
    await writeOutputs(terminal, outputs, render.forFile);
    return endRun(terminal, report, config, null);
}
