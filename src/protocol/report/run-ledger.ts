/**
 * Adds up the ledger of a stored run: tokens, calls and money per agent, per model and in all, from its report, or from the
 * recorded calls of a run that has none. Called by cli/open-ledger.ts; reviewers/model/ask-model.ts takes from it how a caller is
 * named.
 */

import { costUsd, type PriceEntry } from '../budget/model-prices.ts';
import { createUsageRecorder, NO_USAGE, sumCall, type UsageSums } from '../budget/usage-recorder.ts';
import type { TurnOutcome } from '../calls/turn-outcome.ts';
import { toSnakeKeys } from '../text/key-case.ts';
import type { ReportDocument, ReportLedgerEntry, ReportUsage } from './report-document.ts';
import type { RunLedger } from './runs-document.ts';

const NOTHING: ReportUsage = toSnakeKeys(NO_USAGE);
const SUM_NAMES = Object.keys(NOTHING) as readonly (keyof ReportUsage)[];

const add = (a: ReportUsage, b: ReportUsage): ReportUsage =>
  Object.fromEntries(SUM_NAMES.map((name) => [name, a[name] + b[name]])) as unknown as ReportUsage;

function sumBy(entries: readonly ReportLedgerEntry[], nameOf: (entry: ReportLedgerEntry) => string) {
  const sums = new Map<string, ReportUsage>();
  for (const entry of entries) sums.set(nameOf(entry), add(sums.get(nameOf(entry)) ?? NOTHING, entry));
  return [...sums].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

const composeLedger = (
  facts: Pick<RunLedger, 'source' | 'total' | 'open_calls'>,
  entries: readonly ReportLedgerEntry[],
): RunLedger => ({
  ...facts,
  agents: sumBy(entries, ({ agent }) => agent).map(([agent, sums]) => ({ agent, ...sums })),
  models: sumBy(entries, ({ model }) => model).map(([model, sums]) => ({ model, ...sums })),
  entries,
});

export function readLedger({ usage }: Pick<ReportDocument, 'usage'>): RunLedger {
  const { ledger, ...total } = usage;
  // A report of an earlier version lacks sums that came later.
  const entries = ledger.map((entry) => ({ ...NOTHING, ...entry }));
  return composeLedger({ source: 'report', total: { ...NOTHING, ...total }, open_calls: 0 }, entries);
}

/** A call as the journal keeps it. */
export interface JournalledCall {
  readonly key: string;
  readonly attempts: readonly JournalledAttempt[];
}

export interface JournalledAttempt {
  readonly model: string;
  readonly outcome: TurnOutcome;
  /** The run that had paid for the answer; absent where it was asked for. */
  readonly reusedFrom?: string;
}

/** `1/security-reviewer/3`, `agent-r1-01/2`, `deep-dive/fed/1`: the agent stands before the number of the call. */
export const nameCaller = (key: string): string =>
  key
    .replace(/\/\d+$/u, '')
    .replace(/\/fed$/u, '')
    .split('/')
    .at(-1) ?? key;

export interface JournalledCalls {
  readonly calls: readonly JournalledCall[];
  readonly openCalls: number;
  /** Null where nobody knows it. */
  readonly priceOf: (model: string) => PriceEntry | null;
}

/** What the provider did not tell of a call cannot be added up afterwards: the call counts as estimated, without tokens. */
function sumAttempt({ model, outcome, reusedFrom }: JournalledAttempt, priceOf: JournalledCalls['priceOf']): UsageSums {
  if (reusedFrom !== undefined) return { ...NO_USAGE, reusedCalls: 1 };
  if (!outcome.mayBeBilled) return NO_USAGE;
  const { usage } = outcome;
  if (usage === null) return { ...NO_USAGE, calls: 1, estimatedCalls: 1, unpricedCalls: 1 };
  const price = priceOf(model);
  return sumCall(usage, price === null ? null : costUsd(usage, price));
}

export function sumJournal({ calls, openCalls, priceOf }: JournalledCalls): RunLedger {
  const book = createUsageRecorder();
  for (const { key, attempts } of calls)
    for (const attempt of attempts)
      book.add({ agent: nameCaller(key), model: attempt.model }, sumAttempt(attempt, priceOf));
  const { entries, ...sums } = book.read();
  const facts = { source: 'journal', total: toSnakeKeys(sums), open_calls: openCalls } as const;
  return composeLedger(facts, entries.map(toSnakeKeys));
}
