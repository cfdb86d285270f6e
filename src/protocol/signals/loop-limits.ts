/**
 * Defines the limits of the loop over return signals (context percent to checkpoint and halt at, iterations) and their defaults.
 * Read by orchestrator.ts and cli/commands/signal-loop.ts; apart from them because the help of `signal loop`
 * (cli/commands/signal-declaration.ts) names the defaults.
 */
export interface LoopLimits {
  readonly checkpointPercent: number;
  readonly haltPercent: number;
  readonly maxIterations: number;
}

export const DEFAULT_LOOP_LIMITS: LoopLimits = { checkpointPercent: 70, haltPercent: 85, maxIterations: 100 };
