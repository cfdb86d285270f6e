/**
 * Computes from the planned agents (turns, budget, tokens carried in each turn) the most tokens all model calls of a run may take
 * together (TRUST-04). `plan` prints it, and it is the run's limit where the user gave none. Called by
 * engine/review/plan-review.ts, protocol/rounds/audit-estimate.ts, wiring/triage.ts and wiring/write-repairs.ts.
 */

export interface BoundedAgent {
  /** All turns it may take, in all its waves. */
  readonly turns: number;
  /** What every turn carries beside what the agent was given since: the scope, where all have it before them. */
  readonly carriedTokens: number;
  /** Of one wave or round. */
  readonly budgetTokens: number;
  /** No call carries more than the window of its model; null or absent where nobody knows it. */
  readonly windowTokens?: number | null;
}

/** Prompt, contract, hints and tools, which every call carries. */
const PROMPT_TOKENS = 6000;

const boundAgent = ({ turns, carriedTokens, budgetTokens, windowTokens = null }: BoundedAgent): number =>
  turns *
    Math.min(PROMPT_TOKENS + carriedTokens + Math.ceil(budgetTokens / 2), windowTokens ?? Number.POSITIVE_INFINITY) +
  budgetTokens;

export const boundTokens = (agents: readonly BoundedAgent[]): number =>
  agents.reduce((sum, agent) => sum + boundAgent(agent), 0);
