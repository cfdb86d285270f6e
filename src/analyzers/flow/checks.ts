/**
 * Says what a condition proves of a value where it holds or fails, for one rule, as a Proof. Takes and, or, not apart and looks up
 * answers kept in variables; a predicate of this file is judged by its body (guards.ts), one of another file is believed by its name and
 * listed in `claims`. Used by guards.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Taint, Vocabulary } from '../ast-grep/rule-schema.ts';
import type { FileFacts } from './bindings.ts';
import { COMPARES, proveCall } from './call-checks.ts';
import { type CallSite, describeCall, memberObject } from './calls.ts';
import { asksEqual, readCondition } from './conditions.ts';
import { isConstant, isOwnCollection } from './constants.ts';
import { proveElements } from './element-checks.ts';
import { both, complete, either, NOTHING, PROVEN, type Proof } from './proofs.ts';
import { definitionOf, outcomesOf, type Tracked, unwrap } from './relations.ts';
import { type Assignment, findScope, type Scope } from './scopes.ts';
import { readMatchOperator, readTrial } from './tried-patterns.ts';
import { ValueChecks } from './value-checks.ts';

/** What checks need to know of functions and places. */
export interface Places {
  /** What holds of the value at a place. */
  proofAt(place: SgNode, tracked: Tracked): Proof;
  /** What a function of the file proves of its argument where it answers yes or no; null for any other. */
  judgeAnswer(call: CallSite, holds: boolean, tracked: Tracked): Proof | null;
  /** What it proves where it gives no error. */
  judgeSuccess(call: CallSite, tracked: Tracked): Proof | null;
  /** What a function written into a call proves of its first parameter, or of a value of the place around. */
  judgeElements(scope: Scope, holds: boolean, outer: Tracked | null): Proof;
}

interface Question {
  readonly holds: boolean;
  readonly tracked: Tracked;
  readonly depth: number;
}

const MAX_DEPTH = 12;
const MAX_TEXT = 500;
const INDEX =
  /^(?:indexOf|IndexOf|lastIndexOf|strpos|stripos|mb_strpos|index|search|find|findIndex|Index|LastIndex|array_search|rindex)$/u;
const VALIDATOR =
  /^(?:is|has|check|validate|verify|assert|ensure|require|can|are)?_?(?:\w*_)?(?:valid|allow|safe|permitted|trusted|whitelist|known|legal|acceptable|supported|inside|within|clean)\w*[?!]?$|^(?:validate|check|verify|ensure|assert)(?:_|[A-Z]|$)\w*[?!]?$|^is(?:_|[A-Z])\w*(?:valid|allowed|safe|permitted|trusted|ok)\w*\??$/iu;
const REFUSER = /invalid|unsafe|illegal|malicious|suspicious|forbidden|blocked|dangerous|disallowed/iu;

/** On which side a test that a rule names is good; a bound may be one from below or above. */
const POLARITY: Readonly<Record<string, boolean>> = {
  '==': true,
  '===': true,
  is: true,
  in: true,
  '=~': true,
  '!=': false,
  '!==': false,
  'is not': false,
  'not in': false,
  '!~': false,
};

/** Bounds by which a place in a list or a number of hits is told to be there or not. */
const FOUND: Readonly<Record<string, boolean>> = {
  '>=0': true,
  '>-1': true,
  '>0': true,
  '>=1': true,
  '<0': false,
  '<1': false,
  '<=-1': false,
};

export class Checks {
  readonly #facts: FileFacts;
  readonly #taint: Taint;
  readonly #vocabulary: Vocabulary;
  readonly #places: Places;
  readonly #values: ValueChecks;

  constructor(facts: FileFacts, taint: Taint, vocabulary: Vocabulary, places: Places) {
    this.#facts = facts;
    this.#taint = taint;
    this.#vocabulary = vocabulary;
    this.#places = places;
    this.#values = new ValueChecks(facts, taint.sink, taint.host === true);
  }

  /** Predicates that were believed by their name alone, in the order in which they were met. */
  get claims(): readonly string[] {
    return this.#values.claims;
  }

