/**
 * Composes the `usage` of a report (tokens, cost and calls, in sum and per agent and model; all zero where no model was asked), and
 * the note on calls answered from earlier runs. Called by review/compose-report.ts, audit/compose-audit.ts, collect.ts,
 * compose-nothing.ts and wiring/write-repairs.ts.
 */

import { createUsageRecorder, NO_USAGE, type Payer, type RunUsage } from '../protocol/budget/usage-recorder.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { toSnakeKeys } from '../protocol/text/key-case.ts';

/** `behindFiles`: calls of earlier runs that stand behind cached files. */
export function composeUsage(
  usage: RunUsage | null | undefined,
  behindFiles: readonly (Payer & { readonly calls: number })[] = [],
): ReportDocument['usage'] {
  const book = createUsageRecorder();
  for (const entry of usage?.entries ?? []) book.add(entry, entry);
  for (const { calls, ...by } of behindFiles) if (calls > 0) book.add(by, { ...NO_USAGE, reusedCalls: calls });
  const { entries, ...sums } = book.read();
  return { ...toSnakeKeys(sums), ledger: entries.map(toSnakeKeys) };
}

/** Empty where every call was made. */
export const noteReusedCalls = (usage: RunUsage | null | undefined): readonly string[] => {
  const calls = usage?.reusedCalls ?? 0;
  if (calls === 0) return [];
  return [
    `♻️ ${calls} ${calls === 1 ? 'call was' : 'calls were'} answered from earlier runs: the same question to the same model (--no-reuse asks again)`,
  ];
};
