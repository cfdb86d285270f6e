import { runAgent } from './agent-run.js';
/** Results come in the order of the tasks, whoever ends first. */
export async function dispatchWave(plan, snapshot, request, ports) {
    const results = [];
    const waiting = plan.tasks.map((task, position) => ({ task, position }));
    const work = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
            results[next.position] = await dispatchAgent(next.task, plan, snapshot, { ...request, ...ports });
        }
    };
    const width = Math.min(plan.tasks.length, request.concurrency ?? plan.tasks.length);
    await Promise.all(Array.from({ length: width }, work));
    return results;
}
async function dispatchAgent(task, plan, snapshot, context) {
    const { wave, isolation } = plan.record;
    const { label: agent, others } = task;
    const branchId = isolation === 'branch' ? context.branches.create({ agent, budgetTokens: task.budgetTokens }) : null;
    if (branchId !== null)
        context.emit({ kind: 'branch', agent, branchId, status: 'created' });
    const assignment = {
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
    const work = { key: `wave/${wave}/${agent}`, kind: 'review', input };
    const run = await context.host.run(work, () => runAgent(assignment, {
        ...context,
        driver: task.driver,
        snapshot,
        label: agent,
        timeoutMs: context.agentTimeoutMs,
    }));
    if (branchId !== null) {
        context.branches.complete(branchId, run.usedTokens);
        context.emit({ kind: 'branch', agent, branchId, status: 'returned' });
    }
    return run;
}
