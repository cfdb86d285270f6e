/**
 * Counts the files that only rules (no model) have reviewed and lists what rules cannot see there (REV-29), for the coverage of a
 * report. Called by engine/review/compose-coverage.ts and engine/audit/compose-audit-coverage.ts.
 */
import type { ReportAgent, ReportDocument, ReportFileCoverage } from './report-document.ts';

/** Kinds of problem that need an understanding of the program. Each completes "Rules cannot see …". */
export const RULE_LIMITS: readonly string[] = [
  'whether the code does what it should',
  'business rules',
  'missing permissions beyond common patterns',
  'races',
  'whether documentation is true',
];

export function describeRuleCoverage(
  files: readonly ReportFileCoverage[],
  agents: readonly Pick<ReportAgent, 'agent' | 'model'>[],
): Pick<ReportDocument['coverage'], 'checked_by_rules' | 'not_assessed'> {
  const withModel = new Set(agents.filter(({ model }) => model !== null).map(({ agent }) => agent));
  const isByRules = ({ status, by }: ReportFileCoverage): boolean => {
    if (status === 'skipped') return false;
    const reviewers = Object.keys(by).filter((agent) => by[agent] === 'reviewed');
    // An audit does not say who looked at a file: its agents are all of one kind.
    return reviewers.length === 0 ? withModel.size === 0 : !reviewers.some((agent) => withModel.has(agent));
  };
  const checked = files.filter(isByRules).length;
  return { checked_by_rules: checked, not_assessed: checked === 0 ? [] : RULE_LIMITS };
}
