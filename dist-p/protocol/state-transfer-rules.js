/**
 * How a later round must behave, enforced by the host on its own records and not on what the prompt could hold
 * (TRANSFER-11..15, TURNS-03, AUD-09, AUD-13, HOST-12). Every refusal says why.
 */
import { compareDimensions } from './dimension.js';
import { listGaps } from './gaps.js';
import { sampleItems } from './sampling.js';
import { planTurns } from './turns.js';
/** Lines around a false positive that count as the same place. */
export const FALSE_POSITIVE_REACH_LINES = 5;
const CLEAN_SAMPLE_SHARE = 10;
export function indexHistory(history, { round, emergency = false, seed }) {
    const searchedScopes = new Map();
    for (const { pattern, scope } of history.searches) {
        const scopes = searchedScopes.get(pattern) ?? new Set();
        searchedScopes.set(pattern, scopes.add(normalizeScope(scope)));
    }
    const falsePositiveLines = new Map();
    for (const { file, line } of history.falsePositives) {
        const lines = falsePositiveLines.get(file);
        if (lines === undefined)
            falsePositiveLines.set(file, [line]);
        else
            lines.push(line);
    }
    for (const lines of falsePositiveLines.values())
        lines.sort((a, b) => a - b);
    const cleanFiles = new Set(history.cleanFiles);
    const cleanSample = new Set(sampleCleanFiles(history.cleanFiles, seed));
    for (const file of cleanSample)
        cleanFiles.delete(file);
    return {
        round,
        emergency,
        gaps: new Set(listGaps(history.coverage)),
        filesRead: new Set(history.filesRead),
        hotspotFiles: new Set(history.hotspots.map(({ file }) => file)),
        findingIds: new Set(history.findings.map(({ id }) => id)),
        searchedScopes,
        falsePositiveLines,
        cleanFiles,
        cleanSample,
    };
}
const ALLOWED = { kind: 'allowed', reread: false };
/**
 * A file is read once, except hotspots, the sample of clean files, clean files that something new points to, and line ranges
 * for a dimension that is still a gap.
 */
export function judgeRead(index, { file, range, dimension, newEvidence = false }) {
    if (!index.filesRead.has(file))
        return ALLOWED;
    const isClean = index.cleanFiles.has(file) || index.cleanSample.has(file);
    if (index.hotspotFiles.has(file) || (isClean && !isSkippedFile(index, file, newEvidence)))
        return { kind: 'allowed', reread: true };
    if (range === null || dimension === null)
        return { kind: 'refused', reason: `${file} was read; ask for a line range and name the dimension it is for` };
    if (!index.gaps.has(dimension))
        return { kind: 'refused', reason: `${file} was read, and ${dimension} is no gap` };
    return { kind: 'allowed', reread: true };
}
/**
 * No search is repeated unless its scope is narrower, none is made in a clean file alone unless something new or a gap asks
 * for it, and the attack-chain round only follows what is known.
 */
export function judgeSearch(index, { pattern, scope, traces, dimension = null, newEvidence = false }) {
    const followsKnown = traces !== null && (index.findingIds.has(traces) || index.hotspotFiles.has(traces));
    const { allowsBreadthSearch } = planTurns(index.round, { emergency: index.emergency });
    if (!allowsBreadthSearch && !followsKnown)
        return { kind: 'refused', reason: `round ${index.round} follows known findings and hotspots only` };
    const wanted = normalizeScope(scope);
    const isAskedFor = newEvidence || followsKnown || (dimension !== null && index.gaps.has(dimension));
    if (isSkippedFile(index, wanted, isAskedFor))
        return { kind: 'refused', reason: `${wanted} was called clean, and nothing new points there` };
    for (const done of index.searchedScopes.get(pattern) ?? [])
        if (isInside(done, wanted))
            return { kind: 'refused', reason: `already searched in ${done || '.'}; narrow the scope` };
    return ALLOWED;
}
const normalizeScope = (scope) => scope.replace(/^(?:\.\/+|\.$)/u, '').replace(/\/+$/u, '');
/** Whether `inner` is `outer` or lies below it; the empty scope is the whole project. */
const isInside = (inner, outer) => outer === '' || inner === outer || inner.startsWith(`${outer}/`);
/** Whether a clean file is left alone: nothing found since points to it, and no analyzer has hit it (TRANSFER-14). */
export const isSkippedFile = (index, file, newEvidence) => index.cleanFiles.has(file) && !index.hotspotFiles.has(file) && !newEvidence;
/** Whether a place is a known false positive: the same file, at most five lines away. */
export function isKnownFalsePositive(index, file, lines) {
    const known = index.falsePositiveLines.get(file) ?? [];
    const from = lines.start - FALSE_POSITIVE_REACH_LINES;
    let low = 0;
    let high = known.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if ((known[middle] ?? 0) < from)
            low = middle + 1;
        else
            high = middle;
    }
    const nearest = known[low];
    return nearest !== undefined && nearest <= lines.end + FALSE_POSITIVE_REACH_LINES;
}
/** Whether a new finding is flagged and not counted: it lies where an earlier round found nothing (TRANSFER-15). */
export const isRuledOut = (index, { file, lines, isAnalyzers }) => !isAnalyzers && isKnownFalsePositive(index, file, lines);
/** Gaps first, in the order D1..D10; then the rest. */
export function orderDimensions(dimensions, gaps) {
    const urgency = (dimension) => (gaps.includes(dimension) ? 0 : 1);
    return [...dimensions].sort((a, b) => urgency(a) - urgency(b) || compareDimensions(a, b));
}
/** A tenth of the clean files, rounded up, is looked at again. */
export const sampleCleanFiles = (files, seed) => sampleItems([...new Set(files)], Math.ceil(new Set(files).size / CLEAN_SAMPLE_SHARE), (file) => file, seed);
