/**
 * Runs the agents of a wave at the same time, within the limits of the user and of each driver, each in its own branch where the scope
 * is large (SCOPE-09, ISOLATION). Returns their `AgentRun`s in the order of the plan. Called by run-review.ts.
 */

import type { Assignment } from '../../ports/driver.ts';
import { mapAtOnce } from '../../ports/map-at-once.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { AgentRun } from './agent-record.ts';
import { runAgent } from './agent-run.ts';
import type { WavePlan, WaveTask } from './plan-wave.ts';
import type { EnginePorts, ReviewRequest } from './review-request.ts';

type DispatchPorts = Pick<EnginePorts, 'branches' | 'counter' | 'openTools' | 'host' | 'clock' | 'emit' | 'signal'>;

/** Results come in the order of the tasks, whoever ends first. */
export function dispatchWave(
  plan: WavePlan,
  snapshot: Snapshot,
  request: Pick<ReviewRequest, 'concurrency' | 'thresholds' | 'agentTimeoutMs'>,
  ports: DispatchPorts,
): Promise<readonly AgentRun[]> {
  const slots = openSlots();
  return mapAtOnce(plan.tasks, request.concurrency, (task) =>
    slots.within(task.driver, () => dispatchAgent(task, plan, snapshot, { ...request, ...ports })),
  );
}

/** Agents of a driver that can work for few at a time begin one after the other: nobody's time passes while it waits. */
function openSlots() {
  const lanes = new Map<string, Promise<unknown>[]>();
  return {
    within<T>({ name, limits }: WaveTask['driver'], work: () => Promise<T>): Promise<T> {
      const slots = limits?.slots ?? null;
      if (slots === null) return work();
      const own = getOrAdd(lanes, name, () => []);
      // The lane that the agent before by so many has left.
      const before = own.at(-slots) ?? Promise.resolve();
      const done = before.then(work, work);
      own.push(done);
      return done;
    },
  };
}

type AgentContext = DispatchPorts & Pick<ReviewRequest, 'thresholds' | 'agentTimeoutMs'>;

async function dispatchAgent(
  task: WaveTask,
  plan: WavePlan,
  snapshot: Snapshot,
  context: AgentContext,
): Promise<AgentRun> {
  const { wave, isolation } = plan.record;
  const { label: agent, others } = task;
  const branchId = isolation === 'branch' ? context.branches.create({ agent, budgetTokens: task.budgetTokens }) : null;
  if (branchId !== null) context.emit({ kind: 'branch', agent, branchId, status: 'created' });
  const assignment: Assignment = {
    reviewer: task.reviewer,
    round: others === undefined ? 1 : 2,
    wave,
    budgetTokens: task.budgetTokens,
    isolation,
    branchId,
    files: task.files,
    ...(isolation === 'shared' ? { shared: plan.shared } : {}),
    ...(task.recalled === undefined ? {} : { recalled: task.recalled }),
    ...(task.analysed === undefined ? {} : { analysed: task.analysed }),
    mayContinue: plan.mayContinue,
    ...(others === undefined ? {} : { others }),
  };
  const input = { assignment, label: agent, driver: task.driver.name };
  const work = { key: `wave/${wave}/${agent}`, kind: 'review', input } as const;
  const run = await context.host.run(work, () =>
    runAgent(assignment, {
      ...context,
      driver: task.driver,
      snapshot,
      label: agent,
      timeoutMs: task.driver.limits?.agentTimeoutMs ?? context.agentTimeoutMs,
    }),
  );
  if (branchId !== null) {
    context.branches.complete(branchId, run.usedTokens);
    context.emit({ kind: 'branch', agent, branchId, status: 'returned' });
  }
  return run;
}
