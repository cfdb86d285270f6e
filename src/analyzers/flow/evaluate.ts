/**
 * Evaluates an expression to a number, text or boolean where the function around it settles the value: literals, arithmetic, comparisons,
 * local names given one such value. Undefined for anything that code elsewhere may change. Used by liveness.ts, and through it by walk.ts
 * and others.
 */
import type { SgNode } from '@ast-grep/napi';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { findKinds, listKinds } from '../syntax/tree-node.ts';
import { type FileFacts, reaches } from './bindings.ts';
import { readChoice } from './branches.ts';
import { type CallSite, describeCall, memberKey, memberObject, readField } from './calls.ts';
import { asksEqual, readCondition } from './conditions.ts';
import { unwrap } from './relations.ts';
import { findScope, type Scope } from './scopes.ts';

export type Constant = number | string | boolean;

const MAX_DEPTH = 12;
const MAX_TEXT = 400;
const LOOP = /^(?:while|until|for|foreach|enhanced_for|do_)/u;

const NUMBER =
  /^(?:number|integer|float|int_literal|float_literal|integer_literal|real_literal|decimal_\w+literal|hex_integer_literal)$/u;
const TEXT =
  /^(?:string|string_literal|interpreted_string_literal|encapsed_string|template_string|character_literal|char_literal|rune_literal|raw_string_literal)$/u;
const PLAIN_PART =
  /^(?:string_fragment|string_content|string_start|string_end|string_value|\w*_string_literal_content|character_literal_content|string_literal_content)$/u;

export class Evaluator {
  readonly #facts: FileFacts;
  readonly #known = new Map<number, Constant | undefined>();
  readonly #steps = new Map<Scope, Map<string, boolean>>();
  readonly #shared = new Map<Scope, Map<string, boolean>>();
  readonly #inner = new Map<Scope, readonly SgNode[]>();
  readonly #handed = new Map<Scope, ReadonlyMap<string, readonly SgNode[]>>();

  constructor(facts: FileFacts) {
    this.#facts = facts;
  }

  /** Undefined where the value is not settled by the function around. */
  evaluate(written: SgNode, depth = 0): Constant | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const node = unwrap(written);
    const id = node.id();
    if (this.#known.has(id)) return this.#known.get(id);
    this.#known.set(id, undefined);
    const value = this.#work(node, depth);
    this.#known.set(id, value);
    return value;
  }

