/**
 * Returns the ledger (tokens and cost) of a stored run: from its report, or summed up from the model calls in its journal where there
 * is no report. Called by commands/runs-command.ts.
 */

import type { RunHistory } from '../ports/run-history.ts';
import { findPrice } from '../protocol/budget/model-prices.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { type JournalledCall, readLedger, sumJournal } from '../protocol/report/run-ledger.ts';
import type { RunLedger } from '../protocol/report/runs-document.ts';
import type { StoredStep } from '../protocol/report/stored-run.ts';

/** A recorded value that is no call, or damaged, has nothing to add. */
const toCall = (key: string, value: unknown): readonly JournalledCall[] => {
  const attempts = (value as { readonly attempts?: unknown } | null | undefined)?.attempts;
  return Array.isArray(attempts) ? [{ key, attempts: attempts as JournalledCall['attempts'] }] : [];
};

export async function openLedger(
  history: Pick<RunHistory, 'value'>,
  id: string,
  steps: readonly StoredStep[],
  report: ReportDocument | null,
): Promise<RunLedger> {
  if (report !== null) return readLedger(report);
  const calls = steps.filter(({ kind }) => kind === 'call');
  const values = await Promise.all(
    calls.map(async (step) => toCall(step.key, step.doneAt === null ? null : await history.value(id, step))),
  );
  return sumJournal({
    calls: values.flat(),
    openCalls: calls.filter(({ doneAt }) => doneAt === null).length,
    priceOf: (model) => findPrice(model),
  });
}
