import { decideRetry, listFinalAttempts, registerAgent, updateAgent, } from '../../protocol/agent-registry.js';
import { decideAfterFailure } from '../../protocol/total-failure.js';
import { planTurns } from '../../protocol/turns.js';
import { askHunter } from './ask-hunter.js';
import { huntStatusOf } from './compose-audit-agents.js';
import { listTruncated } from './compose-truncation.js';
import { toTask } from './plan-audit.js';
import { numberFindings, settleHunt } from './settle-hunt.js';
export async function huntRound(task, snapshot, request, ports) {
    const floor = new HuntFloor(task, snapshot, request, ports);
    const first = await floor.run(task.seats, false);
    const decision = floor.judgeFailure(task.restartUsed);
    if (decision.kind !== 'restart' || isOver(ports))
        return floor.close(first, task.restartUsed, decision);
    const again = await floor.run(decision.agents.map(({ dimensions, maxTurns }) => ({
        dimensions,
        turns: planTurns(task.facts.round, { emergency: task.facts.emergency, maxTurns }),
        files: allFiles(task.seats),
        maxFindings: null,
    })), true);
    return floor.close([...first, ...again], true, floor.judgeFailure(true));
}
/** Nobody is sent out any more: the run was stopped, or its limit is spent. */
const isOver = ({ signal, account }) => signal.aborted || account?.isSpent === true;
/** A restarted agent stands in for seats that may have split the files. */
const allFiles = (seats) => {
    const files = new Map(seats.flatMap((seat) => seat.files.map((file) => [file.path, file])));
    return [...files.values()];
};
/** Where the agents of a round sit: the registry grows here, in the order of the seats. */
class HuntFloor {
    #registry;
    #turns = new Map();
    #restarted = new Set();
    #task;
    #snapshot;
    #request;
    #ports;
    constructor(task, snapshot, request, ports) {
        this.#registry = task.registry;
        this.#task = task;
        this.#snapshot = snapshot;
        this.#request = request;
        this.#ports = ports;
    }
    /** All seats at once, then all retries: so ids follow the seats, not who ended first. */
    async run(seats, isRestart) {
        const sittings = seats.map((seat) => this.#seatAgent(seat, null, isRestart));
        const first = await this.#huntAll(sittings);
        if (isRestart)
            return first;
        const retries = sittings.flatMap((sitting, i) => this.#planRetry(sitting, first[i]));
        return [...first, ...(await this.#huntAll(retries))];
    }
    judgeFailure(restartUsed) {
        const { round } = this.#task.facts;
        const final = listFinalAttempts(this.#registry, round);
        const attempts = restartUsed ? final.filter(({ agentId }) => this.#restarted.has(agentId)) : final;
        return decideAfterFailure((attempts.length > 0 ? attempts : final).map((row) => ({
            status: row.status === 'COMPLETED' || row.status === 'TRUNCATED' ? row.status : 'FAILED',
            dimensions: row.assignedDimensions,
            maxTurns: this.#turns.get(row.agentId) ?? 1,
        })), restartUsed);
    }
    close(records, restartUsed, decision) {
        return {
            registry: this.#registry,
            records: numberFindings(records, this.#task.knownFindings),
            restartUsed,
            failure: decision.kind === 'incomplete' ? decision.reason : null,
        };
    }
    #seatAgent(seat, retryOf, isRestart) {
        const { round, emergency } = this.#task.facts;
        const { registry, row } = registerAgent(this.#registry, {
            taskId: `task-r${round}-${this.#registry.length + 1}`,
            round,
            dimensions: seat.dimensions,
            startedAt: this.#now(),
            emergency,
            ...(retryOf === null ? {} : { retryOf }),
        });
        this.#registry = registry;
        this.#turns.set(row.agentId, seat.turns.maxTurns);
        if (isRestart)
            this.#restarted.add(row.agentId);
        return { seat, row, isRestart };
    }
    #now = () => new Date(this.#ports.clock.now()).toISOString();
    async #huntAll(sittings) {
        const records = [];
        const waiting = sittings.map((sitting, position) => ({ sitting, position }));
        const work = async () => {
            for (let next = waiting.shift(); next; next = waiting.shift())
                records[next.position] = await this.#hunt(next.sitting);
        };
        const width = Math.min(sittings.length, this.#request.concurrency ?? sittings.length);
        await Promise.all(Array.from({ length: width }, work));
        return records;
    }
    async #hunt({ seat, row, isRestart }) {
        const { facts } = this.#task;
        const task = toTask(seat, row.agentId, facts);
        this.#registry = updateAgent(this.#registry, row.agentId, { status: 'RUNNING', startedAt: this.#now() });
        this.#announce(row, 'started', null);
        const work = { key: `audit/${row.agentId}`, kind: 'hunt', input: task };
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
    #endOf({ result, findings }) {
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
    #planRetry({ seat, row }, record) {
        if (record === undefined || record.result.ending === 'aborted' || isOver(this.#ports))
            return [];
        const decision = decideRetry(this.#registry, row.agentId, answerOf(record), seat.turns.maxTurns);
        if (decision.kind !== 'retry')
            return [];
        const { round, emergency } = this.#task.facts;
        const reduced = {
            dimensions: decision.dimensions,
            turns: planTurns(round, { emergency, maxTurns: decision.maxTurns }),
            files: seat.files,
            maxFindings: decision.maxFindings,
        };
        const sitting = this.#seatAgent(reduced, row.agentId, false);
        this.#ports.emit({
            kind: 'retry',
            agent: sitting.row.agentId,
            retryOf: row.agentId,
            round,
            dimensions: reduced.dimensions,
            reason: record.result.reason ?? (record.result.ending === 'replied' ? 'the output was cut' : record.result.ending),
        });
        return [sitting];
    }
    #announce(row, status, record) {
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
    #announceCut(record) {
        const [cut] = listTruncated({ hunts: [record] });
        if (cut === undefined)
            return;
        const { agentId: agent, severity, keptFindings, recovery } = cut;
        this.#ports.emit({ kind: 'truncation', agent, round: record.round, severity, keptFindings, recovery });
    }
}
/** A mild cut keeps what is whole and leaves the rest to the next round; only a severe one is retried (Rule 1, Rule 2). */
function answerOf({ result }) {
    if (result.ending === 'replied')
        return result.output.truncation === 'severe' ? 'severe_truncation' : 'completed';
    return result.ending === 'aborted' ? 'completed' : result.ending;
}
/** Dimensions that a later attempt of the round took over from this one. */
export function listTakenOver(records, record) {
    if (record.isRestart || (record.result.ending === 'replied' && record.result.output.truncation === 'none'))
        return [];
    return records
        .filter(({ isRestart, round }) => isRestart && round === record.round)
        .flatMap(({ dimensions }) => dimensions);
}
