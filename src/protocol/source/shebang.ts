/**
 * Detects the language of a script from the interpreter in its first line (`#!/usr/bin/env python3`), null where there is none or
 * it is unknown. Called by context/file-index.ts and repository/files/decode-text.ts for files whose name does not tell.
 */

const INTERPRETERS: Readonly<Record<string, string>> = {
  sh: 'bash',
  bash: 'bash',
  dash: 'bash',
  ash: 'bash',
  ksh: 'bash',
  mksh: 'bash',
  zsh: 'bash',
  busybox: 'bash',
  bats: 'bash',
  fish: 'fish',
  node: 'javascript',
  nodejs: 'javascript',
  bun: 'typescript',
  deno: 'typescript',
  tsx: 'typescript',
  'ts-node': 'typescript',
  python: 'python',
  pypy: 'python',
  ruby: 'ruby',
  jruby: 'ruby',
  perl: 'perl',
  php: 'php',
  lua: 'lua',
  luajit: 'lua',
  rscript: 'r',
  pwsh: 'powershell',
  powershell: 'powershell',
  groovy: 'groovy',
  swift: 'swift',
  scala: 'scala',
  kotlin: 'kotlin',
  elixir: 'elixir',
  escript: 'erlang',
  julia: 'julia',
  runhaskell: 'haskell',
  runghc: 'haskell',
  ocaml: 'ocaml',
  clojure: 'clojure',
  tclsh: 'tcl',
  wish: 'tcl',
  awk: 'awk',
  gawk: 'awk',
  mawk: 'awk',
};

/** Longer than any system reads of such a line. */
const LINE_CHARS = 512;

const nameOf = (word: string): string => {
  const program = word.slice(word.search(/[^/\\]*$/u)).toLowerCase();
  return INTERPRETERS[program] ?? INTERPRETERS[program.replace(/[\d.-]+$/u, '')] ?? '';
};

/** Null where there is no `#!` line, or an interpreter nobody knows. `env` and its options are skipped. */
export function languageOfShebang(text: string): string | null {
  if (!text.startsWith('#!')) return null;
  const words = text
    .slice(2, LINE_CHARS)
    .split(/[\r\n]/u, 1)
    .join('')
    .trim()
    .split(/\s+/u);
  const isOwn = (word: string): boolean => !word.startsWith('-') && !word.includes('=') && !/(?:^|\/)env$/u.test(word);
  return nameOf(words.find(isOwn) ?? '') || null;
}
