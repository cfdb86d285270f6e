import { mayValidate, takeOverBatch } from '../../protocol/validation-plan.js';
import { listOpenSteps, parseSteps } from '../../protocol/validation-steps.js';
import { deskForValidation } from './open-desk.js';
import { isQuoted } from './quoted-code.js';
import { BASELINE_AGENT, toValidated } from './validation-candidates.js';
export class ValidationDesk {
    decisions = new Map();
    /** Findings somebody looked at and could not decide. */
    undecided = new Map();
    batches = [];
    failed = [];
    /** Rejections that do not count for want of contradicting code. */
    held = new Set();
    #accounts = [];
    #byId;
    #state;
    #ports;
    constructor(candidates, state, ports) {
        this.#byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
        this.#state = state;
        this.#ports = ports;
    }
    get usage() {
        return {
            used: this.#accounts.reduce((sum, { usedTokens }) => sum + usedTokens, 0),
            allowance: this.#accounts.reduce((sum, { budgetTokens }) => sum + budgetTokens, 0),
        };
    }
    /** 4a beside 4c: all batches at once; one that fails is taken over inline, once. */
    async run(batches) {
        const numbered = batches.map((batch, i) => ({ batch, name: this.#nameOf(batch, this.batches.length + i + 1) }));
        this.batches.push(...batches);
        await Promise.all(numbered.map(({ batch, name }) => this.#validate(batch, name)));
    }
    #nameOf = (batch, number) => batch.by === 'inline'
        ? `orchestrator-${String(number).padStart(2, '0')}`
        : `validator-${String(number).padStart(2, '0')}`;
    async #validate(batch, validator) {
        const first = await this.#ask(batch, validator);
        const isTakenOver = first.kind === 'failed' && batch.by === 'agent';
        const name = isTakenOver ? `${validator}-inline` : validator;
        const outcome = isTakenOver ? await this.#ask(takeOverBatch(batch), name) : first;
        if (outcome.kind === 'failed')
            this.failed.push(`${validator}: ${outcome.reason ?? 'no reason given'}`);
        const look = { validator: name, method: outcome.method };
        for (const decision of outcome.decisions)
            await this.#record(decision, batch, look);
        for (const open of outcome.undecided ?? [])
            this.#leaveOpen(open, batch, look);
    }
    async #ask(batch, validator) {
        const { driver, host, signal, openTools, thresholds } = this.#ports;
        const findings = batch.ids.flatMap((id) => {
            const candidate = this.#byId.get(id);
            return candidate === undefined || !mayValidate(validator, candidate) ? [] : [toValidated(candidate)];
        });
        const { recon, survey } = this.#state;
        const means = { snapshot: survey.snapshot, openTools, thresholds };
        const desk = deskForValidation(means);
        this.#accounts.push(desk.account);
        const task = { agentId: validator, batch, findings, recon, files: survey.files };
        const work = { key: `audit/${validator}`, kind: 'validate', input: task, account: desk.account };
        return host
            .run(work, () => driver.validate(task, desk, signal))
            .catch((error) => ({
            kind: 'failed',
            reason: error instanceof Error ? error.message : String(error),
            decisions: [],
            method: driver.name,
        }));
    }
    /**
     * One decision per finding of the batch, the first. A Critical falls only to code that contradicts it, quoted rightly; what
     * an analyzer of the baseline found falls to nobody's word; nothing is confirmed by whoever saw a step of it fail.
     */
    async #record(decision, batch, look) {
        const candidate = this.#byId.get(decision.id);
        if (candidate === undefined || !batch.ids.includes(decision.id) || this.decisions.has(decision.id))
            return;
        const said = parseSteps(decision.verification);
        const failed = decision.verdict === 'confirmed' ? said.find(({ result }) => result === 'fail') : undefined;
        if (failed !== undefined) {
            const reason = `called confirmed, although step ${failed.step} failed: ${failed.reason ?? 'no reason given'}`;
            this.#leaveOpen({ id: decision.id, verification: decision.verification, reason }, batch, look);
            return;
        }
        const isHeld = decision.verdict === 'rejected' &&
            (candidate.members.some(({ agent }) => agent === BASELINE_AGENT) ||
                (candidate.severity === 'CRITICAL' && !(await isQuoted(decision.contradiction, this.#state.survey.snapshot))));
        if (isHeld) {
            this.held.add(decision.id);
            const reason = `rejected without the code that contradicts it: ${decision.reason}`;
            this.#leaveOpen({ id: decision.id, verification: decision.verification, reason }, batch, look);
        }
        else
            this.decisions.set(decision.id, {
                ...decision,
                ...look,
                openSteps: listOpenSteps(batch.steps, said),
                isWhole: listOpenSteps([1, 2, 3, 4], said).length === 0,
            });
    }
    #leaveOpen(open, batch, look) {
        if (batch.ids.includes(open.id) && !this.undecided.has(open.id))
            this.undecided.set(open.id, { ...open, ...look });
    }
}
