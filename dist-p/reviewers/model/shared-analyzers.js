const keyOf = ({ reviewer, files }) => JSON.stringify([reviewer.name, ...files.map(({ path }) => path)]);
async function listen(events) {
    const heard = [];
    for await (const event of events)
        heard.push(event);
    return heard;
}
/** For drivers whose events depend on reviewer and files alone. What was interrupted is not remembered. */
export function shareAnalyzers(analyzers) {
    const runs = new Map();
    return {
        ...analyzers,
        async *review(assignment, tools, ledger, signal) {
            const key = keyOf(assignment);
            const known = runs.get(key);
            const run = known ?? listen(analyzers.review(assignment, tools, ledger, signal));
            runs.set(key, run);
            try {
                yield* await run;
            }
            finally {
                if (known === undefined && signal.aborted)
                    runs.delete(key);
            }
        },
    };
}
