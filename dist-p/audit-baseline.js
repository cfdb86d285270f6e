import { ReviewError } from './errors.js';
import { createExternalAnalyzers } from './wiring.js';
/** Played where a recording is; kept where one is made. */
export async function openSemgrep(settings, tape, isRequired) {
    if (tape?.kind === 'replay') {
        const absent = { status: 'absent', reason: 'not in the recording', findings: [] };
        return () => keepScan(tape.journal, () => Promise.resolve(absent)).catch(() => absent);
    }
    const semgrep = await findSemgrep(settings);
    if (isRequired && semgrep?.absence !== null)
        throw new ReviewError('semgrep-required', semgrep === null ? 'Semgrep is switched off by `external_analyzers`.' : `${semgrep.absence}.`);
    return (files, snapshot, signal) => {
        const scan = () => scanWithSemgrep(semgrep, files, snapshot, signal);
        return tape === null ? scan() : keepScan(tape.journal, scan, signal);
    };
}
export const isWithoutSemgrep = ({ status }) => status === 'failed' || status === 'absent';
/** Made once; what the end of the run cut off is not a scan. */
const keepScan = async (journal, scan, signal) => {
    const settle = () => (signal?.aborted === true ? 'drop' : 'keep');
    return (await journal.step({ key: 'semgrep', kind: 'semgrep', mark: '', settle }, scan)).value;
};
const findSemgrep = async (settings) => (await createExternalAnalyzers(settings, ['semgrep'])).find(({ name }) => name === 'semgrep') ?? null;
/** Installed, and not run: that is no scan that found nothing. */
const NOTHING_FITS = 'no rule given to it is for a language in scope; `semgrep_rules` names more';
async function scanWithSemgrep(semgrep, files, snapshot, signal) {
    if (semgrep === null)
        return { status: 'absent', reason: 'switched off by configuration', findings: [] };
    if (semgrep.absence !== null)
        return { status: 'absent', reason: semgrep.absence, findings: [] };
    const wanted = files.filter(({ path, language }) => semgrep.accepts(path, language, 'security-reviewer'));
    if (wanted.length === 0)
        return { status: 'absent', reason: NOTHING_FITS, findings: [] };
    const sources = await Promise.all(wanted.map(async ({ path, language, changed }) => {
        const read = await snapshot.read(path);
        return read.kind === 'text' ? [{ path, language, changed, text: read.text }] : [];
    }));
    const outcome = await semgrep.scan(sources.flat(), snapshot, signal);
    return {
        status: outcome.status,
        reason: outcome.reason,
        findings: outcome.findings.map((finding, i) => toSemgrepFinding(finding, i + 1)),
        version: semgrep.version,
    };
}
const SEMGREP_SEVERITY = {
    CRITICAL: 'ERROR',
    HIGH: 'ERROR',
    MEDIUM: 'WARNING',
    LOW: 'INFO',
};
const toSemgrepFinding = ({ severity, rule, file, line, endLine, cwe, issue }, number) => ({
    finding_id: `SG-${String(number).padStart(3, '0')}`,
    severity: SEMGREP_SEVERITY[severity],
    check_id: rule,
    path: file,
    start_line: line,
    end_line: endLine,
    ...(cwe === null ? {} : { cwe }),
    message: issue,
});
export const toBaseline = (scan, findings, semgrep) => ({
    semgrep,
    embedded: { status: scan.status, findings },
    analyzers: [
        ...scan.analyzers,
        {
            name: 'semgrep',
            version: semgrep.version ?? null,
            status: semgrep.status,
            findings: semgrep.findings.length,
            reason: semgrep.reason,
        },
    ],
});
