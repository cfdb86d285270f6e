/**
 * Decides whether a value that matched a regular expression, or in which it found nothing, can do harm in a kind of sink, from the
 * characters that the value can then hold. Only an expression for the whole value proves something. Used by value-checks.ts.
 */
import { type CharacterSet, invertSet, type Pattern, parsePattern } from '../ast-grep/regex-syntax.ts';
import { isHarmlessAlphabet, type Sink } from './sinks.ts';

export interface TriedPattern {
  readonly source: string;
  readonly flags: string;
  /** The call asks for the whole value: `fullmatch`, `matches`. */
  readonly isWhole: boolean;
  /** The call begins at the first character: `re.match`. */
  readonly isLeading: boolean;
  /** `^` and `$` stand for lines, as in Ruby. */
  readonly hasLines: boolean;
}

/** Whether every value that the pattern fits does no harm in the sink. */
export function isHarmlessMatch(tried: TriedPattern, sink: Sink): boolean {
  if (sink === 'url' && (isAddressPrefix(tried) || isLocalPrefix(tried))) return true;
  const pattern = parsePattern(tried.source);
  if (!pattern || !optionsOf(pattern).every((option) => isAnchored(option, tried))) return false;
  return isHarmlessAlphabet(freeSets(pattern, false).flat(), sink);
}

/** Whether every value in which the pattern finds nothing does no harm: `/[^a-z]/` found nothing but a to z. */
export function isHarmlessMiss({ source }: TriedPattern, sink: Sink): boolean {
  const pattern = parsePattern(source);
  const single = pattern?.kind === 'repeat' && pattern.min <= 1 ? pattern.body : pattern;
  if (single?.kind === 'choice') {
    const sets = single.options.flatMap((option) => (option.kind === 'set' ? option.set : []));
    return single.options.every(({ kind }) => kind === 'set') && isHarmlessAlphabet(invertSet(sets), sink);
  }
  return single?.kind === 'set' && isHarmlessAlphabet(invertSet(single.set), sink);
}

/** `^https://example\.com/`: scheme and host are fixed up to the slash behind them. */
const isAddressPrefix = ({ source, isLeading, isWhole, flags }: TriedPattern): boolean =>
  !flags.includes('m') &&
  (isLeading || isWhole || /^(?:\^|\\A)/u.test(source)) &&
  /^(?:\^|\\A)?(?:https?\??:\\?\/\\?\/)?(?:\((?:\?:)?[\w-]+\\\.\)\?)?(?:[\w-]+(?:\\\.[\w-]+)+|\((?:\?:)?[\w\\.|-]+\)(?:\\\.[\w-]+)*)(?::\d+)?(?:\\?\/|\$|\\z|\((?:\?:)?\\?\/[^)]*\|\$\)|\((?:\?:)?\$\|\\?\/[^)]*\))/u.test(
    source,
  );

/** `^\/(?![\/\\])`, `^\/[a-z]`: a path of the own site. With `//` or `/\` a host would follow. */
const isLocalPrefix = ({ source, isLeading, isWhole, flags, hasLines }: TriedPattern): boolean =>
  !hasLines &&
  !flags.includes('m') &&
  (isLeading || isWhole || /^(?:\^|\\A)/u.test(source)) &&
  /^(?:\^|\\A)?\\?\/(?:\(\?!(?:\[(?:\\?\/\\\\|\\\\\\?\/)\]|\\?\/\|\\\\|\\\\\|\\?\/)\)|(?:\[\^(?:\\?\/\\\\|\\\\\\?\/)[^\]]*\]|\[[\w-]+\]|\\w|[A-Za-z0-9])(?![*?{]))/u.test(
    source,
  );

const optionsOf = (pattern: Pattern): readonly Pattern[] =>
  pattern.kind === 'choice' ? pattern.options : pattern.kind === 'group' ? optionsOf(pattern.body) : [pattern];

function isAnchored(option: Pattern, tried: TriedPattern): boolean {
  const items = option.kind === 'sequence' ? option.items : [option];
  const [first, last] = [items[0], items.at(-1)];
  const isOne = items.length === 1 && first?.kind === 'group';
  if (isOne) return optionsOf(first).every((inner) => isAnchored(inner, tried));
  const bounds = tried.hasLines || tried.flags.includes('m') ? ['\\A', '\\z', '\\Z'] : ['^', '$', '\\A', '\\z', '\\Z'];
  const isBound = (item: Pattern | undefined): boolean => item?.kind === 'anchor' && bounds.includes(item.text);
  return (tried.isWhole || tried.isLeading || isBound(first)) && (tried.isWhole || isBound(last));
}

/** Sets in which the value has a choice; a literal that stands once is the program's own. */
function freeSets(pattern: Pattern, isRepeated: boolean): readonly CharacterSet[] {
  switch (pattern.kind) {
    case 'set':
      return pattern.literal === null || isRepeated ? [pattern.set] : [];
    case 'sequence':
      return pattern.items.flatMap((item) => freeSets(item, isRepeated));
    case 'choice':
      return pattern.options.flatMap((option) => freeSets(option, isRepeated));
    case 'group':
      return freeSets(pattern.body, isRepeated);
    case 'repeat':
      return freeSets(pattern.body, isRepeated || pattern.max > 1);
    default:
      return [];
  }
}
