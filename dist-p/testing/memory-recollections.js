/** Recollections for the life of the object. */
import { createHash } from 'node:crypto';
export function createMemoryRecollections() {
    const texts = new Map();
    return {
        texts,
        recall: async (keys) => new Map(keys.flatMap((key) => {
            const text = texts.get(key);
            return text === undefined ? [] : [[key, text]];
        })),
        async remember(all) {
            for (const { key, text } of all)
                texts.set(key, text);
        },
    };
}
export const createMemoryReuse = (recollections = createMemoryRecollections(), mayRecall = true) => ({
    recollections,
    mayRecall,
    owner: '/memory',
    mark: (text) => createHash('sha256').update(text).digest('hex'),
});
