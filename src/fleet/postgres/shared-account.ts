/**
 * Accounts for tokens and money of a run whose calls are made on several machines: every attempt is claimed in the database before it
 * is made, so that all together never pass a limit. An attempt that is repeated after a kill is not booked twice. Used by
 * conduct-run.ts and perform-agent.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { costUsd, type PriceEntry, worstCostUsd } from '../../protocol/budget/model-prices.ts';
import {
  type CallAccount,
  type Claim,
  chargedUsage,
  createRunAccount,
  type RunAccount,
  type WorstCase,
} from '../../protocol/budget/run-account.ts';
import type { Database } from './database.ts';
import type { Lease } from './task-queue.ts';

const ROOM_POLL_MS = 250;
const claimRow = z.object({ granted: z.boolean(), may_help: z.boolean() });

const usdOf = ({ inputTokens, outputTokens }: WorstCase, price: PriceEntry | null): number =>
  price === null ? 0 : worstCostUsd(inputTokens, outputTokens, price);

export type SharedAccount = CallAccount & Pick<RunAccount, 'usage' | 'isSpent' | 'shares' | 'hasTail' | 'bound'>;

/** All calls of the run are held to a bound of its plan; one that is there already stays. */
export const boundAccount = async (database: Database, runId: string, tokens: number): Promise<void> =>
  void (await database.run(
    `INSERT INTO consensus_review.accounts AS a (run_id, max_tokens, max_usd, reserved_tokens, reserved_usd)
     VALUES ($1, $2, NULL, 0, 0) ON CONFLICT (run_id) DO UPDATE SET max_tokens = coalesce(a.max_tokens, $2)`,
    [runId, tokens],
  ));

/** Of one agent: its usage is what its own calls used, its limits are those of the run. */
export function createSharedAccount(database: Database, { runId, task, epoch }: Lease): SharedAccount {
  const own = createRunAccount({ maxTokens: null, maxCostUsd: null, reservedTokens: 0 });
  let isSpent = false;
  let mayHelp = false;
  let writing: Promise<unknown> = Promise.resolve();
  const write = (text: string, values: readonly unknown[]): void => {
    writing = writing.then(() => database.run(text, values)).catch(() => undefined);
  };
  const book = (key: string, claim: Claim, worst: WorstCase, price: PriceEntry | null): Claim => ({
    settle(said, counted) {
      claim.settle(said, counted);
      const charged = said === null ? null : chargedUsage(said, counted);
      const { inputTokens, outputTokens } = charged ?? worst;
      const tokens = inputTokens + outputTokens;
      const usd = charged === null || price === null ? usdOf(worst, price) : costUsd(charged, price);
      write(
        `UPDATE consensus_review.claims SET is_open = false, tokens = $4, usd = $5
         WHERE run_id = $1 AND key = $2 AND epoch <= $3`,
        [runId, key, epoch, tokens, usd],
      );
    },
    release() {
      claim.release();
      write('DELETE FROM consensus_review.claims WHERE run_id = $1 AND key = $2 AND epoch = $3 AND is_open', [
        runId,
        key,
        epoch,
      ]);
    },
  });
  return {
    get usage() {
      return own.usage;
    },
    get isSpent() {
      return isSpent;
    },
    shares: [],
    hasTail: false,
    // Whoever conducts the run has bound the account of all.
    bound: () => undefined,
    async claim(worst, price) {
      // What this agent gave back is there before it asks again.
      await writing;
      const key = `${task}/${worst.key ?? ''}`;
      const [answer] = await database.rows(
        claimRow,
        'SELECT granted, may_help FROM consensus_review.claim_usage($1, $2, $3, $4, $5, $6)',
        [runId, key, epoch, worst.inputTokens + worst.outputTokens, usdOf(worst, price), worst.isTail === true],
      );
      mayHelp = answer?.may_help === true;
      const claim = answer?.granted === true ? own.claim(worst, price) : null;
      isSpent ||= claim === null && !mayHelp;
      return claim === null ? null : book(key, claim, worst, price);
    },
    untilRoom: () => (mayHelp ? sleep(ROOM_POLL_MS) : null),
    // In the database what was in flight stays booked as it was claimed.
    bookLost: (worst, price) => own.bookLost(worst, price),
    noteReused: (by) => own.noteReused(by),
  };
}
