/**
 * Sets the limits of one analyzer on one file: processor time (so that a busy machine stops no scan early), memory, and clock time for a
 * scan that waits without using the processor. Described in docs/analyzers.md, "Limits". Enforced by
 * reviewers/embedded/portion-process.ts and portion-processes.ts.
 */
export interface AnalyzerLimits {
  /** Processor time for one file, in milliseconds, … */
  readonly fileMs: number;
  /** … to which every character adds. */
  readonly characterMs: number;
  /** After so many files of a run were stopped … */
  readonly patience: number;
  /** … this takes the place of `fileMs`: a tree full of such files ends too. */
  readonly hurriedMs: number;
  /** Processor time before the first file: what an analyzer loads and learns of the project. */
  readonly prepareMs: number;
  /** By the clock, for a file whose scan neither ends nor uses the processor. */
  readonly stillMs: number;
  /** Memory of the process that scans, WebAssembly included, in megabytes. */
  readonly memoryMb: number;
  /** By the clock, between the end of a run's time and the end of its scans. */
  readonly abortMs: number;
}

export const ANALYZER_LIMITS: AnalyzerLimits = {
  fileMs: 15_000,
  characterMs: 0.03,
  patience: 4,
  hurriedMs: 3_000,
  prepareMs: 120_000,
  stillMs: 600_000,
  memoryMb: 1_500,
  abortMs: 1_000,
};
