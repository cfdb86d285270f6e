/**
 * Looks up for a place of a file, and remembers for all rules: the nodes above it, the branches of a choice, and the statements of a
 * block that may check a value of a given name. Used by guards.ts, liveness.ts and elements.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import { append, getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { FileFacts } from './bindings.ts';
import { type Choice, isBlock, isChoice, readChoice, statementsOf } from './branches.ts';
import { outcomesOf } from './relations.ts';
import { type Assignment, findScope, type Scope } from './scopes.ts';

export interface Statement {
  readonly node: SgNode;
  readonly start: number;
  readonly end: number;
}

/** The checking statements of a block by the names they speak of. */
type Block = ReadonlyMap<string, readonly Statement[]>;

const MAX_CHOICE = 8_000;
const MAX_EXPRESSION = 300;
/** How many definitions lie between a check and the value: `ok`, of `host`, of `url`. */
const MAX_STEPS = 3;
const MAX_NAMES = 400;
const CHOOSES = /^(?:while|until|for|foreach|enhanced_for|do_|try|begin|with|using|lock|synchronized|assert)/u;
/** Expressions that throw or leave where a value is not what it should be. */
const ASSERTS =
  /assert|invariant|check|valid|verif|ensure|require|abort|throw|isTrue|isFalse|\bint\(|float|Integer|Float|[pP]arse|valueOf|fromString|UUID|Guid|BigInt|Decimal|ip_address|relative_to|each|forEach|\bor\b|\band\b|\|\||&&/u;

const namesIn = (text: string): ReadonlySet<string> => new Set(text.match(/[$@]?[A-Za-z_]\w*/gu) ?? []);

export class Surroundings {
  readonly #facts: FileFacts;
  readonly #above = new Map<number, readonly SgNode[]>();
  readonly #choices = new Map<number, Choice | null>();
  readonly #blocks = new Map<number, Block>();
  readonly #madeOf = new Map<Scope, Map<string, ReadonlySet<string>>>();

  constructor(facts: FileFacts) {
    this.#facts = facts;
  }

  above(node: SgNode): readonly SgNode[] {
    return getOrAdd(this.#above, node.id(), () => node.ancestors());
  }

  choice(node: SgNode): Choice | null {
    const known = this.#choices.get(node.id());
    if (known !== undefined) return known;
    const choice = isChoice(node) ? readChoice(node) : null;
    this.#choices.set(node.id(), choice);
    return choice;
  }

  /** Statements of a block, in order, that may check a value of that text or what was made of it. */
  checksIn(block: SgNode, text: string): readonly Statement[] {
    const byName = getOrAdd(this.#blocks, block.id(), () => this.#readBlock(block));
    let fewest: readonly Statement[] | null = null;
    for (const name of namesIn(text)) {
      const found = byName.get(name) ?? [];
      if (fewest === null || found.length < fewest.length) fewest = found;
    }
    return fewest ?? [];
  }

  #readBlock(block: SgNode): Block {
    const byName = new Map<string, Statement[]>();
    const statements = statementsOf(block).map((node) => {
      const { start, end } = node.range();
      return { node, start: start.index, end: end.index };
    });
    for (const statement of statements) for (const name of this.#namesOf(statement)) append(byName, name, statement);
    return byName;
  }

  /** Names that a statement speaks of, and those that they were made of. */
  #namesOf({ node, start }: Statement): ReadonlySet<string> {
    const kind = String(node.kind());
    if (this.#facts.grammar.functions.includes(kind)) return new Set();
    const isLong = isChoice(node) || isBlock(node) || CHOOSES.test(kind);
    const text = node.text().slice(0, isLong ? MAX_CHOICE : MAX_EXPRESSION);
    const names = new Set(namesIn(text));
    const mayThrow = isLong || ASSERTS.test(text) || [...names].some((name) => this.#facts.scopesByName.has(name));
    if (!mayThrow) return new Set();
    const scope = this.#facts.scopeAt(start);
    let latest: Iterable<string> = [...names];
    for (let step = 0; step < MAX_STEPS && names.size < MAX_NAMES; step += 1) {
      const added = [...latest].flatMap((name) => [...this.#made(name, scope)]).filter((name) => !names.has(name));
      for (const name of added) names.add(name);
      latest = added;
    }
    return names;
  }

  #made(name: string, scope: Scope): ReadonlySet<string> {
    const home = findScope(scope, name) ?? scope;
    const known = getOrAdd(this.#madeOf, home, () => new Map<string, ReadonlySet<string>>());
    return getOrAdd(known, name, () => {
      const given = home.assignments.get(name) ?? outcomesOf(home, name);
      return namesIn(given.map((assignment) => this.#textBehind(assignment)).join(' '));
    });
  }

  /** What a value was made of; of a flag the conditions under which it was set. */
  #textBehind({ value, statement }: Assignment): string {
    const text = value.text().slice(0, MAX_EXPRESSION);
    if (!/^(?:true|false|0|1)$/iu.test(text)) return text;
    const tests = this.above(statement).flatMap((node) => this.choice(node)?.branches[0]?.tests ?? []);
    return tests.map(({ node }) => node.text().slice(0, MAX_EXPRESSION)).join(' ');
  }
}

const surroundings = new WeakMap<FileFacts, Surroundings>();

export const surroundingsOf = (facts: FileFacts): Surroundings =>
  getOrAdd(surroundings, facts, () => new Surroundings(facts));
