/**
 * Whether this process is the command's own, so that settings of its engine may be changed for a large review. The library runs in
 * a process of somebody else and leaves them as they are. Claimed by cli/start.ts, asked by reviewers/embedded/analyzer-pool.ts.
 */
let isClaimed = false;

export const claimProcess = (): void => {
  isClaimed = true;
};

export const isProcessClaimed = (): boolean => isClaimed;
