/**
 * What a check of configuration files sees: a rule at a line. The words, the CWE and the weight of each rule stand in
 * `rules/configuration/`; `{what}` in the words is replaced by what was sighted.
 */
import { observeRule } from '../source-text/observe-rule.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import type { ConfigurationRule } from './configuration-rule.ts';
import { maskSecrets } from './mask-secrets.ts';

export interface RuleMatch extends Partial<Pick<ConfigurationRule, 'severity' | 'confidence'>> {
  readonly rule: string;
  readonly line: number;
  readonly endLine?: number;
  /** Stands for `{what}` in the words of the rule. */
  readonly what?: string;
}

const WHAT_CHARACTERS = 120;

/** Severity and confidence are those of the sighting where this case weighs more or less than the rule. */
export function describeMatch(document: TextDocument, match: RuleMatch, rule: ConfigurationRule): Observation {
  const { line, endLine, what = '', severity = rule.severity, confidence = rule.confidence } = match;
  const shown = maskSecrets(what.replace(/\s+/gu, ' ').trim()).slice(0, WHAT_CHARACTERS);
  const fill = (words: string): string => words.replaceAll('{what}', () => shown);
  const title = fill(rule.title);
  const message = fill(rule.message);
  const fix = fill(rule.fix);
  return observeRule({ ...rule, severity, confidence, title, message, fix }, { document, line, endLine });
}
