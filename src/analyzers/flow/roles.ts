/**
 * Finds which framework object an expression stands for, such as the request of a handler, whatever its name: by where the function is
 * registered, a declared type, its assignment, else by name. Roles come from the vocabulary of the language. Opened by analysis-state.ts,
 * asked by walk.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Vocabulary } from '../ast-grep/rule-schema.ts';
import type { FileFacts } from './bindings.ts';
import { argumentsFor, beginOf, type CallSite, describeCall, memberKey, memberObject } from './calls.ts';
import type { TypeOf } from './declared-types.ts';
import type { FullName } from './names.ts';
import { findScope, type Parameter, type Scope } from './scopes.ts';

export type Role = Vocabulary['roles'][string];

const MAX_DEPTH = 12;
const MAX_TEXT = 80;

export class Roles {
  readonly #facts: FileFacts;
  readonly #vocabulary: Vocabulary;
  readonly #nameOf: FullName;
  readonly #typeOf: TypeOf;
  readonly #all: readonly Role[];
  readonly #roleNames: ReadonlyMap<Role, string>;
  readonly #known = new Map<string, Role | null>();

  constructor(
    facts: FileFacts,
    vocabulary: Vocabulary,
    { nameOf, typeOf }: { readonly nameOf: FullName; readonly typeOf: TypeOf },
  ) {
    this.#nameOf = nameOf;
    this.#typeOf = typeOf;
    this.#facts = facts;
    this.#vocabulary = vocabulary;
    this.#all = Object.values(vocabulary.roles);
    this.#roleNames = new Map(Object.entries(vocabulary.roles).map(([name, role]) => [role, name]));
  }

  /** The role an expression plays, or null. */
  roleOf(node: SgNode, depth = 0): Role | null {
    if (this.#all.length === 0 || depth > MAX_DEPTH) return null;
    const { grammar } = this.#facts;
    if (grammar.names.includes(String(node.kind()))) return this.#ofName(node, depth);
    const object = memberObject(node, grammar);
    if (object) return this.#lead(this.roleOf(object, depth + 1), memberKey(node)) ?? this.#ofValue(node);
    const inner = /^(?:parenthesized|await)_expression$/u.test(String(node.kind())) ? node.namedChildren()[0] : null;
    return inner ? this.roleOf(inner, depth + 1) : this.#ofValue(node);
  }

  /** What that role is called. */
  nameOf(node: SgNode): string | null {
    const role = this.roleOf(node);
    return role && (this.#roleNames.get(role) ?? null);
  }

  /** The source set that a parameter itself belongs to, by where its function is registered. */
  sourceOf(parameter: Parameter, scope: Scope): string | null {
    const direct = this.#handed(parameter, scope).find((name) => !this.#vocabulary.roles[name]);
    if (direct !== undefined || parameter.key === null) return direct ?? null;
    const role = this.#ofArgument(parameter, scope, 0);
    return role?.members?.test(parameter.key) ? role.source : null;
  }

  #lead(role: Role | null, key: string | null): Role | null {
    return this.#vocabulary.roles[role?.leads[key ?? ''] ?? ''] ?? null;
  }

  /** What the calls that a function is handed to say about one of its parameters. */
  #handed({ index, text }: Parameter, scope: Scope): readonly string[] {
    const { handlers } = this.#vocabulary;
    if (handlers.length === 0) return [];
    const places = [
      ...scope.registrations.flatMap(({ call }) => this.#placesOf(call)),
      `=${scope.name ?? ''}`,
      placeInRecord(scope.node),
    ];
    return handlers.flatMap(({ callee, parameters, unless }) =>
      places.some((place) => callee.test(place)) && !unless?.test(text) ? (parameters[index] ?? []) : [],
    );
  }

  /** How a call begins, as written, with its object named in full, and with the role of its object. */
  #placesOf(call: CallSite): readonly string[] {
    const begin = beginOf(call);
    if (!call.object) return [begin];
    const rest = begin.slice(call.callee.length - call.name.length - 1);
    const role = this.nameOf(call.object);
    const places = [begin, `${this.#nameOf(call.object)}${rest}`];
    return role === null ? places : [...places, `<${role}>${rest}`];
  }

  #ofValue(node: SgNode): Role | null {
    const call = describeCall(node, this.#facts.grammar);
    const text = call ? beginOf(call) : node.text().slice(0, MAX_TEXT);
    return this.#all.find(({ values }) => values?.test(text)) ?? null;
  }

  /** By the declaration of a variable or field, where the language writes types down. */
  #ofType(node: SgNode): Role | null {
    if (!this.#facts.grammar.declarations) return null;
    const type = this.#typeOf(node);
    return this.#all.find(({ types }) => types?.test(type)) ?? null;
  }

  #byName(name: string): Role | null {
    return this.#all.find(({ names }) => names?.test(name)) ?? null;
  }

  #ofName(node: SgNode, depth: number): Role | null {
    const name = node.text();
    const scope = findScope(this.#facts.scopeAt(node.range().start.index), name);
    if (!scope) return this.#ofType(node) ?? this.#byName(name);
    const key = `${scope.start} ${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, null);
    const role = this.#ofAssigned(name, scope, depth) ?? this.#ofParameter(name, scope, depth) ?? this.#ofType(node);
    this.#known.set(key, role);
    return role;
  }

  #ofAssigned(name: string, scope: Scope, depth: number): Role | null {
    for (const { value, key, part } of scope.assignments.get(name) ?? []) {
      const whole = part === null ? this.roleOf(value, depth + 1) : null;
      const role = key === null ? whole : this.#lead(whole, key);
      if (role) return role;
    }
    return null;
  }

  #ofParameter(name: string, scope: Scope, depth: number): Role | null {
    const parameter = scope.parameters.find((candidate) => candidate.name === name);
    if (!parameter) return null;
    const whole = this.#ofArgument(parameter, scope, depth);
    return parameter.key === null ? whole : this.#lead(whole, parameter.key);
  }

  #ofArgument(parameter: Parameter, scope: Scope, depth: number): Role | null {
    const handed = this.#handed(parameter, scope).find((name) => this.#vocabulary.roles[name]) ?? '';
    const narrower = this.#all.find(({ narrows, names }) => narrows === handed && names?.test(parameter.name));
    return (
      narrower ??
      this.#vocabulary.roles[handed] ??
      this.#all.find(({ types }) => types?.test(parameter.text)) ??
      (parameter.key === null ? this.#byName(parameter.name) : null) ??
      this.#ofPassed(parameter, scope, depth)
    );
  }

  #ofPassed(parameter: Parameter, scope: Scope, depth: number): Role | null {
    const calls = scope.name === null ? [] : (this.#facts.callsByName.get(scope.name) ?? []);
    for (const argument of calls.flatMap((call) => argumentsFor(call, parameter, 0))) {
      const role = this.roleOf(argument, depth + 1);
      if (role) return role;
    }
    return null;
  }
}

/** `=Query.user` for a function that stands under these keys, or under a key of a record of that name. */
function placeInRecord(node: SgNode): string {
  const entry = node.is('method_definition') ? node : node.parent();
  const record = entry?.parent();
  if (!entry || !record?.is('object')) return '=';
  return `=${keyOf(record.parent())}.${keyOf(entry)}`;
}

const keyOf = (node: SgNode | null): string => (node?.field('key') ?? node?.field('name'))?.text() ?? '';
