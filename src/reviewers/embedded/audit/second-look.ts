/**
 * Matches text patterns for the embedded validator: what a weakness looks like as plain text, and what a defence against it looks like
 * (FACT-08, steps 1 and 2). Independent of the rules that found anything; returns the matching words and decides nothing. Called by
 * validate.ts and examine-sinks.ts.
 */

import { WELL_KNOWN_PACKAGES } from '../../../analyzers/dependencies/typosquat.ts';
import { findClosestName } from '../../../protocol/text/closest-name.ts';
import { signsOf } from './weakness-signs.ts';

/** What refers to a secret or explains its place. */
const HARMLESS =
  /^(?:\$|%|<|\{|process\.env|os\.environ|env[(.:]|vault:|secrets?\.|https?:|\/|\.\/|pass(?:w(?:or)?d)?$|pwd$|secret$|token$|change.?(?:me|it)|your|example|x{3,}|\*+$|null$|none$|nil$|true$|false$|undefined$)/iu;

const COMMENT = /^\s*(?:\*|\/\/|#(?!!)|<!--|--(?!-))/u;

/** Shapes that only secrets have: those are no example, not even in a comment. */
const SECRET_SHAPES =
  /-----BEGIN [A-Z ]*PRIVATE KEY|\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,}|[rs]k_live_\w{16,}|npm_\w{30,}|AIza[\w-]{30,}|SG\.[\w-]{16,}\.[\w-]{16,})/u;

/** Values as programs write them, in quotes; and as settings do, without. */
const QUOTED = /(["'`])((?:(?!\1)[^\s]){8,})\1/gu;
const BARE = /(?<=^|[=:>\s])((?=[^\s"'`<>,;]{0,300}\d)(?=[^\s"'`<>,;]{0,300}[A-Za-z])[^\s"'`<>,;]{8,})/gmu;
const REFERENCE = /\$\{|\$\(|\{\{|%\(|\w\(/u;

/** A value that is written out and made of more than a word: not a reference, not a placeholder. */
function seeLiteral(text: string): boolean {
  const values = [...text.matchAll(QUOTED)].map(([, , value = '']) => value);
  for (const [, value = ''] of text.matchAll(BARE)) values.push(value.replace(/^[\w.-]+=/u, ''));
  return values.some((value) => {
    const kinds = [/[a-z]/u, /[A-Z]/u, /\d/u, /[^A-Za-z\d]/u].filter((kind) => kind.test(value)).length;
    return kinds >= 2 && new Set(value).size >= 6 && !HARMLESS.test(value) && !REFERENCE.test(value);
  });
}

const seeSecret = (cited: readonly string[], code: string, named: RegExp): boolean =>
  SECRET_SHAPES.test(cited.join('\n')) || named.test(code) || seeLiteral(code);

/** The text that shows the weakness at the cited lines, or words for it; null where it does not, or stands in a comment. */
export function seeAsWritten(cwe: string | null, cited: readonly string[]): string | null {
  const { written: pattern, isSecret } = signsOf(cwe) ?? {};
  if (pattern === undefined) return null;
  const code = cited.filter((line) => !COMMENT.test(line)).join('\n');
  if (isSecret) return seeSecret(cited, code, pattern) ? 'a secret in plain text' : null;
  return pattern.exec(code)?.[0].trim().slice(0, 40) ?? null;
}

/** A dependency whose name is nearly a well-known one; null where it is that one, or none like it. */
export function seeMisspelling(cited: readonly string[]): string | null {
  const name = /^\s*["']?(@?[\w./-]{5,60})["']?\s*(?:[:=<>~!;[]|$)/u.exec(cited[0] ?? '')?.[1]?.toLowerCase();
  if (name === undefined || WELL_KNOWN_PACKAGES.includes(name)) return null;
  const meant = findClosestName(name, WELL_KNOWN_PACKAGES);
  return meant === null ? null : `${name} beside ${meant}`;
}

/** For a class without words of its own. */
const ANY_DEFENCE = /\bsanitiz|\bescape\w*\s*\(|allow_?list|white_?list|\bvalidate\w*\s*\(/iu;

/** `UnsafeLoader`, `unsafe_load`, `unescape(`: the opposite of a defence, although its word is in them. */
const UNSAFE = /(?:Un|(?<![A-Za-z])(?:un|UN))_?(?:[Ss]afe|SAFE|escape|sanitiz|valid|check|filter|restrict)\w*/gu;

/** The text without words that begin with `un` before the word of a defence. */
export const leaveOutUnsafe = (text: string): string => text.replace(UNSAFE, ' ');

const LINES_AROUND = 3;
const FARTHEST = 60;

/** A word of a defence between the source and the sink; null where none is seen. */
export function seeDefence(
  cwe: string | null,
  lines: readonly string[],
  { source, sink }: { readonly source: number | null; readonly sink: number },
): { readonly word: string; readonly line: number } | null {
  const pattern = signsOf(cwe)?.defence ?? ANY_DEFENCE;
  const first = source !== null && source <= sink && sink - source <= FARTHEST ? source : sink - LINES_AROUND;
  for (let line = Math.max(1, first); line <= sink; line += 1) {
    const text = lines[line - 1] ?? '';
    const word = COMMENT.test(text) ? undefined : pattern.exec(leaveOutUnsafe(text))?.[0];
    if (word !== undefined) return { word: word.trim(), line };
  }
  return null;
}
