/**
 * Shortens a state transfer to its token limit (TRANSFER-18, AUD-31): fields of low priority are cut first, in each the oldest
 * entries (of findings the least severe); returns it with the number dropped per field. Called by state-transfer.ts.
 */
import type { RoundContext, TransferData } from './round-context.ts';

type OptionalField = 'FINDINGS_SUMMARY' | 'HOTSPOTS' | 'FALSE_POSITIVES' | 'CLEAN' | 'GREP_DONE';

/** In the order in which fields are kept; they are dropped in the reverse order. */
const KEEP_ORDER = [
  'FINDINGS_SUMMARY',
  'HOTSPOTS',
  'FALSE_POSITIVES',
  'CLEAN',
  'GREP_DONE',
] as const satisfies readonly OptionalField[];

export interface FitRequest {
  /** The context with its required fields alone. */
  readonly frame: RoundContext;
  readonly optional: { readonly [F in OptionalField]: NonNullable<TransferData[F]> };
  readonly count: (text: string) => number;
  readonly limitTokens: number;
}

export interface FittedTransfer {
  readonly context: RoundContext;
  readonly tokens: number;
  readonly dropped: Readonly<Record<OptionalField, number>>;
}

export function fitTransfer({ frame, optional, count, limitTokens }: FitRequest): FittedTransfer {
  const dropped: Record<OptionalField, number> = {
    FINDINGS_SUMMARY: 0,
    HOTSPOTS: 0,
    FALSE_POSITIVES: 0,
    CLEAN: 0,
    GREP_DONE: 0,
  };
  const measure = (context: RoundContext): number => count(JSON.stringify(context));
  let context = frame;
  let full = false;
  for (const field of KEEP_ORDER) {
    const entries: readonly unknown[] = optional[field];
    const base = context;
    const withEntries = (kept: number): RoundContext => addField(base, field, takeEntries(field, entries, kept));
    const kept: number = full ? 0 : findLargest(entries.length, (size) => measure(withEntries(size)) <= limitTokens);
    if (kept > 0) context = withEntries(kept);
    dropped[field] = entries.length - kept;
    full ||= kept < entries.length;
  }
  return { context, tokens: measure(context), dropped };
}

/** Findings are kept from the front, most severe first; everything else from the end, newest first. */
const takeEntries = (field: OptionalField, entries: readonly unknown[], kept: number): readonly unknown[] =>
  field === 'FINDINGS_SUMMARY' ? entries.slice(0, kept) : entries.slice(entries.length - kept);

const addField = (context: RoundContext, field: OptionalField, entries: readonly unknown[]): RoundContext => ({
  round_context: {
    ...context.round_context,
    transfer_data: { ...context.round_context.transfer_data, [field]: entries },
  },
});

/** The largest size up to `total` that fits, found by doubling and then halving the step. */
function findLargest(total: number, fits: (size: number) => boolean): number {
  let low = 0;
  let step = 1;
  while (low < total && fits(Math.min(total, low + step))) {
    low = Math.min(total, low + step);
    step *= 2;
  }
  for (step = Math.floor(step / 2); step >= 1 && low < total; step = Math.floor(step / 2))
    if (low + step <= total && fits(low + step)) low += step;
  return low;
}
