import { findKinds, lastName, lineOf, readKey } from './ast-grep-calls.js';
/** Outer scopes before inner ones, the file first. */
export function collectScopes(root, grammar) {
    const file = createScope('file', root, null, null);
    const scopes = [{ ...file, start: Math.min(0, file.start), end: file.end + 1 }];
    const nodes = findKinds(root, [...grammar.functions, ...grammar.classes]).map((node) => ({
        node,
        start: node.range().start.index,
    }));
    const open = [...scopes];
    for (const { node, start } of nodes.toSorted((a, b) => a.start - b.start)) {
        while (open.length > 1 && (open.at(-1)?.end ?? 0) <= start)
            open.pop();
        const parent = open.at(-1) ?? null;
        const scope = grammar.classes.includes(String(node.kind()))
            ? createScope('class', node, node.field('name')?.text() ?? null, parent)
            : describeFunction(node, grammar, parent);
        scopes.push(scope);
        open.push(scope);
    }
    return scopes;
}
function createScope(kind, node, name, parent) {
    const { start, end } = node.range();
    return {
        kind,
        node,
        name,
        start: start.index,
        end: end.index,
        parent,
        parameters: [],
        preamble: '',
        assignments: new Map(),
        registrations: [],
    };
}
function describeFunction(node, grammar, parent) {
    const own = nameFunction(node);
    const name = own !== null && grammar.constructors.test(own) && parent?.kind === 'class' ? parent.name : own;
    return {
        ...createScope('function', node, name, parent),
        parameters: collectParameters(node, grammar),
        preamble: readPreamble(node),
    };
}
/** Finds the innermost scope around an offset in logarithmic time. */
export function createScopeFinder(scopes) {
    return (offset) => {
        let [low, high] = [0, scopes.length - 1];
        while (low < high) {
            const middle = Math.ceil((low + high) / 2);
            if ((scopes[middle]?.start ?? 0) <= offset)
                low = middle;
            else
                high = middle - 1;
        }
        let scope = scopes[low] ?? null;
        while (scope?.parent && offset >= scope.end)
            scope = scope.parent;
        return scope ?? scopes[0];
    };
}
/** The innermost scope, from this one outwards, that knows the name. */
export function findScope(from, name) {
    for (let scope = from; scope; scope = scope.parent)
        if (scope.assignments.has(name) || scope.parameters.some((parameter) => parameter.name === name))
            return scope;
    return null;
}
export function findClass(from) {
    for (let scope = from; scope; scope = scope.parent)
        if (scope.kind === 'class')
            return scope;
    return null;
}
/** A closure may run at any time, so it sees every value its outer variables take. */
export const isVisible = ({ from }, offset, isSameFunction) => !isSameFunction || from <= offset;
/** Whether it writes another member than the one asked for. */
export const isOtherMember = ({ part }, key) => part !== null && key !== null && part !== '*' && part !== key;
function readPreamble(node) {
    const parent = node.parent();
    const holders = parent?.is('decorated_definition') ? parent.children() : node.children();
    return holders
        .filter((child) => ['decorator', 'modifiers', 'attribute_list'].includes(String(child.kind())))
        .map((child) => child.text())
        .concat(readClassHeader(node, parent))
        .join('\n');
}
/** `class Name(Bases): def method`: some frameworks make a method an entry by its class and its name. */
function readClassHeader(node, parent) {
    const block = parent?.is('decorated_definition') ? parent.parent() : parent;
    const holder = block?.is('block') ? block.parent() : null;
    if (!holder?.is('class_definition'))
        return [];
    const [name, bases] = ['name', 'superclasses'].map((field) => holder.field(field)?.text() ?? '');
    return [`class ${name}${bases}: def ${node.field('name')?.text() ?? ''}`];
}
function nameFunction(node) {
    const own = node.field('name') ?? node.field('declarator')?.find({ rule: { kind: 'identifier' } });
    if (own)
        return own.text();
    const parent = node.parent();
    const holder = parent?.field('name') ?? parent?.field('key') ?? parent?.field('left');
    return holder && holder.id() !== node.id() ? lastName(holder.text()) : null;
}
function collectParameters(node, grammar) {
    const holders = grammar.parameters.flatMap((field) => {
        const found = node.field(field);
        return found ? [field === 'declarator' ? (found.find({ rule: { kind: 'parameter_list' } }) ?? found) : found] : [];
    });
    const declared = holders.flatMap((holder) => {
        const isSingle = grammar.names.includes(String(holder.kind()));
        return isSingle ? [holder] : holder.namedChildren();
    });
    let index = 0;
    const parameters = [];
    for (const declaration of declared) {
        if (declaration.is('comment'))
            continue;
        const names = boundNames(declaration, grammar);
        const isList = declaration.is('parameter_declaration');
        const isRest = /rest_|splat|variadic/u.test(String((declaration.field('pattern') ?? declaration).kind()));
        const [line, text] = [lineOf(declaration), declaration.text()];
        for (const [at, { name, key }] of names.entries())
            parameters.push({ name, key, isRest, index: index + (isList ? at : 0), line, text });
        index += isList ? Math.max(1, names.length) : 1;
    }
    return parameters;
}
const NAMING_FIELDS = ['name', 'pattern', 'left', 'declarator'];
const NAMELESS = new Set(['type', 'type_annotation', 'modifiers', 'decorator', 'accessibility_modifier']);
/** Names that a pattern, declaration or target binds, each with the outermost key it is taken from. */
export function boundNames(node, grammar, key = null) {
    const kind = String(node.kind());
    if (kind === 'shorthand_property_identifier_pattern')
        return [{ name: node.text(), key: key ?? node.text() }];
    if (grammar.names.includes(kind))
        return [{ name: node.text(), key }];
    if (kind === 'pair_pattern') {
        const [own, value] = [node.field('key'), node.field('value')];
        return own && value ? boundNames(value, grammar, key ?? readKey(own, own.kind() === 'property_identifier')) : [];
    }
    for (const field of NAMING_FIELDS) {
        const named = node.fieldChildren(field);
        if (named.length > 0)
            return named.flatMap((child) => boundNames(child, grammar, key));
    }
    const parts = node.namedChildren().filter((child) => !NAMELESS.has(String(child.kind())));
    const isArray = kind === 'array_pattern';
    return parts.flatMap((child, at) => boundNames(child, grammar, key ?? (isArray ? String(at) : null)));
}
