/**
 * Hands batches of candidates to validators and collects their decisions (FACT-08, AUD-32): who may decide what, which decisions
 * count, and which findings stayed undecided. Rates nothing (rate-findings.ts does). Called by validation-phase.ts.
 */

import type { Account } from '../../ports/agent-tools.ts';
import type { UndecidedFinding, ValidationOutcome, ValidatorDecision } from '../../ports/auditor.ts';
import type { UsageShare } from '../../protocol/budget/usage-recorder.ts';
import type { MergedFinding } from '../../protocol/findings/finding.ts';
import { listOpenSteps, parseSteps, type StepNumber } from '../../protocol/output/validation-steps.ts';
import { mayValidate, takeOverBatch, type ValidationBatch } from '../../protocol/rounds/validation-plan.ts';
import { isQuoted } from '../quoted-code.ts';
import { limitAgent, sessionForValidation } from './agent-session.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';
import { BASELINE_AGENT } from './scanned-findings.ts';
import { toValidated } from './validation-candidates.ts';

/** Who looked at a finding, and how. */
interface ExaminedBy {
  readonly validator: string;
  readonly method: string;
}

export interface Decision extends ValidatorDecision, ExaminedBy {
  /** Steps that were asked for and did not pass. */
  readonly openSteps: readonly StepNumber[];
  /** All four passed, asked for or not: what Critical and High need. */
  readonly isWhole: boolean;
}

export type UndecidedExamination = UndecidedFinding & ExaminedBy;

export type ValidationPorts = Pick<AuditPorts, 'driver' | 'openTools' | 'emit' | 'host' | 'signal' | 'clock'> &
  Pick<AuditRequest, 'thresholds' | 'agentTimeoutMs'>;

export class ValidationQueue {
  readonly decisions = new Map<string, Decision>();
  /** Findings somebody looked at and could not decide. */
  readonly undecided = new Map<string, UndecidedExamination>();
  readonly batches: ValidationBatch[] = [];
  readonly failed: string[] = [];
  /** Rejections that do not count for want of contradicting code. */
  readonly unproven = new Set<string>();
  readonly #accounts: Account[] = [];
  readonly #byId: ReadonlyMap<string, MergedFinding>;
  readonly #state: AuditState;
  readonly #ports: ValidationPorts;

  constructor(candidates: readonly MergedFinding[], state: AuditState, ports: ValidationPorts) {
    this.#byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
    this.#state = state;
    this.#ports = ports;
  }

  get usage(): UsageShare {
    return {
      used: this.#accounts.reduce((sum, { usedTokens }) => sum + usedTokens, 0),
      allowance: this.#accounts.reduce((sum, { budgetTokens }) => sum + budgetTokens, 0),
    };
  }

  /** 4a beside 4c: all batches at once; one that fails is taken over inline, once. */
  async run(batches: readonly ValidationBatch[]): Promise<void> {
    const numbered = batches.map((batch, i) => ({ batch, name: this.#nameOf(batch, this.batches.length + i + 1) }));
    this.batches.push(...batches);
    await Promise.all(numbered.map(({ batch, name }) => this.#validate(batch, name)));
  }

  #nameOf = (batch: ValidationBatch, number: number): string =>
    batch.by === 'inline'
      ? `orchestrator-${String(number).padStart(2, '0')}`
      : `validator-${String(number).padStart(2, '0')}`;

  async #validate(batch: ValidationBatch, validator: string): Promise<void> {
    const first = await this.#ask(batch, validator);
    const isTakenOver = first.kind === 'failed' && batch.by === 'agent';
    const name = isTakenOver ? `${validator}-inline` : validator;
    const outcome = isTakenOver ? await this.#ask(takeOverBatch(batch), name) : first;
    if (outcome.kind === 'failed') this.failed.push(`${validator}: ${outcome.reason ?? 'no reason given'}`);
    const examinedBy = { validator: name, method: outcome.method };
    for (const decision of outcome.decisions) await this.#record(decision, batch, examinedBy);
    for (const open of outcome.undecided ?? []) this.#leaveOpen(open, batch, examinedBy);
  }

  async #ask(batch: ValidationBatch, validator: string): Promise<ValidationOutcome> {
    const { driver, host, openTools, thresholds } = this.#ports;
    const findings = batch.ids.flatMap((id) => {
      const candidate = this.#byId.get(id);
      return candidate === undefined || !mayValidate(validator, candidate) ? [] : [toValidated(candidate)];
    });
    const sessionPorts = { snapshot: this.#state.survey.snapshot, openTools, thresholds, driver };
    const session = sessionForValidation(sessionPorts);
    this.#accounts.push(session.account);
    const task = { agentId: validator, batch, findings };
    const work = { key: `audit/${validator}`, kind: 'validate', input: task, account: session.account } as const;
    return host
      .run(work, () => limitAgent(this.#ports, this.#ports, (signal) => driver.validate(task, session, signal)))
      .catch((error: unknown) => ({
        kind: 'failed' as const,
        reason: error instanceof Error ? error.message : String(error),
        decisions: [],
        method: driver.name,
      }));
  }

  /**
   * One decision per finding of the batch, the first. A Critical falls only to code that contradicts it, quoted rightly; what
   * an analyzer of the baseline found falls to nobody's word; nothing is confirmed by whoever saw a step of it fail.
   */
  async #record(decision: ValidatorDecision, batch: ValidationBatch, examinedBy: ExaminedBy): Promise<void> {
    const candidate = this.#byId.get(decision.id);
    if (candidate === undefined || !batch.ids.includes(decision.id) || this.decisions.has(decision.id)) return;
    const said = parseSteps(decision.verification);
    const failed = decision.verdict === 'confirmed' ? said.find(({ result }) => result === 'fail') : undefined;
    if (failed !== undefined) {
      const reason = `reported as confirmed, although step ${failed.step} failed: ${failed.reason ?? 'no reason given'}`;
      this.#leaveOpen({ id: decision.id, verification: decision.verification, reason }, batch, examinedBy);
      return;
    }
    const isUnproven =
      decision.verdict === 'rejected' &&
      (candidate.members.some(({ agent }) => agent === BASELINE_AGENT) ||
        (candidate.severity === 'CRITICAL' && !(await isQuoted(decision.contradiction, this.#state.survey.snapshot))));
    if (isUnproven) {
      this.unproven.add(decision.id);
      const reason = `rejected without the code that contradicts it: ${decision.reason}`;
      this.#leaveOpen({ id: decision.id, verification: decision.verification, reason }, batch, examinedBy);
    } else
      this.decisions.set(decision.id, {
        ...decision,
        ...examinedBy,
        openSteps: listOpenSteps(batch.steps, said),
        isWhole: listOpenSteps([1, 2, 3, 4], said).length === 0,
      });
  }

  #leaveOpen(open: UndecidedFinding, batch: ValidationBatch, examinedBy: ExaminedBy): void {
    if (batch.ids.includes(open.id) && !this.undecided.has(open.id))
      this.undecided.set(open.id, { ...open, ...examinedBy });
  }
}
