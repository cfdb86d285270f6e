import { composeEntries, composeSums } from '../protocol/run-ledger.js';
import { createUsageBook, NO_USAGE } from '../protocol/usage-book.js';
/** `behindFiles`: calls of earlier runs that stand behind recalled files. */
export function composeUsage(usage, behindFiles = []) {
    const book = createUsageBook();
    for (const entry of usage?.entries ?? [])
        book.add(entry, entry);
    for (const { calls, ...by } of behindFiles)
        if (calls > 0)
            book.add(by, { ...NO_USAGE, reusedCalls: calls });
    const { entries, ...sums } = book.read();
    return { ...composeSums(sums), ledger: composeEntries(entries) };
}
/** Empty where every call was made. */
export const noteReusedCalls = (usage) => {
    const calls = usage?.reusedCalls ?? 0;
    if (calls === 0)
        return [];
    return [
        `♻️ ${calls} ${calls === 1 ? 'call was' : 'calls were'} answered from earlier runs: the same question to the same model (--no-reuse asks anew)`,
    ];
};
