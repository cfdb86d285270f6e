import { compareFindings, toFinding } from './external-findings.js';
import { withPrivateFolder } from './external-folder.js';
import { createEnvironment, findProgram, OUT_OF_TIME, runProgram } from './external-process.js';
const MAX_OUTPUT_BYTES = 64_000_000;
const VERSION_TIMEOUT_MS = 30_000;
const MAX_REASON_CHARS = 300;
export function createExternalAnalyzer(tool, host) {
    const program = findProgram(tool.program, host.searchPath, host.root);
    const absence = program === null ? `${tool.program} is not installed` : (tool.absence ?? null);
    let version = null;
    let probing = null;
    /** One that ran out of time is not given more: a scope has many batches. */
    let exhausted = null;
    const probeVersion = (signal) => {
        probing ??= program === null ? Promise.resolve(null) : askVersion(program, tool.versionArgs, signal);
        return probing.then((answer) => {
            if (signal.aborted && answer === null)
                probing = null;
            version = answer;
            return answer;
        });
    };
    return {
        name: tool.name,
        get version() {
            return version;
        },
        reviewers: tool.reviewers,
        absence,
        probeVersion,
        accepts: (path, language, reviewer) => tool.reviewers.includes(reviewer) && tool.accepts(path, language),
        async scan(files, snapshot, signal) {
            if (program === null || absence !== null)
                return { status: 'absent', reason: absence, findings: [], unfinished: [] };
            const accepted = files.filter((file) => tool.accepts(file.path, file.language));
            if (accepted.length === 0)
                return { status: 'completed', reason: null, findings: [], unfinished: [] };
            const [report] = await Promise.all([
                exhausted ?? scanPrivately(tool, program, { files: accepted, snapshot, host }, signal),
                probeVersion(signal),
            ]);
            if (report.kind === 'failed' && report.reason.startsWith(OUT_OF_TIME))
                exhausted = report;
            return toOutcome(tool.name, report, accepted);
        },
    };
}
async function scanPrivately(tool, program, given, signal) {
    try {
        return await withPrivateFolder((folder) => tool.scan({
            ...given,
            folder,
            run: (args, { cwd, environment, timeoutMs } = {}) => runProgram({
                program,
                args,
                cwd: cwd ?? folder.files,
                environment: { ...createEnvironment(program, folder.home), ...environment },
                timeoutMs: timeoutMs ?? tool.timeoutMs,
                maxOutputBytes: MAX_OUTPUT_BYTES,
            }, signal),
        }));
    }
    catch (error) {
        return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
}
const VERSION = /\d+(?:\.\d+)+(?:[\w.+-]*)?/u;
async function askVersion(program, args, signal) {
    const ask = (folder) => runProgram({
        program,
        args,
        cwd: folder.files,
        environment: createEnvironment(program, folder.home),
        timeoutMs: VERSION_TIMEOUT_MS,
        maxOutputBytes: 100_000,
    }, signal);
    const end = await withPrivateFolder(ask).catch(() => null);
    if (end?.kind !== 'ended')
        return null;
    return VERSION.exec(end.stdout)?.[0] ?? VERSION.exec(end.stderr)?.[0] ?? null;
}
function toOutcome(name, report, files) {
    const all = files.map(({ path }) => path);
    if (report.kind === 'failed')
        return { status: 'failed', reason: shorten(`${name}: ${report.reason}`), findings: [], unfinished: all };
    if (report.kind === 'absent')
        return { status: 'absent', reason: shorten(report.reason), findings: [], unfinished: [] };
    const findings = report.findings.toSorted(compareFindings);
    if (report.faults.length === 0)
        return { status: 'completed', reason: null, findings, unfinished: [] };
    const faulty = new Set(report.faults.map(({ path }) => path));
    const reasons = [...new Set(report.faults.map(({ reason }) => reason))];
    const more = reasons.length > 1 ? ` (and ${reasons.length - 1} other reasons)` : '';
    return {
        status: 'partial',
        reason: shorten(`${name}: ${reasons[0] ?? ''}${more}`),
        findings,
        unfinished: all.filter((path) => faulty.has(path)),
    };
}
const shorten = (text) => {
    const line = text.replace(/\s+/gu, ' ').trim();
    return line.length <= MAX_REASON_CHARS ? line : `${line.slice(0, MAX_REASON_CHARS - 1)}…`;
};
/** Why a run is of no use, or null where it ended by itself. */
export function explainEnd(end) {
    return end.kind === 'ended' ? null : end.reason;
}
/** Puts the files down as they are, or as `adapt` makes them; those the disk refuses are faults. */
export async function placeFiles({ files, folder }, adapt = ({ text }) => text) {
    const faults = [];
    for (const file of files) {
        const isPlaced = await folder.place({ path: file.path, text: adapt(file) });
        if (!isPlaced)
            faults.push({ path: file.path, reason: 'its path cannot be written to a temporary folder' });
    }
    return faults;
}
/** Turns a tool's output into a report. `mean` says what a hit is to us, or null to leave it out. */
export function reportOutput(tool, output, { files, folder }, mean) {
    if (output.kind === 'unusable')
        return { kind: 'failed', reason: output.reason };
    const byPath = new Map(files.map((file) => [file.path, file]));
    const findings = output.hits.flatMap((hit) => {
        const file = byPath.get(folder.locate(hit.path) ?? '');
        const meaning = file === undefined ? null : mean(hit);
        const finding = file === undefined || meaning === null ? null : toFinding(tool, hit, file, meaning);
        return finding === null ? [] : [finding];
    });
    const faults = output.faults.map(({ path, reason }) => ({
        path: path === null ? null : folder.locate(path),
        reason: reason.replaceAll(`${folder.files}/`, ''),
    }));
    const unread = { path: null, reason: `${output.malformed} entries of its output could not be read` };
    return { kind: 'scanned', findings, faults: output.malformed > 0 ? [...faults, unread] : faults };
}
export function addFaults(report, faults) {
    return report.kind === 'scanned' ? { ...report, faults: [...faults, ...report.faults] } : report;
}