  complete(proof: Proof): Proof {
    return complete(proof, this.#taint.sink, this.#facts.grammar.dropsRoot === true);
  }

  /** What the condition proves where it holds, or where it fails. */
  prove(node: SgNode, holds: boolean, tracked: Tracked, depth = 0): Proof {
    if (depth > MAX_DEPTH) return NOTHING;
    const condition = readCondition(node);
    const question = { holds, tracked, depth };
    switch (condition.kind) {
      case 'not':
        return this.prove(condition.of, !holds, tracked, depth + 1);
      case 'and':
      case 'or': {
        const join = (condition.kind === 'and') === holds ? both : either;
        const [left, right] = [condition.left, condition.right].map((part) =>
          this.prove(part, holds, tracked, depth + 1),
        );
        return this.complete(join(left ?? NOTHING, right ?? NOTHING));
      }
      case 'compare': {
        const told = this.#compare(condition.operator, condition.left, condition.right, question);
        return both(told, this.#stated(unwrap(node), holds, tracked));
      }
      case 'test':
        return both(this.#test(condition.node, question), this.#stated(condition.node, holds, tracked));
    }
  }

  /** The value equals one of the labels of a `switch`. */
  proveLabels(value: SgNode, labels: readonly SgNode[], tracked: Tracked): Proof {
    const isOwn = labels.length > 0 && labels.every((label) => isConstant(label, this.#facts));
    return isOwn && this.#values.isSettledBy(this.#values.relate(value, tracked)) ? PROVEN : NOTHING;
  }

  #compare(operator: string, left: SgNode, right: SgNode, question: Question): Proof {
    const { holds, tracked } = question;
    const equal = asksEqual(operator);
    if (equal !== undefined) return this.#equality(left, right, { ...question, holds: equal === holds });
    if (operator === 'in' || operator === 'not in')
      return (operator === 'in') === holds
        ? this.#values.member(left, right, tracked)
        : this.#values.absent(right, left, tracked);
    if (operator === '=~' || operator === '!~') {
      const trial = readMatchOperator(left, right, this.#facts);
      return trial ? this.#values.tried(trial, (operator === '=~') === holds, tracked) : NOTHING;
    }
    return this.#ordered(operator, left, right, question);
  }

  /** The two are equal where it holds. */
  #equality(left: SgNode, right: SgNode, question: Question): Proof {
    const answer = this.#answer(left, right, question) ?? this.#answer(right, left, question);
    if (answer !== null) return answer;
    return question.holds
      ? this.#values.equal(left, right, question.tracked)
      : this.#values.unequal(left, right, question.tracked);
  }

  /** `indexOf(x) >= 0`, `preg_match(…) > 0`, `Number(x) > 0`, `size < 1000`, `set(names) <= KNOWN`. */
  #ordered(operator: string, left: SgNode, right: SgNode, { holds, tracked, depth }: Question): Proof {
    const isFound = FOUND[operator + right.text().replace(/\s/gu, '')];
    const call = this.#callOf(left);
    if (isFound !== undefined && call && (INDEX.test(call.name) || call.name === 'preg_match'))
      return this.prove(left, isFound === holds, tracked, depth + 1);
    const isBelow = operator.startsWith('<') === holds;
    if (isBelow ? this.#values.isLimited(left, right, tracked) : this.#values.isLimited(right, left, tracked))
      return PROVEN;
    if (!holds) return NOTHING;
    const relation = this.#values.relate(left, tracked);
    if (operator === '<=' && relation === 'elements') return isOwnCollection(right, this.#facts) ? PROVEN : NOTHING;
    return relation === 'number' && call?.callee === 'Number' ? this.#values.numeric(left, tracked) : NOTHING;
  }

  /** The call behind an expression, through one name. */
  #callOf(node: SgNode): CallSite | null {
    const inner = unwrap(node);
    const given = definitionOf(inner, this.#facts) ?? this.#outcomeOf(inner);
    return describeCall(given ? unwrap(given.value) : inner, this.#facts.grammar);
  }

  #outcomeOf(node: SgNode): Assignment | null {
    const offset = node.range().start.index;
    if (!this.#facts.grammar.names.includes(String(node.kind()))) return null;
    return outcomesOf(this.#facts.scopeAt(offset), node.text()).findLast(({ from }) => from <= offset) ?? null;
  }

  /** A comparison of some answer with `true`, `null`, `-1`, `0` or `1`; null where it is none. */
  #answer(asked: SgNode, constant: SgNode, question: Question): Proof | null {
    const text = constant.text().replace(/\s/gu, '').toLowerCase();
    const prove = (holds: boolean): Proof => this.prove(asked, holds, question.tracked, question.depth + 1);
    if (text === 'true' || text === 'false') return prove((text === 'true') === question.holds);
    if (/^(?:null|none|nil|undefined)$/u.test(text)) return this.#absence(asked, question);
    const call = /^(?:-1|0|1)$/u.test(text) ? this.#callOf(asked) : null;
    if (!call) return null;
    if (text === '-1') return INDEX.test(call.name) ? prove(!question.holds) : null;
    if (call.name === 'preg_match') return prove((text === '1') === question.holds);
    return text === '0' ? this.#zero(call, question) : null;
  }

  /** `strcmp(a, b) == 0`, `indexOf(prefix) === 0`. */
  #zero(call: CallSite, { holds, tracked }: Question): Proof | null {
    if (COMPARES.test(call.callee)) return holds ? this.#values.equalSides(call, tracked) : NOTHING;
    return holds && INDEX.test(call.name) ? this.#values.prefix(call, true, tracked) : null;
  }

  /** `err != nil`, `match is None`: there is nothing where it holds. */
  #absence(asked: SgNode, { holds, tracked, depth }: Question): Proof {
    const call = this.#callOf(asked);
    const isError =
      /err(?:or)?\d*$/iu.test(asked.text()) ||
      (this.#facts.grammar.returnsErrors && unwrap(asked).is('call_expression'));
    if (call?.callee === 'net.ParseIP') return holds ? NOTHING : this.#values.numeric(call.arguments[0], tracked);
    if (isError && call) return holds ? this.succeeded(call, tracked) : NOTHING;
    // What is not there does no harm.
    if (holds && this.#values.relate(asked, tracked) === 'same') return PROVEN;
    return this.prove(asked, !holds, tracked, depth + 1);
  }

  /** A call that gives an error, or throws, unless the value is what it should be. */
  succeeded(call: CallSite, tracked: Tracked): Proof {
    const judged = this.#places.judgeSuccess(call, tracked);
    if (judged !== null) return judged;
    if (this.#values.relate(call.node, tracked) === 'number') return this.#values.numeric(call.node, tracked);
    const isInside =
      call.name === 'relative_to' && call.object && this.#values.isContained(call.object, 'object', tracked);
    return isInside ? PROVEN : this.#claimed(call, true, tracked);
  }

  #test(node: SgNode, question: Question): Proof {
    const { grammar } = this.#facts;
    const call = describeCall(node, grammar);
    if (call) return this.#call(call, question);
    if (node.is('is_pattern_expression')) return this.#isPattern(node, question);
    if (!question.holds && this.#values.isEmptied(node, question.tracked)) return PROVEN;
    if (grammar.names.includes(String(node.kind()))) return this.#named(node, question);
    return question.holds && this.#isKey(node, question.tracked) ? PROVEN : NOTHING;
  }

  /** `KNOWN[x]`: only what is there has a value. */
  #isKey(node: SgNode, tracked: Tracked): boolean {
    const object = memberObject(node, this.#facts.grammar);
    const key = node.field('index') ?? node.field('subscript') ?? node.namedChildren().at(-1);
    if (!object || !key || this.#values.relate(object, tracked) !== null) return false;
    const index = key.is('bracketed_argument_list') ? key.namedChildren()[0] : key;
    return this.#values.relate(index, tracked) === 'same' && isOwnCollection(object, this.#facts);
  }

  /** C#: `x is "a" or "b"`. */
  #isPattern(node: SgNode, { holds, tracked }: Question): Proof {
    const [value, pattern] = [node.field('expression'), node.field('pattern')];
    if (!value || !pattern || /\bnull\b/u.test(pattern.text())) return NOTHING;
    const isNot = pattern.is('negated_pattern');
    return isNot !== holds ? this.proveLabels(value, isNot ? pattern.namedChildren() : [pattern], tracked) : NOTHING;
  }

  /** A variable that holds an answer: every value that it may have been given counts. */
  #named(node: SgNode, { holds, tracked, depth }: Question): Proof {
    const given = this.#givenTo(node);
    let proof: Proof = PROVEN;
    let isKnown = false;
    for (const { value, statement } of given) {
      const constant = truthOf(value);
      if (constant === !holds) continue;
      isKnown = true;
      const told = constant === undefined ? this.prove(value, holds, tracked, depth + 1) : NOTHING;
      proof = either(proof, given.length > 1 ? both(told, this.#places.proofAt(statement, tracked)) : told);
    }
    return isKnown ? proof : NOTHING;
  }

  #givenTo(node: SgNode): readonly Assignment[] {
    const offset = node.range().start.index;
    const inner = this.#facts.scopeAt(offset);
    const given = findScope(inner, node.text())?.assignments.get(node.text());
    if (given) return given.filter(({ part, from }) => part === null && from <= offset);
    const outcomes = outcomesOf(inner, node.text()).filter(({ from }) => from <= offset);
    // `_, ok := …` once more is another answer; a flag is set here and there.
    return outcomes.every(({ value }) => truthOf(value) !== undefined) ? outcomes : outcomes.slice(-1);
  }

  #call(call: CallSite, { holds, tracked, depth }: Question): Proof {
    const [first] = call.arguments;
    const prove = (node: SgNode, outcome: boolean, of: Tracked): Proof => this.prove(node, outcome, of, depth + 1);
    if (first && /^(?:Boolean|bool|boolval|isset)$/u.test(call.callee)) return prove(first, holds, tracked);
    if (first && call.callee === 'empty') return prove(first, !holds, tracked);
    const judged = this.#places.judgeAnswer(call, holds, tracked);
    if (judged !== null) return judged;
    const { facts, values } = { facts: this.#facts, values: this.#values };
    if (this.#vocabulary.guards.test(call.callee)) return holds ? values.words(first ?? call.object, tracked) : NOTHING;
    const judge: Places['judgeElements'] = (scope, outcome, outer) => this.#places.judgeElements(scope, outcome, outer);
    const elements = proveElements({ call, holds, tracked, values, facts, prove, judge });
    if (elements !== null) return elements;
    const trial = readTrial(call, facts);
    if (trial) return values.tried(trial, holds, tracked);
    return proveCall({ call, holds, tracked, values, facts }) ?? this.#claimed(call, holds, tracked);
  }

  /** A predicate of another file, by its name. */
  #claimed(call: CallSite, holds: boolean, tracked: Tracked): Proof {
    const isRefusal = REFUSER.test(call.name);
    if ((!VALIDATOR.test(call.name) && !isRefusal) || isRefusal === holds) return NOTHING;
    const isConcerned = call.arguments.some((argument) => this.#values.relate(argument, tracked) !== null);
    return isConcerned ? this.#values.claim(call.node.text()) : NOTHING;
  }

  /** Tests that the rule itself names. */
  #stated(node: SgNode, holds: boolean, tracked: Tracked): Proof {
    const { guards } = this.#taint;
    const text = node.text().slice(0, MAX_TEXT);
    if (!guards?.test(text)) return NOTHING;
    const condition = readCondition(node);
    const asked = condition.kind === 'compare' ? POLARITY[condition.operator] : true;
    if (asked !== undefined && asked !== holds) return NOTHING;
    return this.#mentions(node, text, tracked) ? PROVEN : NOTHING;
  }

  /** Whether the value, or a variable made of it, is named. */
  #mentions(node: SgNode, text: string, tracked: Tracked): boolean {
    if (mentionsName(text, tracked.text)) return true;
    const scope = this.#facts.scopeAt(node.range().start.index);
    const names = new Set(text.match(/[$@]?[A-Za-z_]\w*/gu) ?? []);
    return [...names].some((name) =>
      (findScope(scope, name)?.assignments.get(name) ?? outcomesOf(scope, name)).some(({ value }) =>
        mentionsName(value.text().slice(0, MAX_TEXT), tracked.text),
      ),
    );
  }
}

function mentionsName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w$]/u.test(text[at - 1] ?? ' ') && !/[\w$]/u.test(text[at + name.length] ?? ' ')) return true;
  return false;
}

/** Whether a value is written as true or as false. */
export function truthOf(node: SgNode): boolean | undefined {
  const text = unwrap(node).text();
  if (/^(?:true|True|TRUE)$/u.test(text)) return true;
  return /^(?:false|False|FALSE|null|None|nil|undefined|0|''|"")$/u.test(text) ? false : undefined;
}
