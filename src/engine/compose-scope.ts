/**
 * Composes two parts that plan and report documents share: `scope` (files, tokens, languages, what was ignored) from the survey, and
 * `budget` from the record of the first wave. Called by the compose and plan files of review/ and audit/.
 */
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { countLeftOut } from './left-out.ts';
import type { WaveRecord } from './review/review-state.ts';
import type { Survey } from './survey.ts';

export const composeScope = (survey: Survey): ReportDocument['scope'] => ({
  selection: survey.snapshot.selection,
  files: survey.files.length + survey.unlisted.files,
  tokens: survey.totalTokens,
  loc: survey.loc,
  languages: survey.languages,
  ignored: survey.ignored.map(({ path, reason }) => ({ path, reason })),
  ...countLeftOut(survey.ignored),
  change: survey.snapshot.isChange,
});

/** The scale is rounded for display only; budgets use the exact one. */
export const composeBudget = (first: WaveRecord): ReportDocument['budget'] => ({
  total_tokens: first.totalTokens,
  scale: Math.round(first.scale * 10_000) / 10_000,
  isolation: first.isolation,
});
