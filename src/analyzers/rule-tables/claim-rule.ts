/**
 * Makes the part of a finding that comes from its rule: title, text, severity, category, CWE and its link; the analyzer adds place and
 * evidence. Used by ast-grep, oxlint, ruff, markdownlint and others.
 */
import { type ClaimedFinding, CONFIDENCE, claimFinding } from '../../protocol/findings/finding.ts';
import type { RuleText } from './rule-text.ts';

export const claimRule = (rule: Omit<RuleText, 'id'>): ClaimedFinding =>
  claimFinding({
    severity: rule.severity,
    category: rule.category,
    dimension: rule.dimension,
    cwe: rule.cwe,
    title: rule.title,
    issue: rule.message,
    recommendation: rule.fix,
    references: linkWeakness(rule.cwe),
    confidence: CONFIDENCE[rule.confidence],
  });

/** The page of a weakness, none where there is no weakness. */
export const linkWeakness = (cwe: string | null): readonly string[] =>
  cwe === null ? [] : [`https://cwe.mitre.org/data/definitions/${cwe.slice(4)}.html`];
