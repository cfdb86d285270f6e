/**
 * Remembers whether this process belongs to the command line, so that a large review may change settings of its JavaScript engine; a
 * program that uses the library keeps its own. Set by cli/start.ts, read by reviewers/embedded/analyzer-pool.ts.
 */
let isClaimed = false;

export const claimProcess = (): void => {
  isClaimed = true;
};

export const isProcessClaimed = (): boolean => isClaimed;
