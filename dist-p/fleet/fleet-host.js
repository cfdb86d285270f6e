import { agentResultSchema } from './agent-task.js';
import { fromPortable, toPortable } from './portable.js';
import { readResult } from './task-result.js';
const POLL_MS = 100;
const LONGEST_POLL_MS = 1000;
export function createFleetHost(options) {
    const { runId, take, version, board, queue, account, deadlineAt, onOpenEnd } = options;
    const awaitResult = createWatch(options);
    return {
        async run(task) {
            const { key, kind, input } = task;
            const posted = { kind, input: toPortable(input), deadlineAt };
            await board.post(runId, key, posted);
            await queue.enqueue({ lane: 'agents', runId, task: key, take, version });
            const { value, usedTokens, spending, isFinal } = readResult(agentResultSchema, await awaitResult(key));
            account.add(spending);
            if (!isFinal)
                onOpenEnd();
            task.account?.claim(usedTokens);
            return fromPortable(value);
        },
    };
}
/** One question to the database for all agents that are out. */
function createWatch({ runId, board, abandoned }) {
    const waiting = new Map();
    let isPolling = false;
    const poll = async () => {
        isPolling = true;
        for (let pauseMs = POLL_MS; waiting.size > 0; pauseMs = Math.min(LONGEST_POLL_MS, pauseMs * 1.1)) {
            if (abandoned.aborted)
                return rejectAll(new Error('another worker conducts the run'));
            const found = await board.results(runId, [...waiting.keys()]);
            for (const [key, result] of found) {
                waiting.get(key)?.resolve(result);
                waiting.delete(key);
                pauseMs = POLL_MS;
            }
            await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
        isPolling = false;
    };
    const rejectAll = (error) => {
        isPolling = false;
        for (const { reject } of waiting.values())
            reject(error);
        waiting.clear();
    };
    return (key) => new Promise((resolve, reject) => {
        waiting.set(key, { resolve, reject });
        if (!isPolling)
            poll().catch(rejectAll);
    });
}
