/** The `usage` of a report: what the provider billed, per agent and model too; all zero where no model was asked. */
import type { ReportDocument } from '../protocol/report-document.ts';
import { composeEntries, composeSums } from '../protocol/run-ledger.ts';
import { addSums, createUsageBook, NO_USAGE, type Payer, type RunUsage } from '../protocol/usage-book.ts';

/** Calls of earlier runs that an agent did not have to make again. */
export interface ReusedCalls extends Payer {
  readonly calls: number;
}

export function composeUsage(
  usage: RunUsage | null | undefined,
  reused: readonly ReusedCalls[] = [],
): ReportDocument['usage'] {
  const book = createUsageBook();
  for (const entry of usage?.entries ?? []) book.add(entry, entry);
  const spared = reused
    .filter(({ calls }) => calls > 0)
    .map((by) => ({ by, sums: { ...NO_USAGE, reusedCalls: by.calls } }));
  for (const { by, sums } of spared) book.add(by, sums);
  const total = spared.reduce((sum, { sums }) => addSums(sum, sums), usage ?? NO_USAGE);
  return { ...composeSums(total), ledger: composeEntries(book.read().entries) };
}
