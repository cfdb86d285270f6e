import { EXIT } from '../errors.js';
import { decideExit } from '../protocol/exit-code.js';
import { writeReport } from './event-stream.js';
/** The report first; a run whose report could not be written has ended all the same, and can show it again. */
export async function closeRun(terminal, flags, report, { kept, config, ...wanted }) {
    const written = await writeReport(terminal, flags, report, wanted).then(() => null, (error) => ({ error }));
    const code = await endRun(terminal, report, config, kept);
    if (written !== null)
        throw written.error;
    return code;
}
export const resumeCommand = (id) => `consensus-review resume ${id}`;
export function warnOfKeeping(terminal, kept) {
    for (const warning of kept.warnings())
        terminal.stderr.write(`warning: ${warning}\n`);
}
/** `kept` is null where there was nothing to keep. */
export async function endRun(terminal, report, config, kept) {
    const exit = decideExit({
        verdict: report.verdict,
        complete: report.complete,
        findings: report.findings,
        failOn: config.failOn,
        allowPartial: config.allowPartial,
        // The baseline of an audit stands where every agent failed.
        usable: report.agents.some((agent) => agent.status !== 'failed') || (report.audit !== null && report.findings.length > 0),
        interrupted: terminal.interrupt.aborted,
    });
    const openEnd = kept === null ? null : await kept.end(report, exit.code);
    if (kept !== null)
        warnOfKeeping(terminal, kept);
    if (exit.code !== EXIT.ok || !report.complete)
        terminal.stderr.write(`exit ${exit.code}: ${exit.reason}\n`);
    const id = kept?.id ?? null;
    if (openEnd !== null && id !== null)
        terminal.stderr.write(`The run is not over: ${openEnd}. Go on with: ${resumeCommand(id)}\n`);
    else if (exit.code === EXIT.interrupted && id === null)
        terminal.stderr.write('Nothing of this run is kept: the same command starts anew.\n');
    return exit.code;
}
