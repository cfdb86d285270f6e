import { createRemoteSnapshot } from './thread-messages.js';
/** Analyzers load while the first orders wait for them. */
export function serveAnalyzers(port, loading) {
    const aborts = new Map();
    const asked = new Map();
    const snapshots = new Map();
    const say = (message) => port.postMessage(message);
    const openSnapshot = ({ snapshot, facts }) => {
        const known = snapshots.get(snapshot);
        if (known)
            return known;
        const remote = createRemoteSnapshot(facts, (question) => ask(snapshot, question));
        snapshots.set(snapshot, remote);
        return remote;
    };
    let calls = 0;
    const ask = (snapshot, question) => {
        const answer = Promise.withResolvers();
        calls += 1;
        asked.set(calls, answer);
        say({ kind: 'ask', call: calls, snapshot, question });
        return answer.promise;
    };
    const scan = async (order) => {
        const { job, analyzer: name, files } = order;
        const abort = new AbortController();
        aborts.set(job, abort);
        let outcome;
        try {
            const analyzer = (await loading).find((each) => each.name === name);
            if (!analyzer)
                throw new Error(`no analyzer is called ${name}`);
            outcome = await analyzer.scan(files, openSnapshot(order), abort.signal);
        }
        catch (error) {
            const reason = error instanceof Error ? error.message : String(error);
            outcome = { status: 'failed', reason, findings: [], unfinished: files.map(({ path }) => path) };
        }
        aborts.delete(job);
        say({ kind: 'done', job, outcome });
    };
    port.on('message', (message) => {
        if (message.kind === 'scan')
            void scan(message);
        else if (message.kind === 'abort')
            aborts.get(message.job)?.abort();
        else {
            const waiting = asked.get(message.call);
            asked.delete(message.call);
            if (message.error === null)
                waiting?.resolve(message.value);
            else
                waiting?.reject(new Error(message.error));
        }
    });
}
