/**
 * Reads a call or operator that matches a value with a regular expression into a Trial: the expression (null where it is in another
 * file), the value, and whether the whole value must match. Used by checks.ts; value-checks.ts judges the Trial.
 */
import type { SgNode } from '@ast-grep/napi';
import type { TriedPattern } from './alphabets.ts';
import type { FileFacts } from './bindings.ts';
import { type CallSite, describeCall } from './calls.ts';
import { definitionOf, unwrap } from './relations.ts';

export interface Trial {
  readonly subject: SgNode;
  /** Null where the expression stands in another file. */
  readonly pattern: TriedPattern | null;
}

const MAX_DEPTH = 5;
const METHODS =
  /^(?:test|exec|match|fullmatch|search|MatchString|Match|IsMatch|match\?|matches|find|lookingAt|FindString|FindStringSubmatch)$/u;
const PATTERN_FIRST =
  /^(?:re\.(?:match|fullmatch|search)|regexp\.Match(?:String)?|preg_match|Pattern\.matches|regex\.(?:match|fullmatch|search))$/u;
const PATTERN_SECOND = /^(?:(?:\w+\.)*Regex\.(?:IsMatch|Match))$/u;
const COMPILE =
  /^(?:new)?(?:RegExp|re\.compile|regex\.compile|regexp\.(?:MustCompile|Compile)(?:POSIX)?|(?:java\.util\.regex\.)?Pattern\.compile|(?:\w+\.)*Regex|Regexp\.new|Regexp)$/u;
const LOOKS_LIKE_PATTERN = /(?:re|regex|regexp|pattern|format|rx)$/iu;

export function readTrial(call: CallSite, facts: FileFacts): Trial | null {
  const { callee, name, object, arguments: given } = call;
  const [first, second] = given;
  if (PATTERN_FIRST.test(callee) && first && second) return describeTrial(first, second, call, facts);
  if (PATTERN_SECOND.test(callee) && first && second) return describeTrial(second, first, call, facts);
  if (!object || !METHODS.test(name)) return null;
  const matcher = describeCall(unwrap(object), facts.grammar);
  if (matcher?.name === 'matcher' && matcher.object && matcher.arguments[0])
    return describeTrial(matcher.object, matcher.arguments[0], call, facts);
  if (!first) return null;
  if (readPattern(object, facts) !== null || isNamedPattern(object)) return describeTrial(object, first, call, facts);
  return name === 'matches' || readPattern(first, facts) !== null ? describeTrial(first, object, call, facts) : null;
}

const isNamedPattern = (node: SgNode): boolean => LOOKS_LIKE_PATTERN.test(node.text());

function describeTrial(pattern: SgNode, subject: SgNode, { callee, name }: CallSite, facts: FileFacts): Trial {
  const read = readPattern(pattern, facts);
  return {
    subject,
    pattern: read && {
      ...read,
      isWhole: /^(?:fullmatch|matches)$/u.test(name) || callee === 'Pattern.matches',
      isLeading: (facts.grammar.matchesFromStart === true && name === 'match') || name === 'lookingAt',
      hasLines: facts.grammar.anchorsLines === true,
    },
  };
}

/** `value =~ /…/`. */
export function readMatchOperator(left: SgNode, right: SgNode, facts: FileFacts): Trial | null {
  const [subject, written] = unwrap(left).is('regex') ? [right, left] : [left, right];
  const read = readPattern(written, facts);
  const how = { isWhole: false, isLeading: false, hasLines: facts.grammar.anchorsLines === true };
  return read || isNamedPattern(written) ? { subject, pattern: read && { ...read, ...how } } : null;
}

type Written = Pick<TriedPattern, 'source' | 'flags'>;

/** The expression as written down, or null. */
function readPattern(written: SgNode, facts: FileFacts, depth = 0): Written | null {
  const node = unwrap(written);
  if (depth > MAX_DEPTH) return null;
  const given = definitionOf(node, facts);
  if (given) return readPattern(given.value, facts, depth + 1);
  if (node.is('regex')) {
    const slashed = /^(?:\/|%r[{([/!|])([\s\S]*)[/})\]!|]([a-z]*)$/u.exec(node.text());
    return slashed ? { source: slashed[1] ?? '', flags: slashed[2] ?? '' } : null;
  }
  const call = describeCall(node, facts.grammar);
  if (call) return readCompiled(call, facts, depth);
  return facts.grammar.delimitsPatterns ? readDelimited(node.text()) : readQuoted(node.text());
}

function readCompiled(call: CallSite, facts: FileFacts, depth: number): Written | null {
  if (call.name === 'freeze' && call.object) return readPattern(call.object, facts, depth + 1);
  if (!COMPILE.test(call.callee)) return null;
  const [first, ...options] = call.arguments;
  const read = first ? readPattern(first, facts, depth + 1) : null;
  const isMultiline = options.some((option) => /MULTILINE|Multiline|\bre\.M\b|^['"][a-z]*m/u.test(option.text()));
  return read && { ...read, flags: read.flags + (isMultiline ? 'm' : '') };
}

/** What stands in a literal, its escapes resolved; null where it takes in values. */
function readText(text: string): string | null {
  const [, mark = '', quote, inner = ''] = /^([a-zA-Z@]*)('''|"""|['"`])([\s\S]*)\2$/u.exec(text) ?? [];
  if (quote === undefined || /\$\{|#\{/u.test(inner)) return null;
  return /[r@]/iu.test(mark) || quote === '`' ? inner : inner.replaceAll('\\\\', '\\');
}

function readQuoted(text: string): Written | null {
  const source = readText(text);
  if (source === null) return null;
  const inline = /^\(\?([a-z]+)\)/u.exec(source);
  return { source: source.slice(inline?.[0].length ?? 0), flags: inline?.[1] ?? '' };
}

/** PHP: `'/^a+$/i'`. */
function readDelimited(text: string): Written | null {
  const found = /^[/#~@!%|{]([\s\S]*)[/#~@!%|}]([a-zA-Z]*)$/u.exec(readText(text) ?? '');
  return found ? { source: found[1] ?? '', flags: (found[2] ?? '').replace('D', '') } : null;
}
