/**
 * Tokens and money of a run whose calls are made on several machines: every attempt is claimed in the database before it is
 * made, so that all together never pass a limit. An attempt that is played again after a kill is not booked twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { costUsd, type PriceEntry, worstCostUsd } from '../../protocol/budget/model-prices.ts';
import {
  type CallAccount,
  type Claim,
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

export type SharedAccount = CallAccount & Pick<RunAccount, 'usage' | 'isSpent' | 'shares' | 'hasTail'>;

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
    settle(said) {
      claim.settle(said);
      const tokens = said === null ? worst.inputTokens + worst.outputTokens : said.inputTokens + said.outputTokens;
      const usd = said === null || price === null ? usdOf(worst, price) : costUsd(said, price);
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
