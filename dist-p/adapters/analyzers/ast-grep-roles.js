import { argumentsFor, beginOf, describeCall, memberKey, memberObject } from './ast-grep-calls.js';
import { findScope } from './ast-grep-scopes.js';
const MAX_DEPTH = 12;
const MAX_TEXT = 80;
export class Roles {
    #facts;
    #vocabulary;
    #nameOf;
    #all;
    #roleNames;
    #known = new Map();
    constructor(facts, vocabulary, nameOf) {
        this.#nameOf = nameOf;
        this.#facts = facts;
        this.#vocabulary = vocabulary;
        this.#all = Object.values(vocabulary.roles);
        this.#roleNames = new Map(Object.entries(vocabulary.roles).map(([name, role]) => [role, name]));
    }
    /** The role an expression plays, or null. */
    roleOf(node, depth = 0) {
        if (this.#all.length === 0 || depth > MAX_DEPTH)
            return null;
        const { grammar } = this.#facts;
        if (grammar.names.includes(String(node.kind())))
            return this.#ofName(node, depth);
        const object = memberObject(node, grammar);
        if (object)
            return this.#lead(this.roleOf(object, depth + 1), memberKey(node)) ?? this.#ofValue(node);
        const inner = /^(?:parenthesized|await)_expression$/u.test(String(node.kind())) ? node.namedChildren()[0] : null;
        return inner ? this.roleOf(inner, depth + 1) : this.#ofValue(node);
    }
    /** What that role is called. */
    nameOf(node) {
        const role = this.roleOf(node);
        return role && (this.#roleNames.get(role) ?? null);
    }
    /** The source set that a parameter itself belongs to, by where its function is registered. */
    sourceOf(parameter, scope) {
        const direct = this.#handed(parameter, scope).find((name) => !this.#vocabulary.roles[name]);
        if (direct !== undefined || parameter.key === null)
            return direct ?? null;
        const role = this.#ofArgument(parameter, scope, 0);
        return role?.members?.test(parameter.key) ? role.source : null;
    }
    #lead(role, key) {
        return this.#vocabulary.roles[role?.leads[key ?? ''] ?? ''] ?? null;
    }
    /** What the calls that a function is handed to say about one of its parameters. */
    #handed({ index }, scope) {
        const { handlers } = this.#vocabulary;
        if (handlers.length === 0)
            return [];
        const places = [...scope.registrations.flatMap(({ call }) => this.#placesOf(call)), `=${scope.name ?? ''}`];
        return handlers.flatMap(({ callee, parameters }) => places.some((place) => callee.test(place)) ? (parameters[index] ?? []) : []);
    }
    /** How a call begins, as written and with its object named in full. */
    #placesOf(call) {
        const begin = beginOf(call);
        return call.object
            ? [begin, `${this.#nameOf(call.object)}${begin.slice(call.callee.length - call.name.length - 1)}`]
            : [begin];
    }
    #ofValue(node) {
        const call = describeCall(node, this.#facts.grammar);
        const text = call ? beginOf(call) : node.text().slice(0, MAX_TEXT);
        return this.#all.find(({ values }) => values?.test(text)) ?? null;
    }
    #byName(name) {
        return this.#all.find(({ names }) => names?.test(name)) ?? null;
    }
    #ofName(node, depth) {
        const name = node.text();
        const scope = findScope(this.#facts.scopeAt(node.range().start.index), name);
        if (!scope)
            return this.#byName(name);
        const key = `${scope.start} ${name}`;
        const known = this.#known.get(key);
        if (known !== undefined)
            return known;
        this.#known.set(key, null);
        const role = this.#ofAssigned(name, scope, depth) ?? this.#ofParameter(name, scope, depth);
        this.#known.set(key, role);
        return role;
    }
    #ofAssigned(name, scope, depth) {
        for (const { value, key, part } of scope.assignments.get(name) ?? []) {
            const whole = part === null ? this.roleOf(value, depth + 1) : null;
            const role = key === null ? whole : this.#lead(whole, key);
            if (role)
                return role;
        }
        return null;
    }
    #ofParameter(name, scope, depth) {
        const parameter = scope.parameters.find((candidate) => candidate.name === name);
        if (!parameter)
            return null;
        const whole = this.#ofArgument(parameter, scope, depth);
        return parameter.key === null ? whole : this.#lead(whole, parameter.key);
    }
    #ofArgument(parameter, scope, depth) {
        const handed = this.#handed(parameter, scope).find((name) => this.#vocabulary.roles[name]) ?? '';
        const narrower = this.#all.find(({ narrows, names }) => narrows === handed && names?.test(parameter.name));
        return (narrower ??
            this.#vocabulary.roles[handed] ??
            this.#all.find(({ types }) => types?.test(parameter.text)) ??
            (parameter.key === null ? this.#byName(parameter.name) : null) ??
            this.#ofPassed(parameter, scope, depth));
    }
    #ofPassed(parameter, scope, depth) {
        const calls = scope.name === null ? [] : (this.#facts.callsByName.get(scope.name) ?? []);
        for (const argument of calls.flatMap((call) => argumentsFor(call, parameter, 0))) {
            const role = this.roleOf(argument, depth + 1);
            if (role)
                return role;
        }
        return null;
    }
}
