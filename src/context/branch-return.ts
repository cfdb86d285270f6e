/**
 * How a branch returns: its message is scrubbed of secrets before it leaves, and where that cannot be done in time no
 * message leaves and the branch stays open (FACT-16). Branches beneath it end first.
 */
import type { Clock, TokenCounter } from '../ports.ts';
import type { BranchTree, Refused } from './branch-tree.ts';

/** The text without its secrets; throws where it cannot be sure. */
export type Scrub = (text: string) => Promise<string>;

export interface ReturnPorts {
  readonly tree: BranchTree;
  readonly scrub: Scrub;
  readonly counter: TokenCounter;
  readonly clock: Clock;
}

export type ReturnOutcome =
  | {
      readonly kind: 'returned';
      readonly message: string;
      readonly usedTokens: number;
      /** Open branches beneath it that were ended first. */
      readonly ended: readonly string[];
    }
  | Refused;

const SCRUB_TIMEOUT_MS = 10_000;

/** Null where the scrubber throws, hangs or answers with something else than a text. */
async function scrubInTime(scrub: Scrub, text: string, clock: Clock): Promise<string | null> {
  const timeout = clock.timeout(SCRUB_TIMEOUT_MS);
  const late = new Promise<null>((resolve) => timeout.addEventListener('abort', () => resolve(null), { once: true }));
  const scrubbed = await Promise.race([Promise.try(scrub, text).catch(() => null), late]);
  return typeof scrubbed === 'string' ? scrubbed : null;
}

export async function returnBranch(branchId: string, message: string, ports: ReturnPorts): Promise<ReturnOutcome> {
  const { tree, scrub, counter, clock } = ports;
  // A charge of nothing asks whether the branch is active without ending it.
  const before = tree.find(branchId);
  if (before?.state !== 'active') return endRefused(tree, branchId);
  const scrubbed = await scrubInTime(scrub, message, clock);
  if (scrubbed === null) {
    return { kind: 'refused', reason: 'the message could not be scrubbed of secrets, so it was not returned; try again' };
  }
  const used = tree.find(branchId)?.usedTokens ?? before.usedTokens;
  // The message is output of the branch; it may leave a spent branch, because returning is what a spent branch must do.
  tree.setUsed(branchId, Math.min(before.budgetTokens, used + counter.count(scrubbed)));
  const outcome = tree.end(branchId, 'completed', null);
  if (outcome.kind === 'refused') return outcome;
  return { kind: 'returned', message: scrubbed, usedTokens: outcome.branch.usedTokens, ended: outcome.ended };
}

/** The tree's own words on a branch that is not active. */
function endRefused(tree: BranchTree, branchId: string): Refused {
  const outcome = tree.end(branchId, 'completed', null);
  return outcome.kind === 'refused' ? outcome : { kind: 'refused', reason: `branch ${branchId} is not active` };
}
