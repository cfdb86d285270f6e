export const asFields = (value) => typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
export const asList = (value) => (Array.isArray(value) ? value : []);
export const asText = (value) => (typeof value === 'string' ? value.trim() : '');
/** A line number, also where it is written as text or as a range `3-5`: then its first line. */
export function asLine(value) {
    const number = typeof value === 'string' ? Number.parseInt(value, 10) : value;
    return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 ? number : null;
}
/** `78` or `"78"` → `CWE-78`. */
export function asCwe(value) {
    const id = asLine(value);
    return id === null ? null : `CWE-${id}`;
}
/** The parsed text, or undefined where it is no JSON. */
export function readJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
/** A hit, or null where the entry lacks what makes one. */
export function makeHit(parts) {
    const { rule, path, message, line } = parts;
    if (rule === '' || path === '' || message === '' || line === null)
        return null;
    return {
        rule,
        path,
        line,
        endLine: Math.max(line, parts.endLine ?? line),
        message,
        level: (parts.level ?? '').toLowerCase(),
        certainty: parts.certainty?.toLowerCase() ?? null,
        cwe: parts.cwe ?? null,
        references: parts.references ?? [],
    };
}
/** Splits what was read into hits and the number of entries that are none. */
export function sortHits(read) {
    const hits = read.filter((hit) => hit !== null);
    return { hits, malformed: read.length - hits.length };
}
