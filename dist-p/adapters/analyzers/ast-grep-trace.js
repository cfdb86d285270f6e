import { lineOf } from './ast-grep-calls.js';
const MAX_TEXT = 1_500;
export const startAtParameter = ({ name, line }, kind) => ({
    kind,
    source: name,
    sourceLine: line,
    lines: [line],
    names: [name],
    offsets: [],
    texts: [],
});
export const startTrace = (node) => ({
    kind: 'source',
    source: node.text(),
    sourceLine: lineOf(node),
    lines: [lineOf(node)],
    names: [],
    offsets: [node.range().start.index],
    texts: [],
});
export const extendTrace = (trace, name, line, offset) => ({
    ...trace,
    lines: trace.lines.at(-1) === line ? trace.lines : [...trace.lines, line],
    names: [...trace.names, name],
    offsets: [...trace.offsets, offset],
});
export const withText = (trace, node) => ({
    ...trace,
    texts: [...trace.texts, node.text().slice(0, MAX_TEXT)],
});
/** Whether a test of the value stands between source and sink: around a use, or before the sink with a way out. */
export function isGuarded(trace, sink, facts, guards) {
    const offset = sink.range().start.index;
    const names = new Set([...trace.names, trace.source]);
    const scopes = new Set([offset, ...trace.offsets].map((at) => facts.scopeAt(at)));
    // Not those made from the source itself: what a request holds besides is another value.
    for (const scope of scopes)
        for (const name of derivedNames(new Set(trace.names), scope))
            names.add(name);
    return facts.conditions.some((condition) => {
        const home = facts.scopeAt(condition.start);
        const passed = [offset, ...trace.offsets].filter((at) => condition.tested <= at && home.start <= at && at < home.end);
        const isAround = passed.some((at) => at <= condition.end);
        const isDecided = condition.exits || condition.replaces.some((name) => trace.names.includes(name));
        if (passed.length === 0 || !(isAround || isDecided))
            return false;
        return guards.some((guard) => guard?.test(condition.text)) && mentions(condition.text, names);
    });
}
/** Variables made from those on the way: a test of `host = urlparse(url).hostname` is a test of `url`. */
const derivedNames = (names, { assignments }) => [...assignments].flatMap(([name, given]) => given.some(({ value, augments }) => !augments && mentions(untyped(value).text().slice(0, MAX_TEXT), names))
    ? [name]
    : []);
/** `x as { name: string }` mentions x alone. */
const untyped = (value) => /^(?:as|satisfies)_expression$/u.test(String(value.kind())) ? (value.child(0) ?? value) : value;
const mentions = (text, names) => [...names].some((name) => mentionsName(text, name));
function mentionsName(text, name) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
        if (!/[\w$]/u.test(text[at - 1] ?? ' ') && !/[\w$]/u.test(text[at + name.length] ?? ' '))
            return true;
    return false;
}
