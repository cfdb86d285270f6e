/**
 * The frame of the analyzers that need no vendor: opens documents, stops on abort, turns observations into findings
 * with word-for-word evidence. One file that fails becomes `unfinished`; it never takes the others with it.
 */
import { setImmediate } from 'node:timers/promises';
import { CONFIDENCE, claimFinding } from '../../../protocol/finding.js';
import { openDocument, quoteLines } from './text-document.js';
export function createProjectAnalyzer(plan) {
    const { name, reviewer } = plan;
    const openSession = rememberSessions(plan);
    return {
        name,
        version: null,
        reviewers: [reviewer],
        accepts: (path, language, asked) => asked === reviewer && plan.accepts(path, language),
        scan: async (files, snapshot, signal) => {
            try {
                const accepted = files.filter((file) => plan.accepts(file.path, file.language));
                return await scanFiles(plan, sortByPath(accepted), await openSession(snapshot, signal), signal);
            }
            catch (error) {
                const reason = `${name} failed: ${error instanceof Error ? error.message : String(error)}`;
                return { status: 'failed', reason, findings: [], unfinished: files.map((file) => file.path) };
            }
        },
    };
}
function rememberSessions(plan) {
    const sessions = new WeakMap();
    return (snapshot, signal) => {
        const known = sessions.get(snapshot);
        if (known)
            return known;
        const session = Promise.resolve(plan.begin(snapshot, signal)).catch((error) => {
            sessions.delete(snapshot);
            throw error;
        });
        sessions.set(snapshot, session);
        return session;
    };
}
async function scanFiles(plan, files, session, signal) {
    const observations = [];
    const unfinished = [];
    const failures = [];
    for (const file of files) {
        const outcome = signal.aborted ? 'stopped before the end' : await checkFile(session, file);
        if (typeof outcome !== 'string') {
            for (const seen of outcome)
                observations.push(seen);
            continue;
        }
        unfinished.push(file.path);
        failures.push(outcome);
    }
    if (!signal.aborted)
        for (const seen of (await session.finish?.()) ?? [])
            observations.push(seen);
    const findings = observations.map((seen) => toFinding(seen, plan.reviewer)).sort(compareFindings);
    return {
        status: failures.length > 0 ? 'partial' : 'completed',
        reason: failures[0] ?? session.note ?? plan.note ?? null,
        findings,
        unfinished,
    };
}
/** The observations of one file, or why there are none. Gives way to other work afterwards. */
async function checkFile(session, file) {
    try {
        return await session.check(openDocument(file));
    }
    catch (error) {
        return `${file.path}: ${error instanceof Error ? error.message : String(error)}`;
    }
    finally {
        await setImmediate();
    }
}
function toFinding(seen, reviewer) {
    const { document, severity, title, issue, recommendation, category, rule } = seen;
    const line = findQuotableLine(document, Math.min(Math.max(seen.line, 1), document.lines.length));
    const endLine = Math.min(Math.max(seen.endLine ?? line, line), document.lines.length);
    const claim = claimFinding({ severity, title, issue });
    return {
        ...claim,
        reviewer,
        category,
        rule,
        file: document.path,
        line,
        endLine,
        recommendation,
        evidence: quoteLines(document, line, endLine, String(seen.extra?.dependency ?? '').split(',')[0]),
        dimension: seen.dimension ?? null,
        cwe: seen.cwe ?? null,
        references: seen.cwe === undefined ? [] : [`https://cwe.mitre.org/data/definitions/${seen.cwe.slice(4)}.html`],
        impact: seen.impact ?? null,
        confidence: seen.confidence ?? CONFIDENCE.high,
        extra: seen.extra ?? {},
    };
}
/** The line itself or the next one that is not blank: a finding without evidence cannot be confirmed. */
function findQuotableLine(document, line) {
    for (let at = line; at <= document.lines.length; at += 1)
        if (document.lines[at - 1]?.trim() !== '')
            return at;
    return line;
}
const compareText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const sortByPath = (files) => [...files].sort((a, b) => compareText(a.path, b.path));
const compareFindings = (a, b) => compareText(a.file, b.file) || a.line - b.line || compareText(a.rule, b.rule) || compareText(a.title, b.title);
