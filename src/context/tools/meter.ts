/**
 * Charges an agent's budget for what a tool found, before the agent gets it: at most 8192 tokens an answer, and no more bytes than
 * reach an agent of a coding agent that cuts answers. What does not fit is cut at a line and says so; where not even a line fits, the rest of the budget is used up and the agent has to return (HOST-11, MODE-16,
 * REV-06). Called by agent-tools.ts.
 */
import type { Account, Delivered, ToolAnswer } from '../../ports/agent-tools.ts';
import type { TokenCounter } from '../../ports/file-index.ts';
import { ANSWERS } from '../../prompts/context-tools.ts';
import { endWithNotice } from '../../prompts/mode-notice.ts';
import { deliverableTokens, reserveDelivery } from '../../protocol/budget/delivery.ts';
import { modeAt } from '../../protocol/budget/mode.ts';
import type { Thresholds } from '../../protocol/budget/thresholds.ts';
import { append } from '../../protocol/collections/get-or-add.ts';
import { mergeRanges } from '../../protocol/coverage/coverage.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';
import type { Found, ShownLine } from './tool-answer.ts';

/** No single answer costs more, whatever the budget. */
export const MAX_ANSWER_TOKENS = 8192;

export interface MeterPorts {
  readonly counter: TokenCounter;
  readonly account: Omit<Account, 'usageRatio'>;
  readonly thresholds: Thresholds;
  /** Bytes of an answer that reach the agent; absent: all. */
  readonly maxBytes?: number;
}

/** What is said around the lines, and what may be said behind an answer. */
const AROUND_BYTES = 1000;
/** More in one answer are cut by some programs, however short. */
const MAX_CUT_LINES = 850;

/** Lines that reach the agent, where something behind us cuts answers. One at least: nobody can go on behind none. */
function countReaching(lines: readonly ShownLine[], maxBytes: number): number {
  if (maxBytes === Number.POSITIVE_INFINITY) return lines.length;
  let left = maxBytes - AROUND_BYTES;
  const end = lines.findIndex(({ text }, at) => {
    left -= Buffer.byteLength(text) + 1;
    return at >= MAX_CUT_LINES || left < 0;
  });
  return end < 0 ? lines.length : Math.max(1, end);
}

function placesOf(lines: readonly ShownLine[]): readonly Delivered[] {
  const ranges = new Map<string, LineRange[]>();
  for (const { place } of lines) if (place !== null) append(ranges, place.path, { start: place.line, end: place.line });
  return [...ranges].map(([path, each]) => ({ path, ranges: mergeRanges(each) }));
}

const join = (lines: readonly ShownLine[], notes: readonly (string | null)[]): string =>
  [...lines.map(({ text }) => text), ...notes.filter((note) => note !== null)].join('\n');

interface Fitted {
  readonly lines: readonly ShownLine[];
  readonly text: string;
}

/** So many of the lines, and what has to be said about the rest. */
function formatShown({ lines, note, resume }: Found, count: number): Fitted {
  const shown = lines.slice(0, count);
  if (shown.length === lines.length) return { lines: shown, text: join(shown, [note]) };
  const cut = ANSWERS.cutLines(lines.length - shown.length);
  return { lines: shown, text: join(shown, [cut, resume?.(shown) ?? null, note]) };
}

/** As many of the lines as leave room for what has to be said about the rest; null where not even one fits. */
function fitIntoRoom(found: Found, room: number, maxBytes: number, counter: TokenCounter): Fitted | null {
  const reaching = found.lines.slice(0, countReaching(found.lines, maxBytes));
  const costs = reaching.map(({ text }) => counter.count(`${text}\n`));
  for (let spare = room; spare > 0; ) {
    const reserved = reserveDelivery(costs, spare);
    if (reserved.kind === 'refused') return null;
    const fitted = formatShown(found, reserved.lines);
    const excess = counter.count(fitted.text) - room;
    if (excess <= 0) return fitted;
    spare = reserved.tokens - excess;
  }
  return null;
}

export function createMeter({ counter, account, thresholds, maxBytes: most = Number.POSITIVE_INFINITY }: MeterPorts) {
  /** The notice with the longest numbers and words it can have. */
  const { budgetTokens: whole } = account;
  const noticeTokens = counter.count(
    endWithNotice('\n', { usedTokens: whole, budgetTokens: whole, mode: 'high_severity_only' }),
  );
  const usage = () => ({
    usedTokens: account.usedTokens,
    budgetTokens: account.budgetTokens,
    mode: account.mode,
  });

  /** The notice alone; it is the one thing that is never charged. */
  const refuse = (): ToolAnswer => {
    account.claim(account.budgetTokens);
    return { kind: 'refused', text: endWithNotice('', usage()), tokens: 0, delivered: [] };
  };

  const deliver = (found: Found, kind: 'whole' | 'failed', maxBytes = most): ToolAnswer => {
    const { usedTokens, budgetTokens, mode } = account;
    if (mode === 'force_return') return refuse();
    const room = Math.min(MAX_ANSWER_TOKENS, deliverableTokens(usedTokens, budgetTokens, thresholds)) - noticeTokens;
    const fitted = fitIntoRoom(found, room, maxBytes, counter);
    if (fitted === null) return refuse();
    // The notice says what was used after it was paid for itself, so it is counted with the most that can be.
    const highest = usedTokens + counter.count(fitted.text) + noticeTokens;
    const after = { usedTokens: highest, budgetTokens, mode: modeAt(highest / budgetTokens, thresholds) };
    const tokens = counter.count(endWithNotice(fitted.text, after));
    if (!account.claim(tokens)) return refuse();
    const isCut =
      found.note !== null || fitted.lines.length < found.lines.length || fitted.lines.some((line) => line.isCut);
    return {
      kind: kind === 'whole' && isCut ? 'cut' : kind,
      text: endWithNotice(fitted.text, usage()),
      tokens,
      delivered: placesOf(fitted.lines),
    };
  };

  /** Whether all of it can be delivered in one answer of so many tokens. */
  const fits = ({ lines, note }: Found, roomTokens: number): boolean => {
    const { usedTokens, budgetTokens } = account;
    const room = Math.min(MAX_ANSWER_TOKENS, deliverableTokens(usedTokens, budgetTokens, thresholds), roomTokens);
    return counter.count(join(lines, [note])) <= room - noticeTokens && countReaching(lines, most) === lines.length;
  };

  return { deliver, fits };
}
