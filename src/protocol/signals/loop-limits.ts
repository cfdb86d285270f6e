/** How far a loop over return signals may go; apart from the loop, because the help of the command line names the defaults. */
export interface LoopLimits {
  readonly checkpointPercent: number;
  readonly haltPercent: number;
  readonly maxIterations: number;
}

export const DEFAULT_LOOP_LIMITS: LoopLimits = { checkpointPercent: 70, haltPercent: 85, maxIterations: 100 };
