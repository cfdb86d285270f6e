/**
 * Lists for every source language what opens and closes its comments and strings (SYNTAXES), with templates, characters and
 * here-documents. Data for mask-source.ts.
 */

export interface Delimiter {
  readonly open: string;
  readonly close: string;
  readonly kind: 'comment' | 'string';
  /** Whether it goes on over line ends; if not, the line end closes it. */
  readonly multiline: boolean;
  /** Whether a backslash protects the next character. */
  readonly escape: boolean;
  /** The characters before which it may open; null = everywhere. */
  readonly after: RegExp | null;
}

export interface Syntax {
  /** Longest opening first where one is the beginning of another. */
  readonly delimiters: readonly Delimiter[];
  /** Template literals with `${}` and regular expressions. */
  readonly isScript: boolean;
  /** `'x'` is a character, anything else after a quote is no string (lifetimes, primes). */
  readonly hasCharacters: boolean;
  readonly heredoc: RegExp | null;
}

const comment = (open: string, close: string, after: RegExp | null = null): Delimiter => ({
  open,
  close,
  kind: 'comment',
  multiline: close !== '\n',
  escape: false,
  after,
});
const quoted = (quote: string): Delimiter => ({
  open: quote,
  close: quote,
  kind: 'string',
  multiline: false,
  escape: true,
  after: null,
});
const raw = (open: string, close: string): Delimiter => ({
  open,
  close,
  kind: 'string',
  multiline: true,
  escape: false,
  after: null,
});
const longQuoted = (open: string): Delimiter => ({ ...raw(open, open), escape: true });

const SLASHES = comment('//', '\n');
const BLOCK = comment('/*', '*/');
const HASH = comment('#', '\n');
const WORD_HASH = comment('#', '\n', /[\s;()]/u);
const DASHES = comment('--', '\n');
const MARKUP = comment('<!--', '-->');
const DOUBLE = quoted('"');
const SINGLE = quoted("'");
const TRIPLE = longQuoted('"""');

const syntax = (delimiters: Delimiter[], more: Partial<Syntax> = {}): Syntax => ({
  delimiters,
  isScript: false,
  hasCharacters: false,
  heredoc: null,
  ...more,
});

const SHELL_HEREDOC = /<<[-~]?\s?(['"]?)([A-Za-z_]\w{0,60})\1/uy;
const PHP_HEREDOC = /<<<\s?(['"]?)([A-Za-z_]\w{0,60})\1/uy;

const SCRIPT = syntax([SLASHES, BLOCK, DOUBLE, SINGLE], { isScript: true });
const C_LIKE = syntax([SLASHES, BLOCK, DOUBLE], { hasCharacters: true });
const C_LIKE_WITH_BLOCKS = syntax([SLASHES, BLOCK, TRIPLE, DOUBLE], { hasCharacters: true });

export const SYNTAXES: Readonly<Record<string, Syntax>> = {
  typescript: SCRIPT,
  tsx: SCRIPT,
  javascript: SCRIPT,
  vue: syntax([MARKUP, SLASHES, BLOCK, DOUBLE, SINGLE], { isScript: true }),
  svelte: syntax([MARKUP, SLASHES, BLOCK, DOUBLE, SINGLE], { isScript: true }),
  python: syntax([HASH, TRIPLE, longQuoted("'''"), DOUBLE, SINGLE]),
  go: syntax([SLASHES, BLOCK, raw('`', '`'), DOUBLE], { hasCharacters: true }),
  java: C_LIKE_WITH_BLOCKS,
  kotlin: C_LIKE_WITH_BLOCKS,
  scala: C_LIKE_WITH_BLOCKS,
  csharp: syntax([SLASHES, BLOCK, TRIPLE, raw('@"', '"'), DOUBLE], { hasCharacters: true }),
  c: C_LIKE,
  cpp: syntax([SLASHES, BLOCK, raw('R"(', ')"'), DOUBLE], { hasCharacters: true }),
  'objective-c': C_LIKE,
  rust: syntax([SLASHES, BLOCK, raw('r##"', '"##'), raw('r#"', '"#'), longQuoted('"')], { hasCharacters: true }),
  swift: syntax([SLASHES, BLOCK, TRIPLE, DOUBLE]),
  dart: syntax([SLASHES, BLOCK, TRIPLE, longQuoted("'''"), DOUBLE, SINGLE]),
  php: syntax([SLASHES, BLOCK, comment('#', '\n', /\s/u), DOUBLE, SINGLE], { heredoc: PHP_HEREDOC }),
  ruby: syntax([comment('=begin', '\n=end', /\n/u), WORD_HASH, DOUBLE, SINGLE], { heredoc: SHELL_HEREDOC }),
  bash: syntax([WORD_HASH, longQuoted('"'), raw("'", "'")], { heredoc: SHELL_HEREDOC }),
  perl: syntax([comment('=pod', '\n=cut', /\n/u), WORD_HASH, DOUBLE, SINGLE]),
  powershell: syntax([comment('<#', '#>'), WORD_HASH, DOUBLE, raw("'", "'")]),
  elixir: syntax([HASH, TRIPLE, DOUBLE]),
  erlang: syntax([comment('%', '\n'), DOUBLE]),
  haskell: syntax([comment('{-', '-}'), DASHES, DOUBLE], { hasCharacters: true }),
  lua: syntax([comment('--[[', ']]'), DASHES, raw('[[', ']]'), DOUBLE, SINGLE]),
  r: syntax([HASH, DOUBLE, SINGLE]),
  sql: syntax([DASHES, BLOCK, raw("'", "'")]),
  solidity: syntax([SLASHES, BLOCK, DOUBLE, SINGLE]),
};
