/**
 * Defines the limits of a run in tokens and money, finds the one that a further call would pass, and words it as the user could
 * type it (`--max-tokens 2000`). Called by run-account.ts; engine/review/decide-wave.ts and reviewers/model/conversation.ts word
 * a reached limit.
 */

export interface RunLimits {
  readonly maxTokens: number | null;
  /** Whether the tokens are the bound of the plan and no limit that the user gave. */
  readonly isPlanned?: boolean;
  readonly maxCostUsd: number | null;
  /** Kept for what comes after the reviewers: only calls of the tail are paid from it. */
  readonly reservedTokens: number;
  readonly reservedUsd?: number;
}

export type LimitKind = 'tokens' | 'cost';

export interface Spending {
  readonly tokens: number;
  readonly usd: number;
  /** Whether it may be paid from what is kept for the end. */
  readonly isTail: boolean;
}

/** The limit that so much would pass; null where all of it fits. */
export function findPassed(limits: RunLimits, { tokens, usd, isTail }: Spending): LimitKind | null {
  const { maxTokens, maxCostUsd, reservedTokens, reservedUsd = 0 } = limits;
  if (maxTokens !== null && tokens > maxTokens - (isTail ? 0 : reservedTokens)) return 'tokens';
  return maxCostUsd === null || usd <= maxCostUsd - (isTail ? 0 : reservedUsd) ? null : 'cost';
}

/** `--max-tokens 2000`, as it could be typed. */
export function nameLimit({ maxTokens, maxCostUsd, isPlanned = false }: RunLimits, kind: LimitKind): string {
  if (kind === 'cost') return `--max-cost ${maxCostUsd}`;
  if (!isPlanned) return `--max-tokens ${maxTokens}`;
  return `${maxTokens} tokens, the most that was planned; --max-tokens sets another limit`;
}

const REACHED = 'a limit of the run is reached';

export const formatReached = (limit: string | null | undefined): string =>
  `${REACHED} (${limit ?? '--max-tokens, --max-cost'})`;

/** Where the call would not fit an unused run either, what it needs is said: no waiting and no order can help it. */
export function explainLimit(limits: RunLimits, passed: LimitKind | null, need: Spending): string {
  if (passed === null) return formatReached(null);
  const alone = findPassed(limits, need);
  const reached = formatReached(nameLimit(limits, alone ?? passed));
  if (alone === null) return reached;
  const kept = need.isTail ? '' : describeKept(limits, alone);
  return `${reached}: this call alone may need ${alone === 'tokens' ? `${need.tokens} tokens` : formatUsd(need.usd)}${kept}`;
}

const formatUsd = (usd: number): string => `$${usd.toFixed(usd < 0.01 ? 4 : 2)}`;

function describeKept({ reservedTokens, reservedUsd = 0 }: RunLimits, kind: LimitKind): string {
  const kept = kind === 'tokens' ? reservedTokens : reservedUsd;
  if (kept === 0) return '';
  return `, and ${kind === 'tokens' ? kept : formatUsd(kept)} of the limit is kept for judging what is found`;
}
