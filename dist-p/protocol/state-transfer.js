/**
 * The state one round hands to the next, built by the host from its own records (TRANSFER-01..10, TRANSFER-18, AUD-11,
 * AUD-12, AUD-17, AUD-31, HOST-12). Only the prompt is capped: the records stay whole, and every loss is counted.
 */
import { DIMENSIONS, formatCoverageMark, } from './dimension.js';
import { listGaps } from './gaps.js';
import { MAX_FILES_READ, MAX_SEARCHES, MAX_SUMMARIES, } from './round-context.js';
import { SEVERITIES, toAuditSeverity } from './severity.js';
import { fitTransfer } from './state-transfer-limit.js';
import { isSafeCwe, sanitizeId, sanitizePath, sanitizeReason } from './transfer-sanitising.js';
export const TRANSFER_LIMIT_TOKENS = 8192;
export function buildStateTransfer({ nextRound, history, count, limitTokens }) {
    const files = listFiles(history.filesRead);
    if (files.entries.length === 0)
        return { kind: 'nothing', reason: 'no file was read' };
    const summaries = summarizeFindings(history.findings);
    const hotspots = keepSafe(history.hotspots, toHotspotWire);
    const falsePositives = keepSafe(history.falsePositives, toFalsePositiveWire);
    const clean = keepSafe(history.cleanFiles, sanitizePath);
    const searches = keepSafe(history.searches, toSearchWire);
    const frame = frameRound(nextRound, {
        FILES_READ: files.entries,
        COVERED: formatCovered(history.coverage),
        GAPS: listGaps(history.coverage),
    });
    const fitted = fitTransfer({
        frame,
        optional: {
            FINDINGS_SUMMARY: summaries.entries,
            HOTSPOTS: hotspots.entries,
            FALSE_POSITIVES: falsePositives.entries,
            CLEAN: clean.entries,
            GREP_DONE: searches.entries.slice(-MAX_SEARCHES),
        },
        count,
        limitTokens: limitTokens ?? TRANSFER_LIMIT_TOKENS,
    });
    const capped = Math.max(0, searches.entries.length - MAX_SEARCHES);
    const losses = {
        filesAggregated: files.aggregated,
        filesDropped: files.dropped,
        findingsMerged: summaries.merged,
        findingsDropped: summaries.dropped + fitted.dropped.FINDINGS_SUMMARY,
        hotspotsDropped: fitted.dropped.HOTSPOTS,
        falsePositivesDropped: fitted.dropped.FALSE_POSITIVES,
        cleanDropped: fitted.dropped.CLEAN,
        searchesDropped: capped + fitted.dropped.GREP_DONE,
        unsafeDropped: files.unsafe + summaries.unsafe + hotspots.unsafe + falsePositives.unsafe + clean.unsafe + searches.unsafe,
    };
    return { kind: 'transfer', context: fitted.context, losses, tokens: fitted.tokens, warnings: describeLosses(losses) };
}
const frameRound = (nextRound, data) => {
    const current = Math.max(2, Math.floor(nextRound));
    return {
        round_context: {
            current_round: current,
            previous_rounds: Array.from({ length: current - 1 }, (_, i) => i + 1),
            transfer_data: data,
        },
    };
};
const formatCovered = (coverage) => Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, formatCoverageMark(coverage[dimension])]));
/** Up to 100 paths; above that directories as `dir:count`; above 100 directories the newest 100. */
function listFiles(filesRead) {
    const paths = new Set();
    let unsafe = 0;
    for (const file of filesRead) {
        const path = sanitizePath(file);
        if (path === null)
            unsafe += 1;
        else {
            // A file read again moves to the end: order is by the latest reading.
            paths.delete(path);
            paths.add(path);
        }
    }
    if (paths.size <= MAX_FILES_READ)
        return { entries: [...paths], aggregated: 0, dropped: 0, unsafe };
    const directories = new Map();
    for (const path of paths) {
        const directory = directoryOf(path);
        const files = directories.get(directory) ?? 0;
        directories.delete(directory);
        directories.set(directory, files + 1);
    }
    const kept = [...directories].slice(-MAX_FILES_READ);
    const aggregated = kept.reduce((sum, [, files]) => sum + files, 0);
    return {
        entries: kept.map(([directory, files]) => `${directory}:${files}`),
        aggregated,
        dropped: paths.size - aggregated,
        unsafe,
    };
}
function directoryOf(path) {
    const slash = path.lastIndexOf('/');
    return slash < 0 ? '.' : path.slice(0, slash);
}
/** Most severe first, at most 30; where Critical and High alone are more, those of one CWE and file are merged first. */
function summarizeFindings(findings) {
    const buckets = { CRITICAL: [], HIGH: [], MEDIUM: [], LOW: [] };
    let unsafe = 0;
    for (const finding of findings) {
        const summary = toSummaryWire(finding);
        if (summary === null)
            unsafe += 1;
        else
            buckets[finding.severity].push(summary);
    }
    const severe = [...buckets.CRITICAL, ...buckets.HIGH];
    const merged = severe.length > MAX_SUMMARIES ? mergeSummaries(severe) : severe;
    const ordered = [...merged, ...buckets.MEDIUM, ...buckets.LOW];
    return {
        entries: ordered.slice(0, MAX_SUMMARIES),
        merged: severe.length - merged.length,
        dropped: Math.max(0, ordered.length - MAX_SUMMARIES),
        unsafe,
    };
}
/** The first of each CWE and file stays: it is the most severe, as the list is ordered. */
function mergeSummaries(summaries) {
    const seen = new Set();
    return summaries.filter(({ cwe, file }) => {
        const key = `${cwe}\n${file}`;
        if (cwe === null)
            return true;
        if (seen.has(key))
            return false;
        seen.add(key);
        return true;
    });
}
function toSummaryWire(finding) {
    const file = sanitizePath(finding.file);
    const id = sanitizeId(finding.id);
    if (file === null || id === '' || !SEVERITIES.includes(finding.severity))
        return null;
    return {
        id,
        severity: toAuditSeverity(finding.severity),
        cwe: finding.cwe !== null && isSafeCwe(finding.cwe) ? finding.cwe : null,
        file,
        status: finding.status,
    };
}
const isLine = (line) => Number.isSafeInteger(line) && line >= 1;
function toHotspotWire({ file, lines, reason }) {
    const path = sanitizePath(file);
    if (path === null || !isLine(lines.start) || !isLine(lines.end) || lines.end < lines.start)
        return null;
    return { file: path, lines: `${lines.start}-${lines.end}`, reason: sanitizeReason(reason) };
}
function toFalsePositiveWire({ file, line, reason }) {
    const path = sanitizePath(file);
    return path === null || !isLine(line) ? null : { file: path, line, reason: sanitizeReason(reason) };
}
function toSearchWire({ pattern, scope }) {
    const shown = sanitizeReason(pattern);
    const path = scope === '' || scope === './' ? '.' : sanitizePath(scope);
    return shown === '' || path === null ? null : { pattern: shown, scope: path };
}
function keepSafe(items, toWire) {
    const entries = items.map(toWire).filter((entry) => entry !== null);
    return { entries, unsafe: items.length - entries.length };
}
function describeLosses(losses) {
    const texts = [
        [losses.filesDropped, 'files read are not listed'],
        [losses.findingsMerged, 'findings were merged by CWE and file'],
        [losses.findingsDropped, 'findings are not summarised'],
        [losses.hotspotsDropped, 'hotspots are not listed'],
        [losses.falsePositivesDropped, 'false positives are not listed'],
        [losses.cleanDropped, 'clean files are not listed'],
        [losses.searchesDropped, 'searches are not listed'],
        [losses.unsafeDropped, 'entries are not fit for a prompt'],
    ];
    return texts.filter(([number]) => number > 0).map(([number, text]) => `state transfer: ${number} ${text}`);
}
