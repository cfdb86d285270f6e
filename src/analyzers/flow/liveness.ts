/**
 * Decides which branches can run where the code itself settles their conditions (`if (7 * 42 - 86 > 200)`, a `switch` on a constant),
 * whether a place never runs, and whether an assignment surely runs. Used by walk.ts, flow.ts and others.
 */
import type { SgNode } from '@ast-grep/napi';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { FileFacts } from './bindings.ts';
import { type Branch, branchAround, type Choice, isBlock, statementsOf } from './branches.ts';
import { type Constant, Evaluator } from './evaluate.ts';
import { ANY_WAY, leavesAny } from './exits.ts';
import { unwrap } from './relations.ts';
import type { Assignment } from './scopes.ts';
import { mayBeSkipped } from './skipped.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';

/** The body of `do … while` runs at least once. */
const RUNS_ONCE = /^do_/u;
const LOOP = /^(?:while|until|for|foreach|enhanced_for|do_)/u;
const HANDLER = /^(?:catch_clause|except_clause|except_group_clause|rescue|catch|finally_clause|ensure)$/u;
/** Arms that go on into the next one unless they leave. */
const FALLS_THROUGH = /^(?:switch_case|switch_block_statement_group|case_statement|switch_section)$/u;
const PATTERN = /^(?:case_pattern|constant_pattern|pattern|switch_label|case_switch_label|parenthesized_pattern)$/u;
const PATTERNS = /^(?:union_pattern|or_pattern|binary_pattern)$/u;

export class Liveness {
  readonly #facts: FileFacts;
  readonly #surroundings: Surroundings;
  readonly #dead = new Map<number, boolean>();
  readonly #live = new Map<Choice, readonly Branch[]>();
  readonly #leaving = new Map<number, boolean>();
  readonly values: Evaluator;

  constructor(facts: FileFacts) {
    this.#facts = facts;
    this.#surroundings = surroundingsOf(facts);
    this.values = new Evaluator(facts);
  }

  /** The branches of a choice that can run; all where its conditions are open. */
  branches(choice: Choice): readonly Branch[] {
    return getOrAdd(this.#live, choice, () => (choice.isSwitch ? this.#arms(choice) : this.#sides(choice)));
  }

  /** The branches of an expression or statement that can run; null where it is no choice. */
  branchesOf(node: SgNode): readonly Branch[] | null {
    const choice = this.#surroundings.choice(node);
    return choice && this.branches(choice);
  }

  #sides({ branches }: Choice): readonly Branch[] {
    return branches.filter(({ tests }) =>
      tests.every((test) => test.kind !== 'condition' || this.values.truth(test.node) !== !test.holds),
    );
  }

  #arms({ branches }: Choice): readonly Branch[] {
    const subject = branches.flatMap(({ tests }) => tests).find((test) => test.kind === 'labels')?.node;
    const value = subject ? this.values.evaluate(subject) : undefined;
    if (value === undefined) return branches;
    const wanted = branches.map(({ tests }) => tests.flatMap((test) => (test.kind === 'labels' ? test.labels : [])));
    const labels = wanted.map((each) => each.map((label) => this.#labels(label)));
    if (labels.flat().includes(undefined)) return branches;
    // PHP takes `1` and `'1'` for the same.
    if (labels.flat(2).some((label) => typeof label !== typeof value)) return branches;
    const matched = labels.findIndex((each) => each.flat().includes(value));
    const from = matched < 0 ? branches.findIndex(({ tests }) => tests.length === 0) : matched;
    if (from < 0) return [];
    const rest = branches.slice(from);
    const end = rest.findIndex(({ body }) => !goesOn(body));
    return rest.slice(0, end < 0 ? rest.length : end + 1);
  }

  #labels(label: SgNode): readonly Constant[] | undefined {
    const node = unwrap(label);
    const kind = String(node.kind());
    if (PATTERNS.test(kind) || PATTERN.test(kind)) {
      const parts = node.namedChildren().map((part) => this.#labels(part));
      return parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []);
    }
    const value = this.values.evaluate(node);
    return value === undefined ? undefined : [value];
  }

  /** Whether the place never runs: on a branch that is never taken, or behind one that is always taken and leaves. */
  isDead(place: SgNode): boolean {
    return getOrAdd(this.#dead, place.id(), () => this.#climb(place));
  }

  #climb(place: SgNode): boolean {
    const at = place.range().start.index;
    let child = place;
    // A function behind an exit may be called before it: declarations are known in the whole block.
    let isCalled = this.#facts.grammar.functions.includes(String(place.kind()));
    for (const node of this.#surroundings.above(place)) {
      const choice = this.#surroundings.choice(node);
      const branch = choice && branchAround(choice, at);
      if (choice && branch && !this.branches(choice).includes(branch)) return true;
      const isHandler = HANDLER.test(String(child.kind()));
      if (!isCalled && !isHandler && isBlock(node) && this.#isBehindExit(node, child)) return true;
      isCalled ||= this.#facts.grammar.functions.includes(String(node.kind()));
      child = node;
    }
    return false;
  }

  #isBehindExit(block: SgNode, child: SgNode): boolean {
    const end = child.range().start.index;
    return this.#exits(block).some((exit) => exit <= end);
  }

  readonly #exitsOf = new Map<number, readonly number[]>();

  /** Where statements end of which the branch that is always taken leaves. */
  #exits(block: SgNode): readonly number[] {
    return getOrAdd(this.#exitsOf, block.id(), () =>
      statementsOf(block).flatMap((statement) => (this.#alwaysLeaves(statement) ? [statement.range().end.index] : [])),
    );
  }

  #alwaysLeaves(statement: SgNode): boolean {
    return getOrAdd(this.#leaving, statement.id(), () => {
      const choice = this.#surroundings.choice(statement);
      if (!choice || choice.isSwitch) return false;
      const live = this.branches(choice);
      return live.length < choice.branches.length && live.every(({ body }) => leavesAny(body, ANY_WAY));
    });
  }

  #mayNotRun(kind: string): boolean {
    const isLoop = LOOP.test(kind) && !RUNS_ONCE.test(kind);
    return isLoop || HANDLER.test(kind) || this.#facts.grammar.functions.includes(kind);
  }

  /** Whether a use at this offset comes after the assignment because the branches around it are always taken. */
  surelyRuns({ statement }: Assignment, offset: number): boolean {
    const at = statement.range().start.index;
    let child = statement;
    for (const node of this.#surroundings.above(statement)) {
      const kind = String(node.kind());
      const choice = this.#surroundings.choice(node);
      if (choice) {
        const live = this.branches(choice);
        const branch = branchAround(choice, at);
        if (!branch || live.length !== 1 || live[0] !== branch) return false;
      } else if (this.#mayNotRun(kind)) return false;
      if (mayBeSkipped(node, child, statement, offset)) return false;
      child = node;
      const { start, end } = node.range();
      if (isBlock(node) && start.index <= offset && offset <= end.index) return true;
    }
    return false;
  }
}

/** Whether an arm runs into the next one. */
function goesOn(body: readonly SgNode[]): boolean {
  const [first] = body;
  const arm = first?.parent();
  return arm !== null && arm !== undefined && FALLS_THROUGH.test(String(arm.kind())) && !leavesAny(body, ANY_WAY);
}

const known = new WeakMap<FileFacts, Liveness>();

export const livenessOf = (facts: FileFacts): Liveness => getOrAdd(known, facts, () => new Liveness(facts));
