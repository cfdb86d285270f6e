/**
 * Runs one hunt round: sends out every planned agent, retries a failed or severely cut one once, and restarts a round in which all
 * failed once with smaller pieces (REGISTRY-04..07, TRUNC-12, TRUNC-13, FAILURE-01..02, AUD-24, AUD-25). Returns the registry and a
 * record per agent. Called by hunt-rounds.ts.
 */

import type { HuntTask } from '../../ports/auditor.ts';
import type { IndexedFile } from '../../ports/file-index.ts';
import { mapAtOnce } from '../../ports/map-at-once.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { fitBudget } from '../../protocol/budget/model-window.ts';
import { planTurns } from '../../protocol/budget/turns.ts';
import type { Dimension } from '../../protocol/findings/dimension.ts';
import {
  type AgentRegistry,
  decideRetry,
  listFinalAttempts,
  registerAgent,
  type TaskAnswer,
  updateAgent,
} from '../../protocol/rounds/agent-registry.ts';
import type { RegistryRow } from '../../protocol/rounds/agent-registry-wire.ts';
import { decideAfterFailure, type FailureDecision } from '../../protocol/rounds/total-failure.ts';
import { askHunter, type HunterPorts, type HunterRules } from './ask-hunter.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
import type { HuntRecord } from './audit-state.ts';
import { huntStatusOf } from './compose-audit-agents.ts';
import { listTruncated } from './compose-truncation.ts';
import { type PlannedAgent, type TaskFacts, toTask } from './plan-audit.ts';
import { numberFindings, settleHunt } from './settle-hunt.ts';

export interface RoundTask {
  readonly facts: TaskFacts;
  readonly agents: readonly PlannedAgent[];
  readonly registry: AgentRegistry;
  readonly restartUsed: boolean;
  readonly files: readonly IndexedFile[];
  /** Findings of earlier rounds, for the running number. */
  readonly knownFindings: number;
}

export interface RoundResult {
  readonly registry: AgentRegistry;
  readonly records: readonly HuntRecord[];
  readonly restartUsed: boolean;
  readonly failure: string | null;
}

type HuntPorts = HunterPorts & Pick<AuditPorts, 'host' | 'emit' | 'account'>;
type HuntRules = HunterRules & Pick<AuditRequest, 'concurrency'>;

export async function huntRound(
  task: RoundTask,
  snapshot: Snapshot,
  request: HuntRules,
  ports: HuntPorts,
): Promise<RoundResult> {
  const runner = new RoundRunner(task, snapshot, request, ports);
  const first = await runner.run(task.agents, false);
  const decision = runner.judgeFailure(task.restartUsed);
  if (decision.kind !== 'restart' || isOver(ports)) return runner.close(first, task.restartUsed, decision);
  const again = await runner.run(
    decision.agents.map(({ dimensions, maxTurns }) => ({
      dimensions,
      turns: planTurns(task.facts.round, { emergency: task.facts.emergency, maxTurns }),
      files: allFiles(task.agents),
      maxFindings: null,
    })),
    true,
  );
  return runner.close([...first, ...again], true, runner.judgeFailure(true));
}

/** Nobody is sent out any more: the run was stopped, or its limit is spent. */
const isOver = ({ signal, account }: Pick<HuntPorts, 'signal' | 'account'>): boolean =>
  signal.aborted || account?.isSpent === true;

/** A restarted agent replaces agents that may have split the files. */
const allFiles = (agents: readonly PlannedAgent[]): PlannedAgent['files'] => {
  const files = new Map(agents.flatMap((planned) => planned.files.map((file) => [file.path, file] as const)));
  return [...files.values()];
};

interface HuntRun {
  readonly planned: PlannedAgent;
  readonly row: RegistryRow;
  readonly isRestart: boolean;
}

