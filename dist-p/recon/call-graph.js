import { isTestPath } from '../protocol/test-path.js';
import { append } from './file-symbols.js';
import { fullCallee } from './full-names.js';
import { resolveFunction } from './project-symbols.js';
export const BREAK_REASONS = [
    'reflection',
    'dynamic_dispatch',
    'callback',
    'async_boundary',
    'external_library',
];
const MAX_EDGES = 500_000;
const MAX_ARGUMENT = 200;
export const nodeId = (file, index) => `${file.path}#${file.functions[index]?.line ?? 0}#${file.functions[index]?.start ?? 0}`;
const idOf = ({ file, index }) => nodeId(file, index);
export function buildCallGraph(symbols) {
    const draft = {
        nodes: new Map(),
        edgesTo: new Map(),
        edgesFrom: new Map(),
        nodesIn: new Map(),
        handedOver: new Map(),
        reflected: new Set(),
        edges: 0,
        leftOut: 0,
    };
    const files = symbols.outlines.filter(({ path }) => !isTestPath(path));
    for (const file of files)
        addNodes(draft, file);
    for (const file of files)
        for (const call of file.calls)
            addCall(draft, symbols, file, call);
    return draft;
}
function addNodes(draft, file) {
    file.functions.forEach((each, index) => {
        const id = nodeId(file, index);
        const node = {
            id,
            file: file.path,
            name: each.className === '' ? each.name : each.name === '' ? '' : `${each.className}.${each.name}`,
            line: each.line,
            endLine: each.endLine,
            parameters: each.parameters.map(({ name }) => name).filter((name) => !/^(?:self|cls)$/u.test(name)),
            parent: each.owner < 0 ? null : nodeId(file, each.owner),
        };
        draft.nodes.set(id, node);
        append(draft.nodesIn, file.path, node);
    });
}
/** The top of a file calls too: it is a node of its own without a place in `nodes`. */
export const topOf = (file) => `${file}#top`;
function addCall(draft, symbols, file, call) {
    const from = call.owner < 0 ? topOf(file.path) : nodeId(file, call.owner);
    const base = { from, line: call.line, callee: call.callee };
    if (REFLECTION.test(call.callee))
        for (const { value } of call.arguments)
            if (value !== null)
                draft.reflected.add(value);
    for (const ref of resolveFunction(symbols, file, call.callee, call.owner)) {
        const to = idOf(ref);
        if (to !== from)
            addEdge(draft, { ...base, to, kind: 'call', isGuess: ref.isGuess, arguments: placeArguments(call, ref) });
    }
    for (const argument of call.arguments)
        addCallback(draft, symbols, { file, call, argument, base });
}
/** Calls that find a function by a text. */
const REFLECTION = /(?:^|[.>:])(?:getattr|call_user_func(?:_array)?|send|public_send|__send__|method|invoke|getMethod|getDeclaredMethod|GetMethod|MethodByName|apply_async|method_missing|dispatch)$/u;
/** A named function handed to a call is called later by whoever got it. */
function addCallback(draft, symbols, { file, call, argument, base }) {
    if (argument.kind !== 'name' || !/^[\w$.:]+$/u.test(argument.text))
        return;
    for (const ref of resolveFunction(symbols, file, argument.text, call.owner)) {
        if (ref.isGuess)
            continue;
        const to = idOf(ref);
        draft.handedOver.set(to, handOverReason(fullCallee(file, call)));
        if (to !== base.from)
            addEdge(draft, { ...base, to, kind: 'callback', isGuess: false, arguments: [] });
    }
}
const ASYNC = /(?:^|\.)(?:then|catch|finally|setTimeout|setInterval|setImmediate|nextTick|queueMicrotask|submit|apply_async|delay|run_in_executor|create_task|go|enqueue|perform_later|supplyAsync|schedule)$/u;
const handOverReason = (callee) => (ASYNC.test(callee) ? 'async_boundary' : 'callback');
function addEdge(draft, edge) {
    if (draft.edges >= MAX_EDGES) {
        draft.leftOut += 1;
        return;
    }
    draft.edges += 1;
    append(draft.edgesTo, edge.to, edge);
    append(draft.edgesFrom, edge.from, edge);
}
/** Arguments in the order of the parameters, named ones put in their place. */
function placeArguments(call, { file, index }) {
    const parameters = (file.functions[index]?.parameters ?? [])
        .map(({ name }) => name)
        .filter((name) => !/^(?:self|cls)$/u.test(name));
    const placed = [];
    const positional = call.arguments.filter(({ keyword }) => keyword === null);
    positional.forEach(({ text }, position) => {
        placed[position] = text.slice(0, MAX_ARGUMENT);
    });
    for (const { keyword, text } of call.arguments) {
        const position = keyword === null ? -1 : parameters.indexOf(keyword);
        if (position >= 0)
            placed[position] = text.slice(0, MAX_ARGUMENT);
    }
    return Array.from(placed, (text) => text ?? '');
}
/** Innermost function around a line, or null. */
export function nodeAt(graph, file, line) {
    let best = null;
    for (const node of graph.nodesIn.get(file) ?? []) {
        if (node.line > line || node.endLine < line)
            continue;
        if (!best || node.endLine - node.line <= best.endLine - best.line)
            best = node;
    }
    return best;
}
