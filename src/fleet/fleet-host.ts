/**
 * Implements the engine's port `AgentHost` on a fleet: posts each agent of a run as a task, once, queues it, and waits for the result
 * of whichever worker takes it. Created by conduct-run.ts.
 */

import type { AgentHost } from '../ports/agent-host.ts';
import { agentResultSchema, type PostedAgent } from './agent-task.ts';
import type { GatheredAccount } from './gathered-account.ts';
import { fromPortable, toPortable } from './portable.ts';
import type { WorkQueue } from './postgres/dbos-queue.ts';
import type { TaskQueue } from './postgres/task-queue.ts';
import { readResult } from './task-result.ts';

export interface FleetHostOptions {
  readonly runId: string;
  readonly take: number;
  readonly version: string;
  readonly tasks: Pick<TaskQueue, 'post' | 'results'>;
  readonly queue: Pick<WorkQueue, 'enqueue'>;
  readonly account: Pick<GatheredAccount, 'add'>;
  readonly deadlineAt: number | null;
  /** When the run first began. */
  readonly startedAt: number;
  /** An agent was cut short, or has to ask again later. */
  readonly onOpenEnd: () => void;
  /** Fires when this worker no longer conducts the run; an end of the run itself reaches the agents on their own way. */
  readonly abandoned: AbortSignal;
}

const POLL_MS = 100;
const LONGEST_POLL_MS = 1000;

export function createFleetHost(options: FleetHostOptions): AgentHost {
  const { runId, take, version, tasks, queue, account, deadlineAt, startedAt, onOpenEnd } = options;
  const awaitResult = createWatch(options);
  return {
    async run<T>(task: Parameters<AgentHost['run']>[0]): Promise<T> {
      const { key, kind, input } = task;
      const posted: PostedAgent = { kind, input: toPortable(input), deadlineAt, startedAt };
      await tasks.post(runId, key, posted);
      await queue.enqueue({ lane: 'agents', runId, task: key, take, version });
      const { value, usedTokens, spending, isFinal } = readResult(agentResultSchema, await awaitResult(key));
      account.add(spending);
      if (!isFinal) onOpenEnd();
      task.account?.claim(usedTokens);
      return fromPortable(value) as T;
    },
  };
}

/** One question to the database for all agents that are out. */
function createWatch({ runId, tasks, abandoned }: FleetHostOptions): (key: string) => Promise<unknown> {
  const waiting = new Map<
    string,
    { readonly resolve: (result: unknown) => void; readonly reject: (e: unknown) => void }
  >();
  let isPolling = false;
  const poll = async (): Promise<void> => {
    isPolling = true;
    for (let pauseMs = POLL_MS; waiting.size > 0; pauseMs = Math.min(LONGEST_POLL_MS, pauseMs * 1.1)) {
      if (abandoned.aborted) return rejectAll(new Error('another worker conducts the run'));
      const found = await tasks.results(runId, [...waiting.keys()]);
      for (const [key, result] of found) {
        waiting.get(key)?.resolve(result);
        waiting.delete(key);
        pauseMs = POLL_MS;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isPolling = false;
  };
  const rejectAll = (error: unknown): void => {
    isPolling = false;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.set(key, { resolve, reject });
      if (!isPolling) poll().catch(rejectAll);
    });
}
