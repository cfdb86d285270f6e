/** A journal for the life of the object, with the rules of the stored ones: for tests, and for engines that need no disk. */
import { ReviewError } from '../errors.js';
export function createMemoryJournal(options = {}) {
    return openJournal(new Map(), options.mayTurn ?? false);
}
function openJournal(entries, mayTurn) {
    const read = ({ key, mark }) => {
        const known = entries.get(key);
        const entry = known?.get(mark);
        if (entry?.value)
            return { value: JSON.parse(entry.value), isRecorded: true, lost: entry.begun - 1 };
        if (entry)
            return { lost: entry.begun };
        if (!mayTurn && [...(known?.values() ?? [])].some(({ value }) => value !== null))
            throw new ReviewError('stale-run', `step ${key} would be made with other content than was recorded.`);
        return { lost: 0 };
    };
    return {
        get keys() {
            return [...entries].filter(([, marks]) => [...marks.values()].some(({ value }) => value)).map(([key]) => key);
        },
        reopen: (options = {}) => openJournal(structuredClone(entries), options.mayTurn ?? mayTurn),
        async step(step, effect) {
            const { key, mark } = step;
            const known = read(step);
            if ('value' in known)
                return known;
            const { lost } = known;
            const marks = entries.get(key) ?? new Map();
            entries.set(key, marks);
            const entry = { begun: lost + 1, value: null };
            marks.set(mark, entry);
            const drop = () => {
                entry.begun -= 1;
                if (entry.begun < 1)
                    marks.delete(mark);
            };
            let value;
            try {
                value = await effect(lost);
            }
            catch (error) {
                drop();
                throw error;
            }
            const fate = step.settle?.(value) ?? 'keep';
            if (fate === 'keep')
                entry.value = JSON.stringify(value) ?? 'null';
            else if (fate === 'drop')
                drop();
            return { value, isRecorded: false, lost };
        },
    };
}
