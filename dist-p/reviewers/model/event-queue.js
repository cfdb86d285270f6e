/** Events of work that goes on while somebody listens: handed out in order, and nothing is lost when the work ends. */
export function createEventQueue() {
    const events = [];
    let wake = () => undefined;
    return {
        push(event) {
            events.push(event);
            wake();
        },
        async *drain(work) {
            let isOver = false;
            const end = () => {
                isOver = true;
                wake();
            };
            work.then(end, end);
            while (!isOver || events.length > 0) {
                const next = events.shift();
                if (next !== undefined)
                    yield next;
                else
                    await new Promise((resolve) => {
                        wake = resolve;
                        if (isOver || events.length > 0)
                            resolve();
                    });
            }
            return work;
        },
    };
}
