/** The documents of a run, and what follows from them: synthesis, verdict, exit code, comparison. */
export { compareRuns } from './compare-runs.ts';
export type { ComparisonDocument } from './comparison-document.ts';
export { decideExit, type FailOn } from './exit-code.ts';
export { type PlanDocument, planSchema } from './plan-document.ts';
export {
  type CutoffReason,
  type Mode,
  type ReportAgent,
  type ReportDocument,
  type ReportFinding,
  reportSchema,
  type Verdict,
} from './report-document.ts';
export type { RunEvent } from './run-events.ts';
export { type Synthesis, synthesize } from './synthesis.ts';
export { agentVerdict, decideVerdict } from './verdict.ts';
