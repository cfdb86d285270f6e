/**
 * Composes the report of a run whose scope has no files, because everything was deleted or left out (REV-28) or because the user
 * allows an empty scope: no agents, no cost, verdict OK with a warning that nothing was reviewed. Called by review/run-review.ts and
 * audit/run-audit.ts.
 */
import type { AuditMode } from '../protocol/coverage/audit-mode.ts';
import { REPORT_SCHEMA } from '../protocol/report/document-names.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { composeScope } from './compose-scope.ts';
import { composeUsage } from './compose-usage.ts';
import { noteLeftOut, warnOfLeftOut } from './left-out.ts';
import { composeRun, type RunFacts } from './run-facts.ts';
import type { RunRequest } from './run-request.ts';
import { type Survey, warnOfEmpty } from './survey.ts';

/** `mode` is there in an audit. */
type AskedRun = Pick<RunRequest, 'model' | 'warnings'> & { readonly mode?: AuditMode };

export const composeNothing = (survey: Survey, asked: AskedRun, facts: RunFacts, reason: string): ReportDocument => ({
  schema: REPORT_SCHEMA,
  run: composeRun(facts, {
    playbook: asked.mode === undefined ? 'review' : 'audit',
    mode: asked.mode ?? 'review',
    model: asked.model,
  }),
  scope: composeScope(survey),
  budget: { total_tokens: 0, scale: 1, isolation: 'shared' },
  verdict: 'OK',
  complete: true,
  verdict_trace: ['OK: nothing to review'],
  warnings: [...asked.warnings, ...warnOfEmpty(reason), ...survey.snapshot.warnings, ...warnOfLeftOut(survey)],
  notes: noteLeftOut(survey),
  suggestions: [],
  agents: [],
  findings: [],
  coverage: {
    files: [],
    dimensions: {},
    gaps: [],
    ratio: 1,
    met: true,
    cells: [],
    recalled: [],
    checked_by_rules: 0,
    not_assessed: [],
  },
  rounds: [],
  attack_chains: [],
  analyzers: [],
  truncation: { agents: [], coverage_gaps: [], unrecovered_findings: 0, needs_reaudit: [] },
  signals: [],
  usage: composeUsage(facts.usage),
  audit: null,
});
