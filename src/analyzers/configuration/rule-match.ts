/**
 * Defines RuleMatch, what every check of this folder returns: a rule id at a line. describeMatch turns it into an Observation with the
 * texts, CWE and severity of the rule in rules/configuration/, `{what}` replaced by what was found. Called by configuration.ts.
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
