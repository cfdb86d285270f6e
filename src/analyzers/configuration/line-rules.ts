/**
 * Applies the line rules of rules/configuration/ (a path pattern and a line pattern) to every line of a file that is no comment and
 * returns RuleMatches. Called by configuration.ts for every file of the analyzer.
 */
import type { TextDocument } from '../source-text/text-document.ts';
import { LINE_RULES } from './configuration-rules.ts';
import type { RuleMatch } from './rule-match.ts';

const LINE_CHARACTERS = 1_000;
const COMMENT = /^\s*(?:#(?!!)|;|\/\/|<!--|\*|--\s)/u;

export function detectLines({ path, text, lines }: TextDocument): readonly RuleMatch[] {
  const chosen = LINE_RULES.filter(
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
