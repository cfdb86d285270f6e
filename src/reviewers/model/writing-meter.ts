/**
 * Charges an agent's budget for everything it writes, while it writes: text and thoughts are booked in pieces, arguments of tool calls
 * are reserved until their calls are whole, and the first piece that does not fit ends the writing. What still fits of the text is
 * booked and kept, so no agent is ever past its budget (HOST-01, HOST-02, TRUST-04). Called by conversation.ts.
 */
import type { Account } from '../../ports/agent-tools.ts';
import type { TokenCounter } from '../../ports/file-index.ts';
import type { HiddenKind } from '../../ports/model.ts';
import type { Thresholds } from '../../protocol/budget/thresholds.ts';
import type { ToolCall } from '../../protocol/calls/turn-outcome.ts';
import { createSliceCounter, type SliceCounter } from './slice-counter.ts';

export type PayCall = (call: ToolCall) => boolean;

export interface WritingMeter {
  /** The part of the text that was paid for now; null where the budget ends here. */
  take(chunk: string): string | null;
  /** False where the budget ends here. */
  takeHidden(chunk: string, kind: HiddenKind): boolean;
  /** Thoughts that are billed and were not sent take what is left of the budget; the agent ends where nothing is. */
  takeUnseen(reportedTokens: number): void;
  /** Books what is left over from the last whole word, as far as it fits. */
  end(): string;
  /** An attempt is lost and another begins: what it has written is booked all the same. */
  lose(): void;
  /**
   * All calls of an answer, which is over where they reach the hard stop. Each is paid for when it is answered, which says
   * whether there was room; arguments of a call that broke off are paid for at once.
   */
  priceCalls(calls: readonly ToolCall[], isWhole: boolean): PayCall;
  /** True from the hard stop on. */
  readonly isOver: boolean;
}

/** Pieces end at white space, where tokens of code end too, so that their sum is close to the count of the whole. */
const MIN_PIECE_CHARS = 200;
const MAX_PIECE_CHARS = 2000;

function findCut(text: string): number {
  if (text.length < MIN_PIECE_CHARS) return 0;
  const space = Math.max(text.lastIndexOf('\n'), text.lastIndexOf(' '));
  if (space > 0) return space;
  return text.length > MAX_PIECE_CHARS ? text.length : 0;
}

/** A character of two units that was cut in the middle. */
const HALF = /[\ud800-\udbff]$/u;

/** The longest beginning that fits, to the character. */
function cutToFit(text: string, fits: (text: string) => boolean): string {
  let known = 0;
  let beyond = text.length + 1;
  while (beyond - known > 1) {
    const middle = Math.floor((known + beyond) / 2);
    if (fits(text.slice(0, middle))) known = middle;
    else beyond = middle;
  }
  return text.slice(0, known).replace(HALF, '');
}

export const writeInput = (input: ToolCall['input']): string =>
  input.kind === 'json' ? JSON.stringify(input.value) : input.text;

export function createWritingMeter(account: Account, counter: TokenCounter, thresholds: Thresholds): WritingMeter {
  /** Text that waits for its last word; from the hard stop on what of it was booked. */
  let pending = '';
  let isOver = false;
  const thoughts = countThoughts(counter);
  const held = createSliceCounter(counter);

  const isBelowStop = (tokens: number): boolean =>
    (account.usedTokens + tokens) / account.budgetTokens < thresholds.forceReturn;
  /** What is pending came before what ended the writing: arguments that were begun do not displace it. */
  const stop = (): void => {
    isOver = true;
    pending = cutToFit(pending, (text) => isBelowStop(counter.count(text)));
    account.claim(counter.count(pending));
    account.claim(account.budgetTokens);
  };
  const fits = (tokens: number): boolean => isBelowStop(held.tokens + tokens);
  const book = (tokens: number): boolean => {
    const isBooked = tokens === 0 || (fits(tokens) && account.claim(tokens));
    if (!isBooked) stop();
    return isBooked;
  };
  const end = (): string => {
    thoughts.end();
    if (!isOver && book(thoughts.take())) book(counter.count(pending));
    const rest = pending;
    pending = '';
    return rest;
  };
  return {
    get isOver() {
      return isOver;
    },
    take(chunk) {
      if (isOver) return null;
      pending += chunk;
      const piece = pending.slice(0, findCut(pending));
      if (!book(counter.count(piece))) return null;
      pending = pending.slice(piece.length);
      return piece;
    },
    takeHidden(chunk, kind) {
      if (isOver) return false;
      const counted = kind === 'reasoning' ? thoughts : held;
      counted.add(chunk);
      if (kind === 'reasoning') return book(thoughts.take());
      if (!fits(0)) stop();
      return !isOver;
    },
    end,
    takeUnseen(reportedTokens) {
      useUp(account, reportedTokens - thoughts.seen());
      if (!isBelowStop(0)) isOver = true;
    },
    lose() {
      end();
      thoughts.begin();
      const tokens = takeAll(held);
      if (!isOver) book(tokens);
    },
    priceCalls(calls, isWhole) {
      const heldTokens = takeAll(held);
      const priced = openBill(account, counter, calls);
      if (!isBelowStop(priced.tokens)) isOver = true;
      if (!isWhole) useUp(account, heldTokens - priced.tokens, priced.tokens);
      return priced.pay;
    },
  };
}

/** All tokens so far; from here on it counts from 0. */
function takeAll(slices: SliceCounter): number {
  slices.end();
  return slices.take();
}

/** What has arrived and does not fit takes all that is left. */
function useUp(account: Account, tokens: number, kept = 0): void {
  const left = account.budgetTokens - 1 - account.usedTokens - kept;
  if (tokens > 0 && left > 0) account.claim(Math.min(tokens, left));
}

/** Thoughts of one attempt, and how many of them were sent. */
function countThoughts(counter: TokenCounter) {
  const slices = createSliceCounter(counter);
  let seen = 0;
  return {
    add: slices.add,
    end: slices.end,
    take(): number {
      const tokens = slices.take();
      seen += tokens;
      return tokens;
    },
    seen: () => seen,
    begin(): void {
      seen = 0;
    },
  };
}

/** What the calls of an answer cost. */
function openBill(account: Account, counter: TokenCounter, calls: readonly ToolCall[]) {
  const costs = new Map(calls.map((call) => [call, counter.count(`${call.name} ${writeInput(call.input)}`)]));
  return {
    tokens: [...costs.values()].reduce((sum, cost) => sum + cost, 0),
    pay(call: ToolCall): boolean {
      const cost = costs.get(call) ?? 0;
      if (account.claim(cost)) return true;
      useUp(account, cost);
      return false;
    },
  };
}
