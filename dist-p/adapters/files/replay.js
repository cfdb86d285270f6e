/** A stream that can be read again from its beginning: what came once comes again, in the same order. */
export function createReplay(source) {
    const items = [];
    let isDone = false;
    let pending = null;
    const advance = () => {
        pending ??= source
            .next()
            .then((step) => {
            if (step.done)
                isDone = true;
            else
                items.push(step.value);
        })
            .finally(() => {
            pending = null;
        });
        return pending;
    };
    return async function* replay() {
        for (let i = 0;; i += 1) {
            while (i >= items.length && !isDone)
                await advance();
            if (i >= items.length)
                return;
            yield items[i];
        }
    };
}
