/**
 * Classifies one expression or call without following it: joined text, comparison, literal, a call that carries its arguments on, a
 * sanitizer; and lists the parts that make its value. Used by walk.ts, own-values.ts and stored-values.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Taint, Vocabulary } from '../ast-grep/rule-schema.ts';
import { COMPARISONS } from '../syntax/grammar.ts';
import type { FileFacts } from './bindings.ts';
import { beginOf, type CallSite } from './calls.ts';
import { isConstant } from './constants.ts';
import type { Liveness } from './liveness.ts';

/** Members that say how much there is, not what. */
export const MEASURE = /^(?:length|size|count|byteLength|pid|ppid)$/iu;

/** Methods that give the whole object once more, or all there is in it. */
export const WHOLE = /^(?:items|entries|copy|to_dict)$/u;

/** Members that hold a statement of the program, not a value for one. */
export const STATEMENT = /\.(?:sql|stmt)(?:_\w+)?$|_(?:sql|stmt)$/u;

/** Calls that give a text whatever they are given. */
const TEXTUAL =
  /^(?:String|decodeURI\w*|unescape|atob|btoa|str|repr)$|\.(?:join|concat|replace\w*|pad\w+|stringify|format|toString)$/u;

/** Values that are put together to a text. */
export const isText = (node: SgNode, kind: string): boolean =>
  /template|interpolat|^string/u.test(kind) || (/^binary/u.test(kind) && node.field('operator')?.text() === '+');

export const isComparison = (node: SgNode): boolean => {
  const operator = node.field('operator');
  return operator !== null && COMPARISONS.has(operator.text());
};

export const isLiteral = ({ object, callee }: CallSite): boolean =>
  object?.is('string') === true || /^\w{0,2}['"]/u.test(callee);

/** Whether the result of a call carries what its arguments carry. */
export function isCarrier({ carries, callee }: CallSite, taint: Taint, vocabulary: Vocabulary): boolean {
  if (taint.asObject && TEXTUAL.test(callee)) return false;
  return carries || vocabulary.propagators.test(callee) || taint.passes?.test(callee) === true;
}

/** By the callee's name, or by name and first argument where the argument makes the difference. */
export function isSanitizer(call: CallSite, taint: Taint, vocabulary: Vocabulary): boolean {
  const known = [vocabulary.sanitizers, taint.sanitizers];
  const begin = beginOf(call);
  if (taint.passes?.test(call.callee) || (taint.sink === 'shell' && doublesQuotes(call))) return false;
  return known.some((pattern) => pattern?.test(call.callee) || pattern?.test(begin)) || isReadAsNumber(call);
}

/** `.replace(/'/g, "''")` is how SQL writes a quote; a shell ends the text there and goes on. */
const doublesQuotes = ({ name, arguments: [, written] }: CallSite): boolean =>
  /^replace(?:All)?$/u.test(name) && /^(?:"''"|`''`|'\\'\\'')$/u.test(written?.text() ?? '');

/** Python: `request.args.get("page", type=int)`. */
const isReadAsNumber = ({ name, arguments: given }: CallSite): boolean =>
  /^get/u.test(name) &&
  given.some(
    (one) => one.is('keyword_argument') && /^type\s*=\s*(?:int|float|bool|(?:uuid\.)?UUID)$/u.test(one.text()),
  );

/** The parts that make the value of an expression: of a choice its branches, of a comprehension its body, of an assignment what is given. */
export function valueParts(node: SgNode, live: Liveness): readonly SgNode[] {
  const branches = live.branchesOf(node);
  if (branches) return branches.flatMap(({ body }) => body.slice(-1));
  // `login = password = ""` gives both the text, and neither the other.
  const given = /^(?:assignment|assignment_expression)$/u.test(String(node.kind())) ? node.field('right') : null;
  if (given) return [given];
  const body = /comprehension$|^generator_expression$/u.test(String(node.kind())) ? node.field('body') : null;
  return body ? [body] : node.namedChildren();
}

/** `KNOWN.get(x, y)` of constants gives one of them or y: y, null without it, undefined for any other call. */
export function lookedUpDefault(
  { name, object, arguments: given }: CallSite,
  facts: FileFacts,
): SgNode | null | undefined {
  if (!object || !/^(?:get|getOrDefault|fetch|GetValueOrDefault)$/u.test(name)) return undefined;
  return isConstant(object, facts) ? (given[1] ?? null) : undefined;
}
