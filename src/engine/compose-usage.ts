/** The `usage` of a report: what the provider billed, per agent and model too; all zero where no model was asked. */
import type { ReportDocument } from '../protocol/report-document.ts';
import { composeEntries, composeSums } from '../protocol/run-ledger.ts';
import { NO_USAGE, type RunUsage } from '../protocol/usage-book.ts';

export const composeUsage = (usage: RunUsage | null | undefined): ReportDocument['usage'] => ({
  ...composeSums(usage ?? NO_USAGE),
  ledger: composeEntries(usage?.entries ?? []),
});
