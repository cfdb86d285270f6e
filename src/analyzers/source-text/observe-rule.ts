/**
 * Makes an Observation (project-scan.ts) from the row of a rule table and a place in a document. Used by configuration/rule-match.ts and
 * dependencies/remote-code.ts.
 */
import { CONFIDENCE } from '../../protocol/findings/finding.ts';
import type { RuleText } from '../rule-tables/rule-text.ts';
import type { Observation } from './project-scan.ts';

export const observeRule = (
  { id, severity, category, cwe, dimension, title, message, fix, confidence }: RuleText,
  place: Pick<Observation, 'document' | 'line' | 'endLine'>,
): Observation => ({
  ...place,
  rule: id,
  severity,
  category,
  cwe,
  dimension,
  title,
  issue: message,
  recommendation: fix,
  confidence: CONFIDENCE[confidence],
});
