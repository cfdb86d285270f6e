import { classifyName, classifyText } from './classify-file.js';
import { openMeasuring } from './measure-text.js';
/** Files being measured at a time: enough to keep threads busy, few enough to hold in memory. */
const READ_AHEAD = 32;
const ignored = (path, reason) => ({ kind: 'ignored', path, reason });
async function measureFile(file, snapshot, measure) {
    const { path, language, changed } = file;
    const byName = classifyName(path);
    if (byName !== null)
        return ignored(path, byName);
    const outcome = await snapshot.read(path);
    if (outcome.kind === 'unusable')
        return ignored(path, outcome.reason);
    const byText = classifyText(outcome.text);
    if (byText !== null)
        return ignored(path, byText);
    const { tokens, exact, lines, loc } = await measure(outcome.text);
    return { kind: 'file', path, language, changed, tokens, estimated: !exact, lines, loc, branch: snapshot.branch };
}
const measureEntry = async (entry, snapshot, measure) => entry.kind === 'ignored' ? entry : measureFile(entry, snapshot, measure);
/**
 * Results come in the order of the entries, however long a single file takes. With `openPool` a large scope is measured
 * by its threads too; they must count as the counter does.
 */
export function createIndex(counter, openPool = null) {
    return {
        async *measure(snapshot, entries) {
            const { measure, close } = openMeasuring(counter, openPool);
            const pending = [];
            try {
                for await (const entry of entries) {
                    pending.push(measureEntry(entry, snapshot, measure));
                    const next = pending.length >= READ_AHEAD ? pending.shift() : undefined;
                    if (next)
                        yield await next;
                }
                for (const measured of pending)
                    yield await measured;
            }
            finally {
                await close();
            }
        },
    };
}
