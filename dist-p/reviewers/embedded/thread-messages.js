export async function answerQuestion(snapshot, question) {
    switch (question.kind) {
        case 'paths':
            return snapshot.paths();
        case 'read':
            return snapshot.read(question.path);
        case 'readBase':
            return snapshot.readBase(question.path);
        case 'entries':
            return collectEntries(snapshot);
    }
}
async function collectEntries(snapshot) {
    const entries = [];
    for await (const entry of snapshot.entries())
        entries.push(entry);
    return entries;
}
/** The snapshot as a thread sees it: what does not change is asked for once. */
export function createRemoteSnapshot(facts, ask) {
    let paths = null;
    let entries = null;
    return {
        ...facts,
        async *entries() {
            entries ??= ask({ kind: 'entries' });
            yield* await entries;
        },
        read: (path) => ask({ kind: 'read', path }),
        readBase: (path) => ask({ kind: 'readBase', path }),
        paths: () => {
            paths ??= ask({ kind: 'paths' });
            return paths;
        },
    };
}
