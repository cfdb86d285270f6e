import { findPrice } from '../protocol/model-prices.js';
import { readLedger, sumJournal } from '../protocol/run-ledger.js';
/** A recorded value that is no call, or damaged, has nothing to add. */
const toCall = (key, value) => {
    const attempts = value?.attempts;
    return Array.isArray(attempts) ? [{ key, attempts: attempts }] : [];
};
export async function openLedger(history, id, steps, report) {
    if (report !== null)
        return readLedger(report);
    const calls = steps.filter(({ kind }) => kind === 'call');
    const values = await Promise.all(calls.map(async (step) => toCall(step.key, step.doneAt === null ? null : await history.value(id, step))));
    return sumJournal({
        calls: values.flat(),
        openCalls: calls.filter(({ doneAt }) => doneAt === null).length,
        priceOf: (model) => findPrice(model),
    });
}
