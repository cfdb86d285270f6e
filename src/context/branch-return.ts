/**
 * Returns a branch (an isolated context of an agent) to its parent: scrubs its message of secrets, ends the open branches beneath it
 * and the branch itself, and gives the message back. Where scrubbing fails or takes over 10 s, no message leaves and the branch stays
 * open (FACT-16). Called by the MCP tool `branch_return` (mcp/branch-tools.ts).
 */
import type { Clock } from '../ports/clock.ts';
import type { TokenCounter } from '../ports/file-index.ts';
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

async function callScrubber(scrub: Scrub, text: string): Promise<string | null> {
  try {
    return await scrub(text);
  } catch {
    return null;
  }
}

/** Null where the scrubber throws, hangs or answers with something else than a text. */
async function scrubInTime(scrub: Scrub, text: string, clock: Clock): Promise<string | null> {
  const timeout = clock.timeout(SCRUB_TIMEOUT_MS);
  const late = new Promise<null>((resolve) => timeout.addEventListener('abort', () => resolve(null), { once: true }));
  const scrubbed = await Promise.race([callScrubber(scrub, text), late]);
  return typeof scrubbed === 'string' ? scrubbed : null;
}

export async function returnBranch(branchId: string, message: string, ports: ReturnPorts): Promise<ReturnOutcome> {
  const { tree, scrub, counter, clock } = ports;
  const found = tree.findActive(branchId);
  if (found.kind === 'refused') return found;
  const scrubbed = await scrubInTime(scrub, message, clock);
  if (scrubbed === null) {
    return { kind: 'refused', reason: 'the message could not be scrubbed of secrets and was not returned; try again' };
  }
  // It may have ended meanwhile: then this message is refused too.
  const outcome = tree.end(branchId, { state: 'completed', reason: null, lastTokens: counter.count(scrubbed) });
  if (outcome.kind === 'refused') return outcome;
  return { kind: 'returned', message: scrubbed, usedTokens: outcome.branch.usedTokens, ended: outcome.ended };
}