  #work(node: SgNode, depth: number): Constant | undefined {
    const kind = String(node.kind());
    const { grammar } = this.#facts;
    if (NUMBER.test(kind)) return readNumber(node.text());
    if (TEXT.test(kind)) return readText(node);
    if (/^(?:true|false|boolean|boolean_literal)$/u.test(kind)) return /^true$/iu.test(node.text());
    if (grammar.names.includes(kind)) return this.#name(node, depth);
    if (
      /^(?:binary\w*|boolean_operator|comparison_operator|not_operator|unary\w*|prefix_unary_expression)$/u.test(kind)
    )
      return this.#operation(node, depth);
    const choice = /^(?:ternary_expression|conditional\w*)$/u.test(kind) ? readChoice(node) : null;
    if (choice) {
      const live = choice.branches.filter(({ tests }) =>
        tests.every((test) => test.kind === 'condition' && this.truth(test.node, depth + 1) === test.holds),
      );
      const [only] = live.length === 1 ? (live[0]?.body ?? []) : [];
      return only && this.evaluate(only, depth + 1);
    }
    if (describeCall(node, grammar)) return this.#call(node, depth);
    return this.#character(node, depth);
  }

  /** What a condition comes to. */
  truth(node: SgNode, depth = 0): boolean | undefined {
    const value = this.evaluate(node, depth);
    return typeof value === 'boolean' ? value : undefined;
  }

  #name(node: SgNode, depth: number): Constant | undefined {
    const name = node.text();
    const offset = node.range().start.index;
    const inner = this.#facts.scopeAt(offset);
    const scope = findScope(inner, name);
    if (scope?.kind !== 'function' || scope.parameters.some((parameter) => parameter.name === name)) return undefined;
    const given = scope.assignments.get(name) ?? [];
    const last = given.at(-1);
    if (!last || last.augments || last.key !== null || last.part !== null || last.value.id() === last.statement.id())
      return undefined;
    if (inner !== scope && given.length > 1) return undefined;
    if (inner === scope && (last.from > offset || !reaches(last, offset, this.#facts.grammar))) return undefined;
    if (/^for|^foreach|^enhanced_for|range_clause/u.test(String(last.statement.kind()))) return undefined;
    if (this.#isStepped(name, scope) || this.#isShared(name, scope) || this.#isHandedOn(node, scope, last.from))
      return undefined;
    return this.evaluate(last.value, depth + 1);
  }

  /** Whether a function inside gives the name a value: when it runs is not known. */
  #isShared(name: string, scope: Scope): boolean {
    const known = getOrAdd(this.#shared, scope, () => new Map<string, boolean>());
    return getOrAdd(known, name, () => {
      const { grammar, scopeAt } = this.#facts;
      const isOutside = (node: SgNode): boolean => scopeAt(node.range().start.index) !== scope;
      if ((scope.assignments.get(name) ?? []).some(({ statement }) => isOutside(statement))) return true;
      const spelled = new RegExp(`(?<![\\w$@.])${escapeName(name)}(?!\\w)`, 'u');
      const open = grammar.bindings.filter(({ declares }) => declares !== true);
      const inner = getOrAdd(this.#inner, scope, () =>
        listKinds(
          scope.node,
          open.map(({ kind }) => kind),
        ).filter(isOutside),
      );
      return inner.some((node) => {
        const target = open.find(({ kind }) => node.is(kind))?.target;
        return target !== undefined && spelled.test(readField(node, target)?.text() ?? '');
      });
    });
  }

  /** Whether a call may have changed it since: `preg_match($pattern, $text, $found)`, `fill(text)`. */
  #isHandedOn(use: SgNode, scope: Scope, from: number): boolean {
    const { grammar } = this.#facts;
    if (grammar.changesArguments !== true) return false;
    const handed = getOrAdd(this.#handed, scope, () =>
      Map.groupBy(
        findKinds(scope.node, grammar.names).filter((node) => this.#isChangeable(node)),
        (node) => node.text(),
      ),
    );
    const later = (handed.get(use.text()) ?? []).filter((node) => node.range().start.index >= from);
    const offset = use.range().start.index;
    if (later.some((node) => node.range().start.index < offset)) return true;
    return later.length > 0 && use.ancestors().some((node) => LOOP.test(String(node.kind())));
  }

  /** A bare argument of a call that is not known to leave it alone. */
  #isChangeable(node: SgNode): boolean {
    const holder = node.parent();
    if (!holder || !/^argument(?:s|_list)?$/u.test(String(holder.kind()))) return false;
    const above = holder.is('argument') ? holder.parent()?.parent() : holder.parent();
    const call = above ? describeCall(above, this.#facts.grammar) : null;
    return !call || !CALLS.test(call.name) || this.#isOwn(call);
  }

  /** Whether something changes it in place, `i++`, `&i`, `out i`, or another function may, `nonlocal i`. */
  #isStepped(name: string, scope: Scope): boolean {
    const known = getOrAdd(this.#steps, scope, () => new Map<string, boolean>());
    return getOrAdd(known, name, () => {
      const plain = escapeName(name);
      const ways = [
        `(?:\\+\\+|--|(?<!&)&)\\s*${plain}(?!\\w)`,
        `(?<!\\w)${plain}\\s*(?:\\+\\+|--)`,
        `\\b(?:ref|out)\\s+${plain}(?!\\w)`,
        `\\b(?:nonlocal|global)\\s[^\\n;]*(?<![\\w$])${plain}(?!\\w)`,
      ];
      return new RegExp(ways.join('|'), 'u').test(scope.node.text());
    });
  }

  #operation(node: SgNode, depth: number): Constant | undefined {
    const condition = readCondition(node);
    if (condition.kind === 'not') {
      const value = this.truth(condition.of, depth + 1);
      return value === undefined ? undefined : !value;
    }
    if (condition.kind === 'and' || condition.kind === 'or')
      return join(
        condition.kind === 'or',
        [condition.left, condition.right].map((side) => this.truth(side, depth + 1)),
      );
    if (condition.kind !== 'compare') return this.#negative(node, depth);
    const left = this.evaluate(condition.left, depth + 1);
    if (left === undefined) return undefined;
    const right = this.evaluate(condition.right, depth + 1);
    return right === undefined ? undefined : this.#apply(condition.operator, left, right);
  }

  #negative(node: SgNode, depth: number): number | undefined {
    const operand = node.field('argument') ?? node.field('operand') ?? node.namedChildren().at(-1);
    const value = node.text().startsWith('-') && operand ? this.evaluate(operand, depth + 1) : undefined;
    return typeof value === 'number' ? -value : undefined;
  }

  #apply(operator: string, left: Constant, right: Constant): Constant | undefined {
    const equal = asksEqual(operator);
    if (equal !== undefined) return isComparable(operator, left, right) ? (left === right) === equal : undefined;
    if (operator === 'in' || operator === 'not in')
      return typeof left === 'string' && typeof right === 'string'
        ? right.includes(left) === (operator === 'in')
        : undefined;
    if (typeof left === 'string' || typeof right === 'string')
      return operator === '+' || operator === '.' ? `${left}${right}`.slice(0, MAX_TEXT) : undefined;
    if (typeof left === 'boolean' || typeof right === 'boolean') return undefined;
    return calculate(operator, left, right, this.#facts.grammar.dividesWhole === true);
  }

  /** A function of the file may do anything, whatever its name. */
  #isOwn({ object, name }: CallSite): boolean {
    return object === null && this.#facts.scopesByName.has(name);
  }

  #call(node: SgNode, depth: number): Constant | undefined {
    const call = describeCall(node, this.#facts.grammar);
    if (!call) return undefined;
    const subject = call.object ?? call.arguments[0];
    if (!subject || !CALLS.test(call.name)) return undefined;
    const value = this.evaluate(subject, depth + 1);
    if (typeof value !== 'string' || this.#isOwn(call)) return undefined;
    const [first] = call.object ? call.arguments : call.arguments.slice(1);
    if (/^(?:len|strlen|length|size|count)$/u.test(call.name)) return first ? undefined : value.length;
    const given = first ? this.evaluate(first, depth + 1) : undefined;
    if (typeof given === 'number') return /^(?:charAt|at)$/u.test(call.name) ? value.at(given) : undefined;
    return typeof given === 'string' ? compareTexts(call.name, value, given) : undefined;
  }

  /** `text[1]`, `text.length`. */
  #character(node: SgNode, depth: number): Constant | undefined {
    const object = memberObject(node, this.#facts.grammar);
    const key = object ? memberKey(node) : null;
    const value = object && key !== null ? this.evaluate(object, depth + 1) : undefined;
    if (typeof value !== 'string' || key === null) return undefined;
    if (/^length$/iu.test(key)) return value.length;
    return /^\d+$/u.test(key) ? value[Number(key)] : undefined;
  }
}

