/**
 * Completes the flow of a finding across files: from an entry point that strangers reach, through at most eight calls, to the
 * sink; or says why it breaks off (FACT-04, FACT-07). Follows the parameter that reaches the sink to the argument that fills
 * it, as far as names tell. Pure; the search is breadth first and bounded.
 */
import { nodeAt, topOf } from './call-graph.js';
/** What a finding says about its own flow; names are taken from source and sink, strings left aside. */
export function toFlowTarget(finding) {
    const said = `${finding.source ?? ''} ${finding.sink ?? ''}`
        .slice(0, 2_000)
        .replace(/(['"`])(?:(?!\1)[^\\\n]|\\.)*\1/gu, ' ');
    const names = [...new Set(said.match(/[A-Za-z_$][\w$]*/gu) ?? [])];
    return { file: finding.file, line: finding.line, names, ...(finding.sink ? { what: finding.sink } : {}) };
}
export const MAX_CALLS = 8;
const MAX_VISITS = 5_000;
/** How strangers get in: what answers requests, messages, remote calls; commands last. */
const KINDS = ['http', 'rpc', 'message', 'job', 'cli', 'exported-api'];
export function indexEntries(graph, entries) {
    const found = new Map();
    const isServer = entries.some(({ kind }) => kind === 'http');
    const outside = entries.filter(({ kind }) => !(isServer && kind === 'exported-api'));
    const routes = Map.groupBy(outside.filter(({ kind }) => kind === 'http'), ({ file }) => file);
    /** A file that answers by itself has one route; the code of a table of routes runs at start, for no request. */
    const isTop = ({ kind, file, handler }) => handler === null && (kind !== 'http' || routes.get(file)?.length === 1);
    const ranked = outside.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
    for (const entry of ranked)
        for (const key of keysOf(graph, entry, isTop(entry)))
            if (!found.has(key))
                found.set(key, entry);
    return found;
}
/** Functions through which an entry point is entered; the top of its file where the file itself answers. */
function keysOf(graph, entry, isTop) {
    const place = entry.handlerPlace ?? (entry.kind === 'http' ? null : entry);
    const node = place ? handlerAt(graph, place.file, place.line) : null;
    if (!node)
        return isTop ? [topOf(entry.file)] : [];
    return [node.id, ...(VIEWS.has(entry.framework) ? methodsBeside(graph, node) : [])];
}
/** Frameworks that call every method of a view by themselves. */
const VIEWS = new Set(['django', 'tornado']);
function methodsBeside(graph, { file, name }) {
    const prefix = name.slice(0, name.lastIndexOf('.') + 1);
    if (prefix === '')
        return [];
    return (graph.nodesIn.get(file) ?? []).filter((node) => node.name.startsWith(prefix)).map(({ id }) => id);
}
/** The outermost function that begins at the line. */
const handlerAt = (graph, file, line) => (graph.nodesIn.get(file) ?? []).find((node) => node.line === line) ?? null;
export function completeFlow(graph, target, entries) {
    const start = nodeAt(graph, target.file, target.line);
    const sink = { file: target.file, line: target.line, what: target.what ?? 'sink' };
    const first = {
        node: start?.id ?? topOf(target.file),
        steps: [sink],
        calls: 0,
        names: start && target.names && target.names.length > 0 ? target.names : null,
        isGuess: false,
    };
    const seen = new Set([first.node]);
    const queue = [first];
    for (let at = 0; at < queue.length && at < MAX_VISITS; at += 1) {
        const visit = queue[at];
        if (!visit)
            break;
        const entry = entries.get(visit.node);
        if (entry)
            return finish(graph, visit, entry);
        for (const next of expand(graph, visit)) {
            if (seen.has(next.node))
                continue;
            seen.add(next.node);
            queue.push(next);
        }
    }
    return breakOff(graph, queue);
}
function finish(graph, visit, entry) {
    const node = graph.nodes.get(visit.node);
    const what = `${entry.kind} ${[entry.method, entry.route].filter((part) => part !== null).join(' ') || entry.framework}`;
    const place = entry.handlerPlace ?? entry;
    const opening = { file: place.file, line: node?.line ?? place.line, what };
    const steps = [opening, ...visit.steps];
    return {
        status: 'complete',
        entry,
        steps,
        levels: visit.calls + 1,
        isGuess: visit.isGuess,
        isValueTraced: visit.names !== null && visit.names.length > 0,
    };
}
/** Callees that call at once, or at least in the same flow, what they are given. */
const ITERATOR = /\.(?:map|forEach|filter|find|findIndex|some|every|flatMap|reduce|sort|each|collect|select|then|catch|finally)$/u;
/** One step back: the function around, or those that call it. Calls that fill the parameter come before those that do not. */
function expand(graph, visit) {
    const node = graph.nodes.get(visit.node);
    if (!node)
        return [];
    const callers = (graph.edgesTo.get(visit.node) ?? [])
        .filter(({ kind, callee }) => kind === 'call' || ITERATOR.test(callee))
        .map((edge) => stepBack(graph, visit, node, edge))
        .toSorted((a, b) => rank(a) - rank(b));
    const around = node.parent === null ? [] : [{ ...visit, node: node.parent }];
    return visit.calls >= MAX_CALLS ? around : [...around, ...callers];
}
const rank = ({ names, isGuess }) => (names === null ? 2 : names.length === 0 ? 1 : 0) + (isGuess ? 3 : 0);
function stepBack(graph, visit, node, edge) {
    const caller = graph.nodes.get(edge.from);
    const file = caller?.file ?? edge.from.replace(/#top$/u, '');
    return {
        node: edge.from,
        steps: [{ file, line: edge.line, what: `calls ${node.name === '' ? edge.callee : node.name}` }, ...visit.steps],
        calls: visit.calls + 1,
        names: namesAtCaller(visit.names, node, edge),
        isGuess: visit.isGuess || edge.isGuess,
    };
}
/** The names in the arguments that fill the parameters through which the value came. */
function namesAtCaller(names, node, edge) {
    if (names === null)
        return null;
    if (edge.kind === 'callback')
        return edge.callee.match(/^[A-Za-z_$][\w$]*/u);
    const positions = node.parameters.flatMap((name, index) => (names.includes(name) ? [index] : []));
    if (positions.length === 0)
        return null;
    return positions.flatMap((index) => edge.arguments[index]?.match(/[A-Za-z_$][\w$]*/gu) ?? []);
}
/** Nobody who is reachable calls it: say where it ends and why nobody can see further. */
function breakOff(graph, visits) {
    const last = visits.findLast(({ node }) => graph.nodes.has(node)) ?? visits[0];
    const node = last ? graph.nodes.get(last.node) : undefined;
    const reason = (node && findReason(graph, node)) ?? 'external_library';
    return { status: 'broken', reason, steps: last?.steps ?? [], note: describeBreak(visits, node, reason) };
}
function describeBreak(visits, node, reason) {
    const name = node
        ? node.name === ''
            ? `the function at ${node.file}:${node.line}`
            : node.name
        : 'the top of the file';
    if (visits.some(({ calls }) => calls >= MAX_CALLS))
        return `no entry point within ${MAX_CALLS} calls of ${name}`;
    const top = visits.find(({ node: id, calls }) => calls > 0 && id.endsWith('#top'))?.node.replace(/#top$/u, '');
    return top === undefined || reason !== 'external_library'
        ? `${WORDS[reason]}: ${name}`
        : `runs only when ${top} is loaded: ${name}`;
}
const WORDS = {
    reflection: 'called by a name worked out at run time',
    dynamic_dispatch: 'reached through an object whose class nobody can tell',
    callback: 'handed over to be called later',
    async_boundary: 'runs later, apart from its caller',
    external_library: 'no caller in the project',
};
function findReason(graph, node) {
    const handed = graph.handedOver.get(node.id);
    if (handed)
        return handed;
    if (graph.reflected.has(node.name.slice(node.name.lastIndexOf('.') + 1)))
        return 'reflection';
    if (node.parent === null && node.name.includes('.'))
        return 'dynamic_dispatch';
    return node.name === '' ? 'callback' : null;
}
