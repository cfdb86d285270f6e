/**
 * Asks the model of `triage --model` about alarms that our analysis left unknown, with the validator of audits, and returns a
 * judgement for each: confirmed where every step passes, set aside only with code that contradicts the alarm, quoted from the files;
 * else unknown. Called by triage.ts.
 */
import { sessionForValidation } from '../engine/audit/agent-session.ts';
import { isQuoted } from '../engine/quoted-code.ts';
import type { OpenTools } from '../engine/run-request.ts';
import type { ValidationTask, ValidatorDecision } from '../ports/auditor.ts';
import type { Snapshot } from '../ports/repository.ts';
import type { Thresholds } from '../protocol/budget/thresholds.ts';
import type { ClaimedFinding, Finding } from '../protocol/findings/finding.ts';
import type { AlarmJudgement } from '../protocol/findings/judge-alarm.ts';
import { listOpenSteps, parseSteps, STEP_NAMES } from '../protocol/output/validation-steps.ts';
import { type JudgeUnknown, TRIAGE_BATCH } from '../reviewers/embedded/triage-driver.ts';
import type { AuditModelOptions } from '../reviewers/model/audit/auditor-options.ts';
import { askDecisions, type ModelDecisions } from '../reviewers/model/audit/validate.ts';

export interface TriageJudgeParts {
  readonly options: AuditModelOptions;
  readonly openTools: OpenTools;
  readonly thresholds: Thresholds;
}

const STEPS = [1, 2, 3, 4] as const;

export function createTriageJudge({ options, openTools, thresholds }: TriageJudgeParts): JudgeUnknown {
  let batches = 0;
  const judgeBatch = async (
    claims: readonly ClaimedFinding[],
    snapshot: Snapshot,
    signal: AbortSignal,
  ): Promise<readonly AlarmJudgement[]> => {
    batches += 1;
    const task = toTask(claims, batches);
    const driver = options.limits ? { limits: options.limits } : {};
    const session = sessionForValidation({ snapshot, openTools, thresholds, driver });
    const { end, said, read } = await askDecisions(task, session, signal, options);
    const model = end.models.at(-1) ?? options.modelName;
    return Promise.all(
      task.findings.map(async ({ id }, at) => {
        const decision = said?.find((each) => each.id === id) ?? null;
        const before = String(claims[at]?.extra.triage_reason ?? '');
        if (decision === null) return leaveOpen(before, model, end);
        if (!read.has(id)) return unknown(`${before}; ${model} decided without reading its lines`);
        return judgeByModel(decision, { model, before, isProven: await isQuoted(decision.contradiction, snapshot) });
      }),
    );
  };
  return async (claims, snapshot, signal) => {
    const judged: AlarmJudgement[] = [];
    for (let at = 0; at < claims.length; at += TRIAGE_BATCH)
      judged.push(...(await judgeBatch(claims.slice(at, at + TRIAGE_BATCH), snapshot, signal)));
    return judged;
  };
}

/** A whole answer that leaves an alarm out is a word of the model; a call that failed is nobody's. */
function leaveOpen(before: string, model: string, { kind, reason }: ModelDecisions['end']): AlarmJudgement {
  const left = unknown(`${before}; ${model} did not decide it${reason === null ? '' : ` (${reason})`}`);
  return kind === 'result' ? left : { ...left, unasked: reason ?? 'no answer that could be used' };
}

const unknown = (reason: string): AlarmJudgement => ({ result: 'unknown', reason, own: null });

interface Grounds {
  readonly model: string;
  /** Why our analysis could not tell. */
  readonly before: string;
  /** The code that contradicts the alarm stands where the model says. */
  readonly isProven: boolean;
}

function judgeByModel(
  { verdict, verification, reason }: Pick<ValidatorDecision, 'verdict' | 'verification' | 'reason'>,
  { model, before, isProven }: Grounds,
): AlarmJudgement {
  const steps = parseSteps(verification);
  const failed = new Set(steps.filter(({ result }) => result === 'fail').map(({ step }) => step));
  const decide = (result: AlarmJudgement['result']): AlarmJudgement => ({
    result,
    reason: `${model}, which read the code: ${reason}`,
    own: null,
    by: model,
  });
  if (verdict === 'confirmed') {
    const open = listOpenSteps(STEPS, steps);
    if (open.length === 0) return decide('confirmed');
    const named = open.map((step) => STEP_NAMES[step]).join(', ');
    return unknown(`${before}; ${model} takes it for real and left open: ${named}`);
  }
  if (verdict === 'downgraded') return unknown(`${before}; ${model} finds it weaker than stated: ${reason}`);
  if (!isProven) return unknown(`${before}; ${model} rejects it without the code that shows it: ${reason}`);
  if (failed.has(2)) return decide('guarded');
  if (failed.has(1) || failed.has(3)) return decide('unreachable');
  return unknown(`${before}; ${model} rejects it, and none of its steps fails: ${reason}`);
}

function toTask(claims: readonly ClaimedFinding[], batch: number): ValidationTask {
  const findings = claims.map((claim, at): Finding => {
    const line = claim.line ?? 1;
    return {
      ...claim,
      id: `A${String(at + 1).padStart(3, '0')}`,
      agent: 'triage',
      round: 1,
      model: null,
      agentRun: 'triage',
      voice: 'triage',
      weight: 1,
      file: claim.file ?? '',
      line,
      endLine: claim.endLine ?? line,
      isPlaced: true,
      status: 'unverified',
      doubt: null,
      introduced: true,
      depth: 'full',
      quote: null,
      isCached: false,
      vetoReason: null,
    };
  });
  return {
    agentId: `triage-${batch}`,
    batch: { track: '4a', purpose: 'findings', by: 'agent', steps: STEPS, ids: findings.map(({ id }) => id) },
    findings,
  };
}