const escapeName = (name: string): string => name.replaceAll(/[$@.]/gu, '\\$&');

/** `'1' == 1` and `'1' == '01'` hold in some languages. */
const isComparable = (operator: string, left: Constant, right: Constant): boolean => {
  if (!/^(?:==|!=|<>|-eq)$/u.test(operator) || left === right) return true;
  return (
    typeof left === typeof right &&
    ![left, right].every((side) => /^\s*[-+.]*\d/u.test(`${side}`) && typeof side === 'string')
  );
};

/** `or` where `decides` is true, else `and`. */
function join(decides: boolean, sides: readonly (boolean | undefined)[]): boolean | undefined {
  if (sides.includes(decides)) return decides;
  return sides.includes(undefined) ? undefined : !decides;
}

function compareTexts(method: string, value: string, given: string): boolean | undefined {
  if (/^equals$/iu.test(method)) return value === given;
  if (/^(?:contains|includes|include\?|str_contains)$/iu.test(method)) return value.includes(given);
  return /^starts?_?with\??$/iu.test(method) ? value.startsWith(given) : undefined;
}

const CALLS =
  /^(?:len|strlen|length|size|count|charAt|at|codePointAt|equals|contains|includes|include\?|Contains|str_contains|starts?_?[wW]ith\??|StartsWith)$/u;

const readNumber = (text: string): number | undefined => {
  const plain = text.replaceAll('_', '');
  // `010` is eight in some languages.
  if (/^0\d/u.test(plain)) return undefined;
  const value = Number(/^0x/iu.test(plain) ? plain : plain.replace(/[lLfFdDmMuU]+$/u, ''));
  return Number.isNaN(value) ? undefined : value;
};

function readText(node: SgNode): string | undefined {
  const text = node.text();
  const isWhole = node.namedChildren().every((part) => PLAIN_PART.test(String(part.kind())));
  if (!isWhole || text.length > MAX_TEXT || text.includes('\\')) return undefined;
  return /^[rRbBuU@]{0,2}(['"`])([^'"`]*)\1$/u.exec(text)?.[2];
}

function calculate(operator: string, left: number, right: number, isWhole: boolean): Constant | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '%':
      return left % right;
    case '//':
      return Math.floor(left / right);
    case '/':
      return isWhole && Number.isInteger(left) && Number.isInteger(right) ? Math.trunc(left / right) : left / right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '<=':
      return left <= right;
    case '>=':
      return left >= right;
    default:
      return undefined;
  }
}
