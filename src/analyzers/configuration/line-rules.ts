/** Settings files whose problems stand on one line: a rule is a kind of file and a pattern. Comments do not count. */
import type { TextDocument } from '../source-text/text-document.ts';
import type { Problem, Sighting } from './problem.ts';

export interface LineRule extends Problem {
  readonly rule: string;
  /** Paths it is for. */
  readonly files: RegExp;
  /** On a line; the first group, if any, is what was sighted. */
  readonly pattern: RegExp;
  /** The file must hold this too. */
  readonly requires?: RegExp;
  /** A file that holds this is left alone. */
  readonly unless?: RegExp;
  /** Paths that are left alone, such as settings for development. */
  readonly except?: RegExp;
}

const LINE_CHARACTERS = 1_000;
const COMMENT = /^\s*(?:#(?!!)|;|\/\/|<!--|\*|--\s)/u;

export const isForLineRules = (path: string, rules: readonly LineRule[]): boolean =>
  rules.some((rule) => rule.files.test(path) && !rule.except?.test(path));

export function sightLines(document: TextDocument, rules: readonly LineRule[]): readonly Sighting[] {
  const { path, text, lines } = document;
  const chosen = rules.filter(
    (rule) =>
      rule.files.test(path) &&
      !rule.except?.test(path) &&
      rule.requires?.test(text) !== false &&
      !rule.unless?.test(text),
  );
  if (chosen.length === 0) return [];
  return lines.flatMap((whole, index) => {
    if (COMMENT.test(whole)) return [];
    const line = whole.slice(0, LINE_CHARACTERS);
    return chosen.flatMap(({ rule, pattern }) => {
      const match = pattern.exec(line);
      return match ? [{ rule, line: index + 1, what: match[1] ?? match[0] }] : [];
    });
  });
}
