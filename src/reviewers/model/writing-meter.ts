/**
 * Charges an agent for what it writes, while it writes: text is booked in pieces, and the first piece that does not fit ends
 * the writing. What was not booked was not taken, so no agent is ever past its budget (HOST-01, HOST-02).
 */
import type { Account } from '../../ports/agent-tools.ts';
import type { TokenCounter } from '../../ports/file-index.ts';
import type { Thresholds } from '../../protocol/budget/thresholds.ts';

export interface WritingMeter {
  /** The part of the text that was paid for now; null where the budget ends here. */
  take(chunk: string): string | null;
  /** Books what is left over from the last whole word; null as above. */
  end(): string | null;
}

/** Pieces end at white space, where tokens of code end too, so that their sum is close to the count of the whole. */
const MIN_PIECE_CHARS = 200;
const MAX_PIECE_CHARS = 2000;

export function createWritingMeter(account: Account, counter: TokenCounter, thresholds: Thresholds): WritingMeter {
  let pending = '';
  let isOver = false;

  const book = (piece: string): string | null => {
    if (piece === '') return '';
    const tokens = counter.count(piece);
    const after = (account.usedTokens + tokens) / account.budgetTokens;
    if (after >= thresholds.forceReturn || !account.claim(tokens)) {
      isOver = true;
      account.claim(account.budgetTokens);
      return null;
    }
    return piece;
  };

  return {
    take(chunk) {
      if (isOver) return null;
      pending += chunk;
      if (pending.length < MIN_PIECE_CHARS) return '';
      const space = Math.max(pending.lastIndexOf('\n'), pending.lastIndexOf(' '));
      const cut = space > 0 ? space : pending.length > MAX_PIECE_CHARS ? pending.length : 0;
      const piece = pending.slice(0, cut);
      pending = pending.slice(cut);
      return book(piece);
    },
    end() {
      if (isOver) return null;
      const piece = pending;
      pending = '';
      return book(piece);
    },
  };
}
