/**
 * `consensus-review-ignore RULE[, RULE]: reason` in a comment, on the line it is about or above it, in the comment syntax of the
 * file. Pure: from a text to what it says. One that is not written in full is a fault, and suppresses nothing.
 */
import type { Suppression } from './suppression.ts';

const WORD = 'consensus-review-ignore';

const SLASHES = '//|/\\*+|\\*';
const HASH = '#+';
/** Every opening of a comment that a language may have; quotes and single letters are none. */
const ANY = `${SLASHES}|${HASH}|--+|<!--|;+|%+|\\{#|\\{\\{!(?:--)?|\\{\\{--|<%#|<%--|@\\*|\\(\\*|\\{-|\\bREM\\b|dnl|\\.\\.`;

const SLASHED: ReadonlySet<string> = new Set(
  'javascript typescript tsx java go c cpp csharp kotlin rust swift scala dart groovy objective-c protobuf'.split(' '),
);
const HASHED: ReadonlySet<string> = new Set('python ruby bash shell perl r elixir julia'.split(' '));

const openingOf = (language: string | null): string => {
  // A list begins with a star, and a heading with a hash.
  if (language === 'markdown') return '<!--';
  if (language !== null && SLASHED.has(language)) return SLASHES;
  return language !== null && HASHED.has(language) ? HASH : ANY;
};

const CLOSING = /\s*(?:\*+\/|--+>|#\}|--\}\}|\}\}|--%>|%>|\*@|\*\)|-\})\s*\}?\s*$/u;
const SAID = /^\s+(?<rules>[\w./:@-]+?(?:\s*,\s*[\w./:@-]+?)*)\s*:\s+(?<reason>\S.*)$/u;

export interface InlineFault {
  readonly line: number;
}

export interface InlineComments {
  readonly suppressions: readonly (Suppression & { readonly target: string })[];
  /** Lines with the word and without rule or reason. */
  readonly faults: readonly InlineFault[];
}

const NOTHING: InlineComments = { suppressions: [], faults: [] };

export function readInlineComments(path: string, language: string | null, text: string): InlineComments {
  if (!text.includes(WORD)) return NOTHING;
  const lines = text.split(/\r?\n/u);
  const pattern = new RegExp(`(?:${openingOf(language)})\\s*${WORD}\\b(?<rest>.*)$`, 'u');
  const suppressions: (Suppression & { target: string })[] = [];
  const faults: InlineFault[] = [];
  for (const [at, line] of lines.entries()) {
    const found = line.includes(WORD) ? pattern.exec(line) : null;
    if (found === null) continue;
    const said = SAID.exec((found.groups?.rest ?? '').replace(CLOSING, ''))?.groups;
    if (said === undefined) {
      faults.push({ line: at + 1 });
      continue;
    }
    const meant = findMeant(lines, at, pattern, found.index);
    if (meant === null) continue;
    suppressions.push({
      kind: 'comment',
      place: `${path}:${at + 1}`,
      fingerprint: null,
      rules: (said.rules ?? '').split(',').map((rule) => rule.trim()),
      paths: [path],
      line: meant + 1,
      reason: said.reason ?? '',
      until: null,
      by: null,
      target: (lines[meant] ?? '').replace(pattern, '').trim(),
    });
  }
  return { suppressions, faults };
}

/** The line itself where code stands before the comment, else the next one. */
const findMeant = (lines: readonly string[], at: number, pattern: RegExp, begin: number): number | null =>
  (lines[at] ?? '').slice(0, begin).replace('{', '').trim() === '' ? findNext(lines, at, pattern) : at;

/** The next line that is not blank and no such comment itself. */
function findNext(lines: readonly string[], from: number, pattern: RegExp): number | null {
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const isClosing = /^\s*(?:\*+\/|--+>)\s*$/u.test(line);
    if (line.trim() === '' || isClosing) continue;
    const other = pattern.exec(line);
    if (other === null || line.slice(0, other.index).trim() !== '') return at;
  }
  return null;
}

/** What makes a comment the same one in the revision that a change begins at: what it says, and of which code. */
export const sameComment = ({ rules, reason, target }: InlineComments['suppressions'][number]): string =>
  JSON.stringify([rules, reason, target]);
