/**
 * Decides whether a value is proven harmless at a place by the checks on every way to it: on the branch where a check holds, behind a
 * branch that leaves, on the right of `&&`; behind a choice counts what every branch proves. Judges predicates of the file by their body.
 * Used by walk.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Taint, Vocabulary } from '../ast-grep/rule-schema.ts';
import { RECEIVER } from '../syntax/grammar.ts';
import { type FileFacts, isReplacedIn } from './bindings.ts';
import { branchAround, type Choice, isBlock, isChoice, statementsOf, type Test } from './branches.ts';
import { type CallSite, describeCall } from './calls.ts';
import { Checks, type Places, truthOf } from './checks.ts';
import { inlineFunction } from './element-checks.ts';
import { ANY_WAY, BY_ERROR, FROM_FUNCTION, type Leaving, leaves, leavesAny, readAttempt } from './exits.ts';
import { findLocalFunctions, returnedValues } from './functions.ts';
import { both, either, isClaimed, isProven, NOTHING, PROVEN, type Proof } from './proofs.ts';
import { pathFormOf, relate, type Tracked, unwrap } from './relations.ts';
import { findScope, type Scope } from './scopes.ts';
import { type Statement, type Surroundings, surroundingsOf } from './surroundings.ts';

const MAX_STATEMENTS = 80;
const MAX_JUDGED = 3;
const MAX_NESTED = 6;

/** Methods that lists and texts have, whatever a class of the file calls its own. */
const COMMON_METHOD =
  /^(?:includes?|has|contains|test|match\w*|equals|get|find|some|every|all|any|starts_?with|ends_?with|index\w*|exists|filter|map|keys?)\??$/iu;

export interface Verdict {
  readonly isProven: boolean;
  /** Predicates of other files that vouch for the value by their name. */
  readonly claims: readonly string[];
}

export class Guards implements Places {
  readonly #facts: FileFacts;
  readonly #checks: Checks;
  readonly #known = new Map<string, { readonly proof: Proof; readonly claims: readonly string[] }>();
  readonly #surroundings: Surroundings;
  readonly #judging = new Set<Scope>();

  constructor(facts: FileFacts, taint: Taint, vocabulary: Vocabulary) {
    this.#facts = facts;
    this.#surroundings = surroundingsOf(facts);
    this.#checks = new Checks(facts, taint, vocabulary, this);
  }

  verdictAt(place: SgNode, tracked: Tracked): Verdict {
    const claims: string[] = [];
    const proof = this.#remember(`at ${place.id()} ${keyOf(tracked)}`, claims, () => this.#climb(place, tracked));
    return { isProven: isProven(proof), claims: isClaimed(proof) ? claims : [] };
  }

  proofAt(place: SgNode, tracked: Tracked): Proof {
    return this.#remember(`at ${place.id()} ${keyOf(tracked)}`, null, () => this.#climb(place, tracked));
  }

  #remember(key: string, claims: string[] | null, work: () => Proof): Proof {
    let known = this.#known.get(key);
    if (!known) {
      this.#known.set(key, { proof: NOTHING, claims: [] });
      const before = this.#checks.claims.length;
      const proof = this.#checks.complete(work());
      known = { proof, claims: this.#checks.claims.slice(before) };
      this.#known.set(key, known);
    }
    claims?.push(...known.claims);
    return known.proof;
  }

  #climb(place: SgNode, tracked: Tracked): Proof {
    let proof: Proof = NOTHING;
    let child = place;
    const at = place.range().start.index;
    const start = tracked.scope?.start ?? -1;
    for (const node of this.#surroundings.above(place)) {
      if (node.range().start.index < start && tracked.scope?.kind !== 'file') break;
      proof = this.#checks.complete(
        both(proof, both(this.#around(node, child, tracked, at), this.#before(node, child, tracked))),
      );
      if (isProven(proof)) return proof;
      child = node;
    }
    return proof;
  }

