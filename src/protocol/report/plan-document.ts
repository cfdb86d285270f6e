/** The plan document, `consensus-review/plan@1`: everything up to dispatch. Key order here is that of the JSON. */
import type { Dimension } from '../findings/dimension.ts';
import type { ReportDocument } from './report-document.ts';

export const PLAN_SCHEMA = 'consensus-review/plan@1';

interface PlanAgent {
  readonly agent: string;
  readonly budget_tokens: number;
  /** How many files are assigned to it over all waves. */
  readonly files: number;
  /** Empty in a review. */
  readonly dimensions: readonly Dimension[];
  /** The model that will be asked; null where analyzers review. */
  readonly model: string | null;
  /** Of `files`: reviewed before under the same conditions, so that it will not be given them. */
  readonly files_recalled: number;
}

interface PlanEstimate {
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number;
  readonly waves: number;
  /** Paths that the limits of the run will leave unreviewed. */
  readonly not_covered: readonly string[];
  /** Agents on models whose price nobody knows: the cost is without them. */
  readonly unpriced_agents: number;
  /** Calls of earlier runs that will not be made again. */
  readonly reused_calls: number;
}

export interface PlanDocument {
  readonly schema: typeof PLAN_SCHEMA;
  readonly scope: ReportDocument['scope'];
  readonly budget: ReportDocument['budget'];
  readonly agents: readonly PlanAgent[];
  readonly estimate: PlanEstimate;
  readonly run: Pick<ReportDocument['run'], 'playbook' | 'mode' | 'model'>;
  readonly warnings: readonly string[];
}
