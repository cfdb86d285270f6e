import { prepareGround } from './ast-grep-ground.js';
import { isGuarded } from './ast-grep-trace.js';
import { readValue } from './ast-grep-values.js';
import { isSpent, Walk } from './ast-grep-walk.js';
export function createFileFlow(root, grammar, vocabulary) {
    let ground = null;
    const sourceIds = new Map();
    const findSources = (name) => {
        const any = vocabulary.sources[name] ?? [];
        const ids = sourceIds.get(name) ?? new Set(any.length === 0 ? [] : root.findAll({ rule: { any } }).map((node) => node.id()));
        sourceIds.set(name, ids);
        return ids;
    };
    const memories = new Map();
    const remember = (taint) => {
        const known = memories.get(taint);
        if (known)
            return known;
        const sources = taint.sources.map(findSources);
        const memory = { sources, answers: new Map() };
        memories.set(taint, memory);
        return memory;
    };
    return {
        nameOf(node) {
            ground ??= prepareGround(root, grammar, vocabulary);
            return ground.nameOf(node);
        },
        literalOf(node) {
            ground ??= prepareGround(root, grammar, vocabulary);
            return readValue(node, ground.facts);
        },
        textAround(node) {
            ground ??= prepareGround(root, grammar, vocabulary);
            let scope = ground.facts.scopeAt(node.range().start.index);
            while (scope.parent?.kind === 'function')
                scope = scope.parent;
            return scope.node.text();
        },
        get isCutShort() {
            return ground !== null && isSpent(ground);
        },
        trace(node, taint) {
            ground ??= prepareGround(root, grammar, vocabulary);
            const trace = new Walk(ground, taint, remember(taint)).follow(node, 0, null);
            if (!trace)
                return null;
            const isReady = taint.checked && [...trace.texts, node.text()].some((text) => taint.checked?.after.test(text));
            const guards = [vocabulary.guards, taint.guards, isReady ? taint.checked?.by : undefined];
            return isGuarded(trace, node, ground.facts, guards) ? null : trace;
        },
    };
}