/** Runs the agents of a round: the registry grows here, in the order of the plan. */
class RoundRunner {
  #registry: AgentRegistry;
  readonly #turns = new Map<string, number>();
  readonly #restarted = new Set<string>();
  readonly #task: RoundTask;
  readonly #snapshot: Snapshot;
  readonly #request: HuntRules;
  readonly #ports: HuntPorts;

  constructor(task: RoundTask, snapshot: Snapshot, request: HuntRules, ports: HuntPorts) {
    this.#registry = task.registry;
    this.#task = task;
    this.#snapshot = snapshot;
    this.#request = request;
    this.#ports = ports;
  }

  /** All agents at once, then all retries: so ids follow the plan, not who ended first. */
  async run(agents: readonly PlannedAgent[], isRestart: boolean): Promise<readonly HuntRecord[]> {
    const runs = agents.map((planned) => this.#register(planned, null, isRestart));
    const first = await this.#huntAll(runs);
    if (isRestart) return first;
    const retries = runs.flatMap((run, i) => this.#planRetry(run, first[i]));
    return [...first, ...(await this.#huntAll(retries))];
  }

  judgeFailure(restartUsed: boolean): FailureDecision {
    const { round } = this.#task.facts;
    const final = listFinalAttempts(this.#registry, round);
    const attempts = restartUsed ? final.filter(({ agentId }) => this.#restarted.has(agentId)) : final;
    return decideAfterFailure(
      (attempts.length > 0 ? attempts : final).map((row) => ({
        status: row.status === 'COMPLETED' || row.status === 'TRUNCATED' ? row.status : 'FAILED',
        dimensions: row.assignedDimensions,
        maxTurns: this.#turns.get(row.agentId) ?? 1,
      })),
      restartUsed,
    );
  }

  close(records: readonly HuntRecord[], restartUsed: boolean, decision: FailureDecision): RoundResult {
    return {
      registry: this.#registry,
      records: numberFindings(records, this.#task.knownFindings),
      restartUsed,
      failure: decision.kind === 'incomplete' ? decision.reason : null,
    };
  }

  #register(planned: PlannedAgent, retryOf: string | null, isRestart: boolean): HuntRun {
    const { round, emergency } = this.#task.facts;
    const { registry, row } = registerAgent(this.#registry, {
      taskId: `task-r${round}-${this.#registry.length + 1}`,
      round,
      dimensions: planned.dimensions,
      startedAt: this.#now(),
      emergency,
      ...(retryOf === null ? {} : { retryOf }),
    });
    this.#registry = registry;
    this.#turns.set(row.agentId, planned.turns.maxTurns);
    if (isRestart) this.#restarted.add(row.agentId);
    return { planned, row, isRestart };
  }

  #now = (): string => new Date(this.#ports.clock.now()).toISOString();

  #huntAll(runs: readonly HuntRun[]): Promise<readonly HuntRecord[]> {
    // Who waits for a slot of a local server has not begun: its time does not pass.
    const slots = this.#ports.driver.limits?.slots ?? null;
    const { concurrency } = this.#request;
    const width = slots === null || concurrency === null ? (concurrency ?? slots) : Math.min(slots, concurrency);
    return mapAtOnce(runs, width, (run) => this.#hunt(run));
  }

  /** No budget is larger than the window of the model leaves. */
  #fitWindow(task: HuntTask): HuntTask {
    const budgetTokens = fitBudget(task.turns.budgetTokens, this.#ports.driver.limits?.windowTokens ?? null);
    return budgetTokens === task.turns.budgetTokens ? task : { ...task, turns: { ...task.turns, budgetTokens } };
  }

  async #hunt({ planned, row, isRestart }: HuntRun): Promise<HuntRecord> {
    const { facts } = this.#task;
    const task = this.#fitWindow(toTask(planned, row.agentId, facts));
    this.#registry = updateAgent(this.#registry, row.agentId, { status: 'RUNNING', startedAt: this.#now() });
    this.#announce(row, 'started', null);
    const work = { key: `audit/${row.agentId}`, kind: 'hunt', input: task } as const;
    const result = await this.#ports.host.run(work, () => askHunter(task, this.#snapshot, this.#request, this.#ports));
    const record = await settleHunt(task, result, {
      retryOf: row.retryOf,
      isRestart,
      snapshot: this.#snapshot,
      files: this.#task.files,
      history: facts.transfer?.history ?? null,
    });
    this.#registry = updateAgent(this.#registry, row.agentId, this.#endOf(record));
    this.#announceCut(record);
    this.#announce(row, 'finished', record);
    return record;
  }

  #endOf({ result, findings }: HuntRecord): Parameters<typeof updateAgent>[2] {
    const completedAt = this.#now();
    if (result.ending !== 'replied')
      return {
        status: 'FAILED',
        completedAt,
        reason: result.ending === 'failed' ? (result.reason ?? 'failed') : result.ending,
      };
    const status = result.output.truncation === 'none' ? 'COMPLETED' : 'TRUNCATED';
    return { status, completedAt, findingsCount: findings.length };
  }

  #planRetry({ planned, row }: HuntRun, record: HuntRecord | undefined): readonly HuntRun[] {
    if (record === undefined || record.result.ending === 'aborted' || isOver(this.#ports)) return [];
    const decision = decideRetry(this.#registry, row.agentId, answerOf(record), planned.turns.maxTurns);
    if (decision.kind !== 'retry') return [];
    const { round, emergency } = this.#task.facts;
    const reduced: PlannedAgent = {
      dimensions: decision.dimensions,
      turns: planTurns(round, { emergency, maxTurns: decision.maxTurns }),
      files: planned.files,
      maxFindings: decision.maxFindings,
    };
    const run = this.#register(reduced, row.agentId, false);
    this.#ports.emit({
      kind: 'retry',
      agent: run.row.agentId,
      retryOf: row.agentId,
      round,
      dimensions: reduced.dimensions,
      reason:
        record.result.reason ?? (record.result.ending === 'replied' ? 'the output was cut' : record.result.ending),
    });
    return [run];
  }

  #announce(row: RegistryRow, status: 'started' | 'finished', record: HuntRecord | null): void {
    const { agentId: agent, round: wave, assignedDimensions: dimensions } = row;
    const files = record === null ? 0 : new Set(record.result.trail.filesRead).size;
    this.#ports.emit({
      kind: 'agent',
      agent,
      wave,
      status,
      usageRatio: record === null ? 0 : record.result.usedTokens / Math.max(1, record.budgetTokens),
      mode: record?.result.budgetMode ?? 'full',
      findings: record?.findings.length ?? 0,
      filesDone: files,
      filesTotal: Math.max(files, record?.files ?? 0),
      message: record?.result.reason ?? null,
      dimensions,
      ...(record === null ? {} : { outcome: huntStatusOf(record) }),
    });
  }

  #announceCut(record: HuntRecord): void {
    const [cut] = listTruncated({ hunts: [record] });
    if (cut === undefined) return;
    const { agentId: agent, severity, keptFindings, recovery } = cut;
    this.#ports.emit({ kind: 'truncation', agent, round: record.round, severity, keptFindings, recovery });
  }
}

/** A mild cut keeps what is whole and leaves the rest to the next round; only a severe one is retried (Rule 1, Rule 2). */
function answerOf({ result }: HuntRecord): TaskAnswer {
  if (result.ending === 'replied') return result.output.truncation === 'severe' ? 'severe_truncation' : 'completed';
  return result.ending === 'aborted' ? 'completed' : result.ending;
}

/** Dimensions that a later attempt of the round took over from this one. */
export function listTakenOver(records: readonly HuntRecord[], record: HuntRecord): readonly Dimension[] {
  if (record.isRestart || (record.result.ending === 'replied' && record.result.output.truncation === 'none')) return [];
  return records
    .filter(({ isRestart, round }) => isRestart && round === record.round)
    .flatMap(({ dimensions }) => dimensions);
}
