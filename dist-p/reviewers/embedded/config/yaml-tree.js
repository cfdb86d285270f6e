/**
 * YAML and JSON as a small tree that knows its lines. Every scalar stays text, aliases are shared and never copied, and
 * size, depth and node count are bounded. What cannot be read is null; nothing throws.
 */
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
/** Longer texts are not parsed. */
export const MAX_YAML_CHARACTERS = 300_000;
const MAX_NODES = 100_000;
const MAX_DEPTH = 60;
const OPENINGS = /[[{]/gu;
const MAX_OPENINGS_IN_ROW = /(?:[[{]\s*){60}|(?:[-?:][ \t]+){60}/u;
/** The documents of a file, or null where it is not readable as YAML. */
export function parseYaml(document, text = document.text) {
    if (text.length > MAX_YAML_CHARACTERS || MAX_OPENINGS_IN_ROW.test(text))
        return null;
    if ((text.match(OPENINGS)?.length ?? 0) > MAX_NODES)
        return null;
    try {
        const parsed = parseAllDocuments(text, {
            schema: 'failsafe',
            strict: false,
            uniqueKeys: false,
            prettyErrors: false,
            logLevel: 'silent',
        });
        const documents = Array.isArray(parsed) ? parsed : [];
        const reader = { document, text, anchors: new Map(), left: MAX_NODES };
        const isBroken = documents.some(({ errors }) => errors.some(({ code }) => code !== 'DUPLICATE_KEY'));
        return isBroken ? null : documents.map(({ contents }) => readNode(contents, reader, 0));
    }
    catch {
        return null;
    }
}
const nothingAt = (line, start) => ({
    kind: 'scalar',
    text: '',
    tag: null,
    line,
    start,
    end: start,
});
function readNode(node, reader, depth) {
    reader.left -= 1;
    if (reader.left < 0 || depth > MAX_DEPTH)
        return nothingAt(1, 0);
    if (isAlias(node))
        return reader.anchors.get(node.source) ?? nothingAt(1, 0);
    if (!isMap(node) && !isSeq(node) && !isScalar(node))
        return nothingAt(1, 0);
    const [start, end] = node.range ?? [0, 0];
    const place = { line: reader.document.lineAt(start), start, end };
    const read = readContent(node, place, reader, depth);
    if (node.anchor !== undefined)
        reader.anchors.set(node.anchor, read);
    return read;
}
function readContent(node, place, reader, depth) {
    if (isSeq(node))
        return { ...place, kind: 'list', items: node.items.map((item) => readNode(item, reader, depth + 1)) };
    if (isScalar(node))
        return { ...place, kind: 'scalar', text: String(node.value ?? ''), tag: node.tag ?? null };
    const pairs = isMap(node) ? node.items : [];
    const entries = pairs.flatMap(({ key, value }) => {
        if (!isScalar(key))
            return [];
        const start = key.range?.[0] ?? place.start;
        const line = reader.document.lineAt(start);
        const read = value === null ? nothingAt(line, start) : readNode(value, reader, depth + 1);
        return [{ key: String(key.value ?? ''), line, value: read }];
    });
    return { ...place, kind: 'map', entries };
}
// ------------------------------------------------------------------------------------------------ looking
/** Entries of a map with those it merges in (`<<`); nothing for other nodes. */
export function entriesOf(node, depth = 0) {
    if (node?.kind !== 'map')
        return [];
    const own = node.entries.filter(({ key }) => key !== '<<');
    if (own.length === node.entries.length || depth > 5)
        return own;
    const merged = node.entries
        .filter(({ key }) => key === '<<')
        .flatMap(({ value }) => (value.kind === 'list' ? value.items : [value]))
        .flatMap((value) => entriesOf(value, depth + 1))
        .filter(({ key }) => !own.some((entry) => entry.key === key));
    return [...own, ...merged];
}
export const entryOf = (node, key) => entriesOf(node).find((entry) => entry.key === key) ?? null;
/** The node at a path of keys, or null. */
export function nodeAt(node, ...keys) {
    let at = node;
    for (const key of keys)
        at = entryOf(at, key)?.value ?? null;
    return at;
}
/** Text of a scalar; the empty text for anything else. */
export const textOf = (node) => (node?.kind === 'scalar' ? node.text : '');
/** Items of a list; a lone scalar or map is a list of one, nothing is a list of none. */
export function itemsOf(node) {
    if (node === null || (node.kind === 'scalar' && node.text === ''))
        return [];
    return node.kind === 'list' ? node.items : [node];
}
/** Texts of a list of scalars or of a lone one. */
export const textsOf = (node) => itemsOf(node)
    .map(textOf)
    .filter((text) => text !== '');
export const isYes = (node) => /^(?:true|yes|on)$/iu.test(textOf(node));
export const isNo = (node) => /^(?:false|no|off)$/iu.test(textOf(node));
/** Every map below a node, itself included, each once however often it is aliased. */
export function mapsBelow(node) {
    const seen = new Set();
    const found = [];
    const open = node === null ? [] : [node];
    for (let next = open.pop(); next; next = open.pop()) {
        if (seen.has(next))
            continue;
        seen.add(next);
        if (next.kind === 'map') {
            found.push(next);
            for (const { value } of next.entries)
                open.push(value);
        }
        else if (next.kind === 'list') {
            for (const item of next.items)
                open.push(item);
        }
    }
    return found.sort((a, b) => a.start - b.start);
}
