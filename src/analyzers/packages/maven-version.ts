/**
 * Reads and orders versions as Maven does (the order that the POM reference describes): qualifiers before the release, `sp` and unknown
 * words behind it, zeros at the end of a part change nothing. Called by package-version.ts.
 */
import { compareText } from '../../protocol/text/compare-text.ts';

interface Token {
  readonly separator: '.' | '-';
  /** Digits without leading zeros, or a word in small letters. */
  readonly value: string;
}

const VERSION = /^\d[\w.+-]*$/u;
const TOKEN = /([._-]?)(\d+|[a-z+]+|(?=[._-]|$))/gu;
const ALIASES: Readonly<Record<string, string>> = { final: '', ga: '', release: '', cr: 'rc' };
/** Before a digit alone. */
const SHORT: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' };
/** Known words, the release among them as an empty one; others come behind. */
const WORDS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];

/** Null for text that is no version. */
export function readMavenVersion(text: string): readonly Token[] | null {
  const version = text.slice(0, 256).toLowerCase();
  if (!VERSION.test(version) || version.includes('..')) return null;
  const matches = [...version.matchAll(TOKEN)].filter(([all], at) => all !== '' || at === 0);
  const tokens = matches.map(([, sign, word = ''], at): Token => {
    const next = matches[at + 1];
    const isShort = next !== undefined && next[1] === '' && /^\d/u.test(next[2] ?? '');
    const value = /^\d/u.test(word) ? word.replace(/^0+(?=\d)/u, '') : ((isShort ? SHORT[word] : undefined) ?? word);
    return { separator: sign === '.' || at === 0 ? '.' : '-', value: ALIASES[value] ?? value };
  });
  return trimNulls(tokens);
}

/** At the end, and before every hyphen. */
function trimNulls(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    if (token.separator === '-') dropNulls(kept);
    kept.push(token);
  }
  dropNulls(kept);
  return kept;
}

function dropNulls(tokens: Token[]): void {
  while (tokens.length > 1 && ['0', ''].includes(tokens.at(-1)?.value ?? '')) tokens.pop();
}

export function compareMavenVersions(a: readonly Token[], b: readonly Token[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const order = compareTokens(a[i] ?? fillFor(b[i]), b[i] ?? fillFor(a[i]));
    if (order !== 0) return order;
  }
  return 0;
}

/** What stands for nothing beside this token. */
const fillFor = (other: Token | undefined): Token =>
  other?.separator === '.' && isNumber(other) ? { separator: '.', value: '0' } : { separator: '-', value: '' };

const isNumber = ({ value }: Token): boolean => /^\d/u.test(value);

/** Words come before numbers behind a hyphen, these before numbers behind a dot. */
const rankOf = (token: Token): number => (isNumber(token) ? (token.separator === '.' ? 2 : 1) : 0);

function compareTokens(a: Token, b: Token): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  if (isNumber(a)) return a.value.length - b.value.length || compareText(a.value, b.value);
  const [wordA, wordB] = [a, b].map(({ value }) => (WORDS.includes(value) ? WORDS.indexOf(value) : WORDS.length));
  return (wordA ?? 0) - (wordB ?? 0) || (wordA === WORDS.length ? compareText(a.value, b.value) : 0);
}
