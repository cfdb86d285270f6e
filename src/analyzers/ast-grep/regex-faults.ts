/**
 * Says whether a regular expression has a given fault: slow matching (regex-backtracking.ts), suspicious ranges, anchors on one
 * alternative only, open host names, weak tag filters. Also reads the expression out of a literal. Called by ast-grep.ts for rules with
 * `regex`; rule-schema.ts takes the names of the checks.
 */
import { type Backtracking, judgeBacktracking } from './regex-backtracking.ts';
import { type Pattern, parsePattern, readSets, type SetItem } from './regex-syntax.ts';

export const REGEX_CHECKS = [
  'exponential',
  'polynomial',
  'suspicious-range',
  'half-anchored',
  'open-host',
  'open-host-from-start',
  'tag-filter',
] as const;
export type RegexCheck = (typeof REGEX_CHECKS)[number];

const judged = new Map<string, Backtracking>();
const MAX_JUDGED = 5_000;

/** Control sequences of terminals are defined by ranges of signs: `\x1b\[[0-?]*[ -/]*[@-~]`. */
const TERMINAL_CODES = /\\(?:x1b|x9b|033|0?33\[|u001b|e\[)/iu;

/** Whether a regular expression has the fault. */
export function hasRegexFault(source: string, check: RegexCheck): boolean {
  if (check === 'suspicious-range') return !TERMINAL_CODES.test(source) && readSets(source).some(hasSuspiciousRange);
  if (check === 'half-anchored') return isHalfAnchored(source);
  if (check === 'open-host')
    return isOpenHost(source) || (HOST.test(source) && isHost(source) && !/^\(*(?:\?:)?\^/u.test(source));
  if (check === 'open-host-from-start') return isOpenHost(source);
  if (check === 'tag-filter') return isWeakTagFilter(source);
  if (check === 'exponential' && !/[)\]][*+{]|[*+}]\)[*+{]/u.test(source)) return false;
  const known = judged.get(source);
  const answer = known === undefined ? judgeBacktracking(source) : known;
  if (judged.size > MAX_JUDGED) judged.clear();
  judged.set(source, answer);
  return answer === check || (check === 'polynomial' && answer === 'exponential');
}

/** `re.compile(r'a+', re.I)` and `Pattern.compile("a+")` stand for their first argument. */
const COMPILED = /^(?:re|regex|(?:java\.util\.regex\.)?Pattern)\.compile\(\s*([\s\S]*?)\s*(?:,[^'"]*)?\)$/u;

/** The expression in a literal: `/a+/g`, `'a+'`, `r"a+"`; null where it is put together at run time. */
export function readRegexLiteral(written: string): string | null {
  const text = COMPILED.exec(written)?.[1] ?? written;
  const slashed = /^\/([\s\S]*)\/[a-z]*$/u.exec(text)?.[1];
  if (slashed !== undefined) return slashed;
  const quoted = /^([a-zA-Z]*)('''|"""|['"`])([\s\S]*)\2$/u.exec(text);
  if (!quoted || (quoted[2] === '`' && quoted[3]?.includes('${'))) return null;
  return /r/iu.test(quoted[1] ?? '')
    ? (quoted[3] ?? '')
    : (quoted[3] ?? '').replace(/\\([^bdwsDWSBxuUnrtfv0-9])/gu, '$1');
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isLower = (code: number): boolean => code >= 97 && code <= 122;
const isLetter = (code: number): boolean => isUpper(code) || isLower(code);
const isPrintable = (code: number): boolean => code > 32 && code < 127;

function hasSuspiciousRange(items: readonly SetItem[]): boolean {
  return items.some(
    (item, at) =>
      isOddRange(item) || items.slice(at + 1).some((other) => overlaps(item, other) || overlaps(other, item)),
  );
}

function isOddRange({ from, to, isRange, text }: SetItem): boolean {
  if (!isRange || /\\[xu]/u.test(text) || !isPrintable(from) || !isPrintable(to)) return false;
  if (from > to || (isUpper(from) && isLower(to)) || (isDigit(from) && isLetter(to))) return true;
  const isPunctuated = [from, to].every((code) => !isDigit(code) && !isLetter(code));
  const isAll = from <= 35 && to === 126;
  return isPunctuated && !isAll && (from < 48 ? to > 57 : from < 65 ? to > 90 : from < 97 && to > 122);
}

/** Two items that say the same in part: the second was meant to say something else. */
function overlaps(a: SetItem, b: SetItem): boolean {
  if (!a.isRange || /\\[xu]/u.test(a.text) || !isPrintable(a.from)) return false;
  if (b.text === '\\d') return a.from <= 57 && a.to >= 48;
  if (b.text === '\\w') return [48, 65, 97].some((code) => a.from <= code + 9 && a.to >= code);
  return b.isRange && isPrintable(b.from) && a.from <= b.to && b.from <= a.to;
}

/** `^a|b|c` holds only `a` to the start, `a|b|c$` only `c` to the end. */
function isHalfAnchored(source: string): boolean {
  const pattern = source.includes('|') ? parsePattern(source) : null;
  if (pattern?.kind !== 'choice') return false;
  const { options } = pattern;
  const [first, last] = [options[0], options.at(-1)];
  if (!first || !last || options.some(({ kind }) => kind === 'empty')) return false;
  const inner = options.slice(1, -1);
  const [isStart, isEnd] = [isAnchor(itemsOf(first)[0], '^'), isAnchor(itemsOf(last).at(-1), '$')];
  if (!isStart && !isEnd) return false;
  const free = [...(isStart ? [] : [first]), ...inner, ...(isEnd ? [] : [last])];
  const held = [...(isStart ? [itemsOf(first).slice(1)] : []), ...(isEnd ? [itemsOf(last).slice(0, -1)] : [])];
  return (
    options.every((option) => /[a-z]/iu.test(literalText(option))) &&
    free.every((option) => !hasAnchor(option)) &&
    held.every((items) => items.length > 0 && items.every((item) => !hasAnchor(item)))
  );
}

const itemsOf = (pattern: Pattern): readonly Pattern[] => (pattern.kind === 'sequence' ? pattern.items : [pattern]);
const isAnchor = (pattern: Pattern | undefined, text: string): boolean =>
  pattern?.kind === 'anchor' && pattern.text === text;

const partsOf = (pattern: Pattern): readonly Pattern[] => {
  if (pattern.kind === 'sequence') return pattern.items;
  if (pattern.kind === 'choice') return pattern.options;
  return pattern.kind === 'group' || pattern.kind === 'repeat' || pattern.kind === 'look' ? [pattern.body] : [];
};

const hasAnchor = (pattern: Pattern): boolean =>
  pattern.kind === 'anchor' || pattern.kind === 'look' || partsOf(pattern).some(hasAnchor);

const literalText = (pattern: Pattern): string =>
  pattern.kind === 'set' ? (pattern.literal ?? '') : partsOf(pattern).map(literalText).join('');

const TLD = '(?:com|org|net|edu|gov|io|dev|app|co|uk|de|fr|ru|cn|jp|info|biz|me|tv)';
const HOST_END = `[\\w)\\]*+-]\\\\?\\.${TLD}(?![\\w-]|\\\\?\\.\\w)`;
const HAS_HOST = new RegExp(HOST_END, 'u');
/** From where it begins: tried only where there is one, since it takes its time on a long expression. */
const HOST = new RegExp(`[\\w\\\\.()?*+-]*${HOST_END}`, 'u');
const SCHEME = /https?\??:|\^https|s\?:\\?\/|:\\?\/\\?\//u;

/** A host name in an expression that other addresses fit too: a free dot, no anchor before it, nothing behind it. */
const isHost = (source: string): boolean => HAS_HOST.test(source) && (SCHEME.test(source) || /^\(?\^/u.test(source));

/** With a free dot in the name, or nothing behind it. */
function isOpenHost(source: string): boolean {
  const host = isHost(source) ? HOST.exec(source) : null;
  if (!host) return false;
  const isDotFree = /(?<!\\)\.(?=[a-z0-9])/iu.test(host[0]);
  const rest = source.slice(host.index + host[0].length);
  return isDotFree || rest === '' || /^\)?\|/u.test(rest);
}

/** Expressions meant to find script tags that miss `</script >` or upper case, or stop at the end of a line. */
function isWeakTagFilter(source: string): boolean {
  if (/<!--.*-->/u.test(source)) return !/--!\?>|-->\|/u.test(source) && /\.\*\??-->/u.test(source);
  return /<script/iu.test(source) && /<\\?\/script>/iu.test(source);
}
