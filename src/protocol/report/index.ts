/**
 * Re-exports the public part of this folder (report and plan documents, reviewer outputs, events, synthesis, verdict, exit code,
 * comparison): protocol/index.ts passes it on as `consensus-review/protocol`. Our own code imports the files themselves.
 */

export { compareRuns } from './compare-runs.ts';
export type { ComparisonDocument } from './comparison-document.ts';
export { decideExit } from './exit-code.ts';
export { type PlanDocument, planSchema } from './plan-document.ts';
export { type ReportAgent, type ReportDocument, type ReportFinding, reportSchema } from './report-document.ts';
export {
  formatReviewerOutput,
  type OutputFacts,
  type OutputFinding,
  reviewerOutputsSchema,
} from './reviewer-output.ts';
export type { RunEvent } from './run-events.ts';
export { type Synthesis, synthesize } from './synthesis.ts';
export { agentVerdict, decideVerdict } from './verdict.ts';
