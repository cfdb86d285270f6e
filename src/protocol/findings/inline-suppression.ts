/**
 * Reads comments `consensus-review-ignore RULE[, RULE]: reason`, on the line they are about or above it, in the file's comment
 * syntax, into suppressions; an incomplete one is a fault and suppresses nothing. Also writes one (lsp/code-actions.ts). Time
 * grows with a line's length, not its square, because anybody may write the text. Called by engine/finding-policy.ts and
 * lsp/diagnostics.ts.
 */
import type { Suppression } from './suppression.ts';

const WORD = 'consensus-review-ignore';

const SLASHES = '//|/\\*+|\\*';
const HASH = '(?<!#)#+';
/** Every opening of a comment that a language may have; quotes and single letters are none. */
const ANY = `${SLASHES}|${HASH}|(?<!-)--+|<!--|(?<!;);+|(?<!%)%+|\\{#|\\{\\{!(?:--)?|\\{\\{--|<%#|<%--|@\\*|\\(\\*|\\{-|\\bREM\\b|dnl|\\.\\.`;

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

const CLOSING = /(?<!\s)\s*(?:(?<!\*)\*+\/|(?<!-)--+>|#\}|--\}\}|\}\}|--%>|%>|\*@|\*\)|-\})\s*(?:\}\s*)?$/u;
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
  const { lines, opening } = readLines(path, language, text);
  const pattern = new RegExp(`(?:${opening})\\s*${WORD}\\b(?<rest>.*)`, 'u');
  const comments = lines.map((line) => findComment(line, pattern));
  const following = listFollowing(lines, comments);
  const suppressions: (Suppression & { target: string })[] = [];
  const faults: InlineFault[] = [];
  for (const [at, found] of comments.entries()) {
    if (found === null) continue;
    const said = SAID.exec(found.rest.replace(CLOSING, ''))?.groups;
    if (said === undefined) {
      faults.push({ line: at + 1 });
      continue;
    }
    // The line itself where code stands before the comment, else the next one.
    const isAlone = found.before.replace('{', '').trim() === '';
    const meant = isAlone ? (following[at] ?? null) : at;
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
      target: (comments[meant]?.before ?? lines[meant] ?? '').trim(),
    });
  }
  return { suppressions, faults };
}

function readLines(path: string, language: string | null, text: string) {
  const lines = text.split(/\r?\n/u);
  return path.endsWith('.ipynb')
    ? { lines: lines.map(readNotebookLine), opening: HASH }
    : { lines, opening: openingOf(language) };
}

/** A line of code as the JSON of a notebook quotes it: `"x = 1\\n",`. */
function readNotebookLine(line: string): string {
  const [, quoted] = /^\s*("(?:[^"\\]|\\.)*"),?\s*$/u.exec(line) ?? [];
  try {
    return quoted === undefined ? line : String(JSON.parse(quoted)).replace(/\r?\n$/u, '');
  } catch {
    return line;
  }
}

interface FoundComment {
  readonly before: string;
  readonly rest: string;
}

/** Null also where a sign inside of the line ends it for the language: what follows is no part of the comment. */
function findComment(line: string, pattern: RegExp): FoundComment | null {
  const found = line.includes(WORD) ? pattern.exec(line) : null;
  if (found === null || found.index + found[0].length < line.length) return null;
  return { before: line.slice(0, found.index), rest: found.groups?.rest ?? '' };
}

const LONE_CLOSING = /^\s*(?:\*+\/|--+>)\s*$/u;

/** For each line the next one that is not blank and no such comment itself; from the end, so that each is looked at once. */
function listFollowing(
  lines: readonly string[],
  comments: readonly (FoundComment | null)[],
): readonly (number | null)[] {
  const following: (number | null)[] = [];
  let next: number | null = null;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    following[at] = next;
    const line = lines[at] ?? '';
    if ((comments[at]?.before ?? line).trim() !== '' && !LONE_CLOSING.test(line)) next = at;
  }
  return following;
}

const DASHED: ReadonlySet<string> = new Set('sql lua haskell ada elm purescript'.split(' '));
const TAGGED: ReadonlySet<string> = new Set('html xml markdown'.split(' '));
const ALSO_SLASHED: ReadonlySet<string> = new Set('php solidity zig cuda glsl move d reason apex'.split(' '));
const ALSO_HASHED: ReadonlySet<string> = new Set(
  'yaml toml dockerfile makefile terraform graphql powershell fish awk crystal nim starlark nix cython vyper coffeescript tcl'.split(
    ' ',
  ),
);

/** The comment above a line that suppresses rules there; null in a language whose comments are not known. Without a reason it suppresses nothing. */
export function writeInlineComment(language: string | null, rules: readonly string[], reason: string): string | null {
  if (language === null || rules.length === 0) return null;
  const words = `${WORD} ${rules.join(', ')}: ${reason}`;
  if (SLASHED.has(language) || ALSO_SLASHED.has(language)) return `// ${words}`;
  if (HASHED.has(language) || ALSO_HASHED.has(language)) return `# ${words}`;
  if (DASHED.has(language)) return `-- ${words}`;
  if (TAGGED.has(language)) return `<!-- ${words} -->`;
  return language === 'css' ? `/* ${words} */` : null;
}

/** What makes a comment the same one in the revision that a change begins at: what it says, and of which code. */
export const sameComment = ({ rules, reason, target }: InlineComments['suppressions'][number]): string =>
  JSON.stringify([rules, reason, target]);
