/**
 * The most tokens that the calls of a run may take together, from its plan alone: over all turns, retries, waves, rounds and
 * fallbacks. `plan` prints it and the run holds to it where the user gave no limit. An agent that takes all its turns and
 * fills its budget evenly is within it; what calls cost that are made again has to fit into what others leave (TRUST-04).
 */

export interface BoundedAgent {
  /** All turns it may take, in all its waves. */
  readonly turns: number;
  /** What every turn carries beside what the agent was given since: the scope, where all have it before them. */
  readonly carriedTokens: number;
  /** Of one wave or round. */
  readonly budgetTokens: number;
}

/** Prompt, contract, hints and tools, which every call carries. */
const PROMPT_TOKENS = 6000;

const boundAgent = ({ turns, carriedTokens, budgetTokens }: BoundedAgent): number =>
  turns * (PROMPT_TOKENS + carriedTokens + Math.ceil(budgetTokens / 2)) + budgetTokens;

export const boundTokens = (agents: readonly BoundedAgent[]): number =>
  agents.reduce((sum, agent) => sum + boundAgent(agent), 0);