  /** What the node around a place says: the branch it lies on, the left side of `&&`, a loop's condition. */
  #around(node: SgNode, child: SgNode, tracked: Tracked, at: number): Proof {
    const choice = this.#surroundings.choice(node);
    if (choice) {
      const branch = branchAround(choice, at);
      return branch ? this.#tests(branch.tests, tracked) : NOTHING;
    }
    const kind = String(node.kind());
    // `try … else`: the body has come to its end.
    if (/^else/u.test(String(child.kind()))) return this.#all(readAttempt(node)?.body ?? [], tracked, ANY_WAY);
    if (/^(?:binary\w*|boolean_operator)$/u.test(kind)) return this.#rightSide(node, child, tracked);
    if (/comprehension$|^generator_expression$/u.test(kind)) return this.#filtered(node, child, tracked);
    if (/^(?:while|until|for_statement|while_statement)/u.test(kind)) return this.#loopBody(node, kind, child, tracked);
    return NOTHING;
  }

  #tests(tests: readonly Test[], tracked: Tracked): Proof {
    let proof: Proof = NOTHING;
    for (const test of tests) {
      if (test.node.range().end.index < tracked.from) continue;
      proof = this.#checks.complete(both(proof, this.#proveTest(test, tracked)));
    }
    return proof;
  }

  #proveTest(test: Test, tracked: Tracked): Proof {
    if (test.kind === 'labels') return this.#checks.proveLabels(test.node, test.labels, tracked);
    if (test.kind === 'condition') return this.#checks.prove(test.node, test.holds, tracked);
    return test.conditions.map((node) => this.#checks.prove(node, true, tracked)).reduce(either);
  }

  #rightSide(node: SgNode, child: SgNode, tracked: Tracked): Proof {
    const [left, right] = [node.field('left'), node.field('right')];
    const operator = node.field('operator')?.text() ?? '';
    const isAnd = operator === '&&' || operator === 'and';
    if (!left || right?.id() !== child.id() || !(isAnd || operator === '||' || operator === 'or')) return NOTHING;
    return left.range().end.index < tracked.from ? NOTHING : this.#checks.prove(left, isAnd, tracked);
  }

  /** `[use(x) for x in xs if known(x)]`. */
  #filtered(node: SgNode, child: SgNode, tracked: Tracked): Proof {
    if (!/^(?:if_clause|for_in_clause)$/u.test(String(child.kind()))) {
      const clauses = node.namedChildren().filter((part) => part.is('if_clause'));
      const tests = clauses.flatMap((clause) => clause.namedChildren().slice(0, 1));
      return tests.map((test) => this.#checks.prove(test, true, { ...tracked, from: 0 })).reduce(both, NOTHING);
    }
    return NOTHING;
  }

  #loopBody(node: SgNode, kind: string, child: SgNode, tracked: Tracked): Proof {
    const clause = node.namedChildren().find((part) => part.is('for_clause'));
    const test = node.field('condition') ?? clause?.field('condition') ?? null;
    if (!test || test.id() === child.id() || test.range().end.index < tracked.from) return NOTHING;
    return this.#checks.prove(test, !/^until/u.test(kind), tracked);
  }

  /** What the statements before a place in the same block leave behind. */
  #before(node: SgNode, child: SgNode, tracked: Tracked): Proof {
    if (!isBlock(node)) return NOTHING;
    const end = child.range().start.index;
    const earlier = this.#surroundings
      .checksIn(node, tracked.text)
      .filter((statement) => statement.end <= end && this.#isLater(statement, tracked));
    let proof: Proof = NOTHING;
    for (const { node: statement } of earlier.slice(-MAX_STATEMENTS)) {
      proof = this.#checks.complete(both(proof, this.#after(statement, tracked, ANY_WAY)));
      if (isProven(proof)) return proof;
    }
    return proof;
  }

  /** Whether the statement runs once the value is there. */
  #isLater({ node, start, end }: Statement, { from }: Tracked): boolean {
    if (start >= from) return true;
    if (end <= from) return false;
    const test = this.#surroundings.choice(node)?.branches[0]?.tests[0]?.node.range();
    return test !== undefined && test.end.index >= from;
  }

  /** What holds once the statement is done. */
  #after(statement: SgNode, tracked: Tracked, how: Leaving): Proof {
    const way = how === ANY_WAY ? 'any' : how.returns ? 'function' : 'error';
    const key = `after ${statement.id()} ${keyOf(tracked)} ${way}`;
    return this.#remember(key, null, () => this.#work(statement, tracked, how));
  }

  #work(statement: SgNode, tracked: Tracked, how: Leaving): Proof {
    const kind = String(statement.kind());
    const choice = this.#surroundings.choice(statement);
    if (choice) return this.#behindChoice(choice, tracked, choice.isSwitch ? { ...how, breaks: false } : how);
    const attempt = readAttempt(statement);
    if (attempt) {
      const isCaught = attempt.handlers.every((handler) => leavesAny(handler, how));
      return both(isCaught ? this.#all(attempt.body, tracked, how) : NOTHING, this.#all(attempt.last, tracked, how));
    }
    if (/^(?:while|until|for|foreach|enhanced_for|do_)/u.test(kind)) return this.#behindLoop(statement, kind, tracked);
    if (kind === 'assert_statement') {
      const test = statement.namedChildren()[0];
      return test ? this.#checks.prove(test, true, tracked) : NOTHING;
    }
    if (isBlock(statement) || /^(?:with_statement|using_statement|lock_statement|synchronized_statement)$/u.test(kind))
      return this.#all(statementsOf(statement.field('body') ?? statement), tracked, how);
    return this.#behindExpression(statement, tracked, how);
  }

  #all(statements: readonly SgNode[], tracked: Tracked, how: Leaving): Proof {
    return statements.map((statement) => this.#after(statement, tracked, how)).reduce(both, NOTHING);
  }

  #behindChoice({ branches }: Choice, tracked: Tracked, how: Leaving): Proof {
    const open = branches.filter(({ body }) => !this.#isLeft(body, tracked, how));
    // Where every branch goes on, its tests have decided nothing.
    const isDecided = open.length < branches.length;
    let proof: Proof = PROVEN;
    for (const { tests, body } of open) {
      const known = isDecided ? this.#tests(tests, tracked) : NOTHING;
      const whole = isProven(known) ? known : this.#checks.complete(both(known, this.#all(body, tracked, how)));
      proof = either(proof, whole);
      if (proof === NOTHING) return NOTHING;
    }
    return branches.length === 0 ? NOTHING : proof;
  }

  /** Whether the value does not come out of the branch: it leaves, or gives the name another value. */
  #isLeft(body: readonly SgNode[], tracked: Tracked, how: Leaving): boolean {
    return (
      leavesAny(body, how) || (!tracked.isPast && isReplacedIn(body, tracked, this.#facts)) || this.#breaksOff(body)
    );
  }

  /** A function of the file that never comes back: `fail()`. */
  #breaksOff(body: readonly SgNode[]): boolean {
    return body.some((statement) => {
      const inner = statement.is('expression_statement') ? statement.namedChildren()[0] : statement;
      const call = inner ? describeCall(unwrap(inner), this.#facts.grammar) : null;
      const scopes =
        call && (call.object === null || /^(?:this|self|\$this)$/u.test(call.object.text()))
          ? findLocalFunctions(call, this.#facts)
          : [];
      return scopes.length > 0 && scopes.every(({ node }) => leaves(node.field('body') ?? node, BY_ERROR));
    });
  }

  #behindLoop(statement: SgNode, kind: string, tracked: Tracked): Proof {
    const test = statement.field('condition');
    if (test && !/\bbreak\b/u.test(statement.text()) && !/^for/u.test(kind))
      return this.#checks.prove(test, /^until/u.test(kind), tracked);
    const iterated = readIteration(statement);
    if (!iterated) return NOTHING;
    const relation = relate(iterated.list, tracked, this.#facts);
    if (relation !== 'same' && relation !== 'elements') return NOTHING;
    const scope = findScope(this.#facts.scopeAt(iterated.body.range().start.index), iterated.name);
    const element = { text: iterated.name, scope, from: iterated.list.range().end.index };
    return this.#all(statementsOf(iterated.body), element, FROM_FUNCTION);
  }

  /** `known(x) or die()`, a call that throws, an assertion. */
  #behindExpression(statement: SgNode, tracked: Tracked, how: Leaving): Proof {
    const inner = unwrap(
      statement.is('expression_statement') ? (statement.namedChildren()[0] ?? statement) : statement,
    );
    if (/^(?:binary\w*|boolean_operator)$/u.test(String(inner.kind()))) {
      const [left, right] = [inner.field('left'), inner.field('right')];
      const isOr = /^(?:\|\||or)$/u.test(inner.field('operator')?.text() ?? '');
      const isAnd = /^(?:&&|and)$/u.test(inner.field('operator')?.text() ?? '');
      if (left && right && (isOr || isAnd) && leaves(right, how)) return this.#checks.prove(left, isOr, tracked);
    }
    return /\(|^\w+!? /u.test(statement.text().slice(0, 400)) ? this.#asserted(inner, tracked, 0) : NOTHING;
  }

  /** Calls of a statement that throw unless the value is what it should be. */
  #asserted(node: SgNode, tracked: Tracked, depth: number): Proof {
    const { grammar } = this.#facts;
    const kind = String(node.kind());
    if (depth > MAX_NESTED || grammar.functions.includes(kind) || isChoice(node) || grammar.classes.includes(kind))
      return NOTHING;
    const call = describeCall(node, grammar);
    const told = call ? this.#assertion(call, tracked) : NOTHING;
    if (isProven(told)) return told;
    return node
      .namedChildren()
      .map((child) => this.#asserted(child, tracked, depth + 1))
      .reduce(both, told);
  }

  #assertion(call: CallSite, tracked: Tracked): Proof {
    const { callee, name } = call;
    const [first] = call.arguments;
    if (/^(?:console|Debug|Trace)\./u.test(callee)) return NOTHING;
    if (first && /^(?:assert|invariant|checkArgument|checkState|isTrue|abort_unless|throw_unless|ok)$/u.test(name))
      return this.#checks.prove(first, true, tracked);
    if (first && /^(?:abort_if|throw_if|isFalse)$/u.test(name)) return this.#checks.prove(first, false, tracked);
    const iterated = this.#eachElement(call, tracked);
    if (isProven(iterated)) return iterated;
    if (this.#facts.grammar.returnsErrors || callee === 'Number') return NOTHING;
    return this.#checks.succeeded(call, tracked);
  }

  /** `names.each { |name| raise unless known(name) }`. */
  #eachElement(call: CallSite, tracked: Tracked): Proof {
    if (!/^(?:each|forEach|ForEach)$/u.test(call.name) || !call.object) return NOTHING;
    const relation = relate(call.object, tracked, this.#facts);
    const block = call.node.field('block') ?? call.arguments[0];
    const scope = block ? this.#facts.scopeAt(unwrap(block).range().start.index) : null;
    const parameter = scope?.parameters[0];
    if ((relation !== 'same' && relation !== 'elements') || !scope || !parameter) return NOTHING;
    const body = scope.node.field('body');
    return body ? this.#all(statementsOf(body), { text: parameter.name, scope, from: scope.start }, BY_ERROR) : NOTHING;
  }

  judgeAnswer(call: CallSite, holds: boolean, tracked: Tracked): Proof | null {
    return this.#judge(call, tracked, (scope, parameter) => this.#answers(scope, holds, parameter));
  }

  judgeSuccess(call: CallSite, tracked: Tracked): Proof | null {
    return this.#judge(call, tracked, (scope, parameter) =>
      this.#facts.grammar.returnsErrors ? this.#givesNoError(scope, parameter) : this.#comesBack(scope, parameter),
    );
  }

  /** Whether the function given to a call keeps harmless elements alone: `names.filter((name) => known(name))`. */
  isFilter(call: CallSite): boolean {
    if (!/^(?:filter|select|find_all|array_filter|Where|takeWhile|reject)$/u.test(call.name)) return false;
    const scope = inlineFunction(call, this.#facts);
    return scope !== null && isProven(this.#checks.complete(this.judgeElements(scope, call.name !== 'reject', null)));
  }

  /** Whether what a sink makes, such as a path, is checked before others use it. */
  isCheckedLater(sink: SgNode): boolean {
    const { start, end } = sink.range();
    const scope = this.#facts.scopeAt(start.index);
    const block = this.#surroundings.above(sink).find(isBlock);
    if (!block) return false;
    return [...scope.assignments].some(([text, given]) =>
      given.some(({ value, from, part }) => {
        const range = value.range();
        if (part !== null || range.start.index > start.index || range.end.index < end.index) return false;
        return this.#isCheckedIn(block, { text, scope, from });
      }),
    );
  }

  #isCheckedIn(block: SgNode, tracked: Tracked): boolean {
    return this.#surroundings.checksIn(block, tracked.text).some(({ node: statement, start }) => {
      if (start < tracked.from) return false;
      const branches = this.#surroundings.choice(statement)?.branches ?? [];
      return (
        isProven(this.#after(statement, tracked, ANY_WAY)) ||
        branches.some(({ tests, body }) => body.length > 0 && isProven(this.#tests(tests, tracked)))
      );
    });
  }

  judgeElements(scope: Scope, holds: boolean, outer: Tracked | null): Proof {
    const [first] = scope.parameters;
    const tracked = outer ?? (first ? { text: first.name, scope, from: scope.start } : null);
    return tracked ? this.#answers(scope, holds, tracked) : NOTHING;
  }

  #judge(call: CallSite, tracked: Tracked, ask: (scope: Scope, parameter: Tracked) => Proof): Proof | null {
    const scopes = this.#meantBy(call);
    if (scopes.length === 0) return null;
    const at = call.arguments.findIndex((argument) => relate(argument, tracked, this.#facts) !== null);
    const argument = call.arguments[at];
    if (!argument || this.#judging.size >= MAX_JUDGED) return NOTHING;
    const form = tracked.form ?? pathFormOf(argument, this.#facts);
    return scopes
      .map((scope) => {
        const skipped = RECEIVER.test(scope.parameters[0]?.name ?? '') ? 1 : 0;
        const parameter = scope.parameters.find(({ index, key }) => index === at + skipped && key === null);
        if (!parameter || this.#judging.has(scope)) return NOTHING;
        this.#judging.add(scope);
        const inside = { text: parameter.name, scope, from: scope.start };
        const proof = ask(scope, form === 'raw' ? inside : { ...inside, form });
        this.#judging.delete(scope);
        return proof;
      })
      .reduce(either, PROVEN);
  }

  /** Functions of the file that the call surely means. */
  #meantBy(call: CallSite): readonly Scope[] {
    const scopes = findLocalFunctions(call, this.#facts);
    if (call.object === null || /^(?:this|self|\$this|static|[A-Z]\w*)$/u.test(call.object.text())) return scopes;
    return scopes.length === 1 && !COMMON_METHOD.test(call.name) ? scopes : [];
  }

  /** What is known of the parameter where the function answers so. */
  #answers(scope: Scope, holds: boolean, parameter: Tracked): Proof {
    let proof: Proof = PROVEN;
    let isAnswered = false;
    for (const value of returnedValues(scope, this.#facts).flatMap((returned) => this.#outcomes(returned, 0))) {
      const truth = truthOf(value);
      if (truth === !holds) continue;
      isAnswered = true;
      const told = truth === undefined ? this.#checks.prove(value, holds, parameter) : NOTHING;
      proof = either(proof, both(told, this.proofAt(value, parameter)));
    }
    return isAnswered ? proof : NOTHING;
  }

  /** The expressions that a returned one may come down to. */
  #outcomes(node: SgNode, depth: number): readonly SgNode[] {
    const inner = unwrap(node);
    const choice = this.#surroundings.choice(inner);
    if (choice && depth < MAX_NESTED)
      return choice.branches.flatMap(({ body }) => body.slice(-1).flatMap((one) => this.#outcomes(one, depth + 1)));
    if (isBlock(inner) && depth < MAX_NESTED)
      return statementsOf(inner)
        .slice(-1)
        .flatMap((one) => this.#outcomes(one, depth + 1));
    return [inner];
  }

  #givesNoError(scope: Scope, parameter: Tracked): Proof {
    let proof: Proof = PROVEN;
    let isAnswered = false;
    for (const returned of returnedValues(scope, this.#facts)) {
      const last = lastResult(returned);
      const call = last ? describeCall(last, this.#facts.grammar) : null;
      if (!last || (last.text() !== 'nil' && !call) || /^(?:errors\.New|fmt\.Errorf)$/u.test(call?.callee ?? ''))
        continue;
      isAnswered = true;
      const told = call ? this.#checks.succeeded(call, parameter) : NOTHING;
      proof = either(proof, both(told, this.proofAt(returned, parameter)));
    }
    return isAnswered ? proof : NOTHING;
  }

  /** What holds where the function comes back at all. */
  #comesBack(scope: Scope, parameter: Tracked): Proof {
    const body = scope.node.field('body');
    if (!body) return NOTHING;
    const statements = statementsOf(body);
    const returns = returnedValues(scope, this.#facts).filter((node) => /^return/u.test(String(node.kind())));
    const atReturns = returns.map((node) => this.proofAt(node, parameter)).reduce(either, PROVEN);
    const atEnd = leavesAny(statements, FROM_FUNCTION) ? PROVEN : this.#all(statements, parameter, ANY_WAY);
    return either(atReturns, atEnd);
  }
}

const keyOf = ({ text, from, form, isPast }: Tracked): string => `${text} ${from} ${form ?? ''} ${isPast ?? ''}`;

function lastResult(returned: SgNode): SgNode | null {
  const inner = /^return/u.test(String(returned.kind())) ? returned.namedChildren()[0] : returned;
  return (inner?.is('expression_list') ? inner.namedChildren().at(-1) : inner) ?? null;
}

interface Iteration {
  readonly name: string;
  readonly list: SgNode;
  readonly body: SgNode;
}

/** `for (const one of list) …` in any of its spellings. */
function readIteration(loop: SgNode): Iteration | null {
  const clause = loop.namedChildren().find((child) => child.is('range_clause')) ?? loop;
  const body = loop.field('body');
  const [left, right] = [
    clause.field('left') ?? clause.field('name') ?? clause.field('pattern'),
    clause.field('right') ?? clause.field('value'),
  ];
  if (body && left && right)
    return {
      name:
        (left.is('expression_list') ? left.namedChildren().at(-1) : left)
          ?.text()
          .replace(/^(?:const|let|var)\s+/u, '') ?? '',
      list: right,
      body,
    };
  const [list, item] = loop.is('foreach_statement') ? loop.namedChildren() : [];
  const name = item?.is('pair') ? item.namedChildren().at(-1) : item;
  return body && list && name ? { name: name.text(), list, body } : null;
}
