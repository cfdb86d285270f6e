import { describeCall, findKinds, memberKey, memberObject } from './ast-grep-calls.js';
import { findScope } from './ast-grep-scopes.js';
const MAX_DEPTH = 10;
const MAX_NAME = 300;
const TRANSPARENT = /^(?:parenthesized_expression|await_expression|await|as_expression|non_null_expression|satisfies_expression|argument)$/u;
/** Calls that give back the function they are given, to be called in another way. */
const WRAPPERS = /^(?:promisify|promisifyAll|denodeify|fromCallback|thenify)$/u;
export function createFullNames(imports, facts, roleNameOf) {
    const known = new Map();
    function nameOf(node, depth) {
        const { grammar } = facts;
        if (depth > MAX_DEPTH)
            return node.text().slice(0, MAX_NAME);
        const kind = String(node.kind());
        if (grammar.names.includes(kind))
            return nameOfVariable(node, depth);
        const inner = TRANSPARENT.test(kind) ? node.namedChildren()[0] : null;
        if (inner)
            return nameOf(inner, depth + 1);
        const object = memberObject(node, grammar);
        if (object)
            return `${nameOf(object, depth + 1)}.${memberKey(node) ?? '*'}`;
        return nameOfCall(node, depth) ?? node.text().slice(0, MAX_NAME);
    }
    function nameOfCall(node, depth) {
        const call = describeCall(node, facts.grammar);
        if (!call)
            return null;
        const [first] = call.arguments;
        if (/^(?:require|import|\$\.require)$/u.test(call.callee))
            return plainModule(first?.text() ?? '');
        const wrapped = wrappedFunction(call);
        if (wrapped)
            return nameOf(wrapped, depth + 1);
        const callee = node.field('function') ?? node.field('constructor') ?? node.field('type');
        if (callee)
            return `${nameOf(callee, depth + 1)}()`;
        return call.object ? `${nameOf(call.object, depth + 1)}.${call.name}()` : `${call.callee}()`;
    }
    function nameOfVariable(node, depth) {
        const text = node.text();
        const scope = findScope(facts.scopeAt(node.range().start.index), text);
        const role = roleNameOf(node);
        if (role !== null)
            return `<${role}>`;
        if (!scope)
            return imports.get(text) ?? text;
        const key = `${scope.start} ${text}`;
        const answer = known.get(key);
        if (answer !== undefined)
            return answer;
        known.set(key, text);
        const name = nameOfGiven(scope.assignments.get(text) ?? [], depth) ?? text;
        known.set(key, name);
        return name;
    }
    /** By the first value that the variable is given. */
    function nameOfGiven(assignments, depth) {
        const given = assignments.find(({ part, augments }) => part === null && !augments);
        if (!given)
            return null;
        const value = nameOf(given.value, depth + 1);
        if (!isNameable(value))
            return null;
        return given.key === null ? value : `${value}.${given.key}`;
    }
    return (node) => nameOf(node, 0).slice(0, MAX_NAME);
}
function wrappedFunction({ name, object, arguments: [first] }) {
    if (name === 'bind')
        return object;
    return WRAPPERS.test(name) ? (first ?? null) : null;
}
/** A value that is a name, a member or a call; anything else says nothing about the variable. */
const isNameable = (name) => /^[<@\w$][\w$./@:>-]*(?:\(\)|\.[\w$*]+)*$/u.test(name);
const plainModule = (literal) => literal.replace(/^['"`](?:node:)?|['"`]$/gu, '');
export function collectImports(root, grammar) {
    const imports = new Map();
    for (const statement of findKinds(root, grammar.imports)) {
        for (const [name, full] of readImport(statement))
            imports.set(name, full);
    }
    return imports;
}
function readImport(statement) {
    const source = statement.field('source');
    if (source)
        return readModuleImport(statement.text(), plainModule(source.text()));
    const path = statement.field('path');
    if (path) {
        const full = plainModule(path.text());
        return [[statement.field('name')?.text() ?? full.slice(full.lastIndexOf('/') + 1), full]];
    }
    return readPythonImport(statement.text().replace(/[()\\\s]+/gu, ' '));
}
/** `import a, { b, c as d } from 'm'` and `import * as a from 'm'`. */
function readModuleImport(text, module) {
    const clause = text.replace(/^import\s+(?:type\s+)?/u, '').replace(/\bfrom\s*['"][\s\S]*$/u, '');
    const named = /\{([^}]*)\}/u.exec(clause)?.[1] ?? '';
    const whole = clause.replace(/\{[^}]*\}/u, '').match(/[\w$]+/gu) ?? [];
    return [
        ...whole.filter((name) => name !== 'as').map((name) => [name, module]),
        ...readAliases(named).map(([name, member]) => [name, `${module}.${member}`]),
    ];
}
function readPythonImport(text) {
    const from = /^from ([\w.]+) import (.*)$/u.exec(text);
    if (from)
        return readAliases(from[2] ?? '').map(([name, member]) => [name, `${from[1]}.${member}`]);
    return readAliases(text.replace(/^import /u, '')).map(([name, module]) => name === module ? [name.split('.')[0] ?? name, name.split('.')[0] ?? name] : [name, module]);
}
/** `b, c as d` as pairs of the name in the file and the name in the module. */
const readAliases = (list) => list.split(',').flatMap((item) => {
    const [member, , alias] = item
        .trim()
        .replace(/^type /u, '')
        .split(/\s+/u);
    return member ? [[alias ?? member, member]] : [];
});
