/**
 * Runs an audit from request to report document: recon → plan → [ hunt → evaluate → decide ]* → deep dive → validation → report. Start
 * reading here. Every transition goes through `advanceAudit`, which throws on a way that does not exist (CONVERGE-07). Called by
 * wiring/playbooks.ts.
 */

import { ReviewError } from '../../errors.ts';
import type { BaselineScan } from '../../ports/auditor.ts';
import { isInterrupted, underSignals } from '../../ports/join-signals.ts';
import { AUDIT_MODE_PROFILES } from '../../protocol/coverage/audit-mode.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { boundAudit } from '../../protocol/rounds/audit-estimate.ts';
import { acknowledgePlan } from '../../protocol/rounds/audit-phases.ts';
import { composeNothing } from '../compose-nothing.ts';
import { gatherPolicy } from '../finding-policy.ts';
import { redactReport } from '../redact-report.ts';
import { endRun } from '../run-facts.ts';
import { unlessStopped } from '../survey.ts';
import { addMarker, enter, halt, note, tell } from './audit-log.ts';
import type { AuditParts } from './audit-parts.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';
import { composeAudit } from './compose-audit.ts';
import { composeCheckSignal, composeDiveSignal, composeSurveySignal } from './compose-audit-signals.ts';
import { diveDeep } from './deep-dive-phase.ts';
import { HALTED, huntRounds } from './hunt-rounds.ts';
import { measureAudit } from './measure-audit.ts';
import { toHunters } from './plan-audit.ts';
import { explainNoAudit, prepareAudit } from './prepare-audit.ts';
import { validateFindings } from './validation-phase.ts';

export async function runAudit(request: AuditRequest, ports: AuditPorts): Promise<ReportDocument> {
  let reached = 'PHASE_1_RECON';
  const watch: AuditPorts['emit'] = (event) => {
    if (event.kind === 'transition') reached = event.to;
    ports.emit(event);
  };
  try {
    return await conduct(request, { ...ports, emit: watch });
  } catch (error) {
    halt(reached, error, ports);
    throw error;
  }
}

async function conduct(request: AuditRequest, ports: AuditPorts): Promise<ReportDocument> {
  const startedAt = ports.clock.now();
  const runId = ports.ids.runId();
  ports.emit({ kind: 'run', runId, playbook: 'audit', mode: request.mode, model: request.model });
  let state = await prepareAudit(request, ports);
  const empty = explainNoAudit(state.survey, request);
  if (empty !== null) return composeNothing(state.survey, request, endRun(runId, startedAt, ports), empty);
  state = tell(state, composeSurveySignal(state, measureAudit(state, ports.account)), ports);
  await ports.account?.bound(boundAudit(request.mode, toHunters(state.plan)));
  state = await confirm(state, request, ports);
  state = await hunt(state, runId, request, ports);

  if (!AUDIT_MODE_PROFILES[request.mode].fullProtocol) {
    state = enter(state, { kind: 'report' }, ports);
    const facts = { ...endRun(runId, startedAt, ports), shares: measureAudit(state, ports.account) };
    return closeAudit({ state, dive: null, validation: null, request, facts }, ports);
  }
  state = enter(state, { kind: 'deep-dive' }, ports);
  const dive = await diveDeep(state, request, ports);
  state = addMarker(state, { phase: '3', status: dive.verdict.status, next: '4', evidence: dive.evidence }, ports);
  state = tell(state, composeDiveSignal(dive, measureAudit(state, ports.account, dive.usage)), ports);

  state = enter(state, { kind: 'validation' }, ports);
  const validation = await validateFindings(state, dive, runId, { ...request, ...ports });
  state = addMarker(state, { phase: '4', status: validation.status, next: '5', evidence: validation.evidence }, ports);
  const shares = measureAudit(state, ports.account, dive.usage, validation.usage);
  state = tell(state, composeCheckSignal(validation, shares), ports);

  state = enter(state, { kind: 'report' }, ports);
  const facts = { ...endRun(runId, startedAt, ports), shares };
  return closeAudit({ state, dive, validation, request, facts }, ports);
}

/** The rounds beside the baseline scan. Where Semgrep is required and gave nothing, nobody hunts on: HALT (FACT-06). */
async function hunt(state: AuditState, seed: string, request: AuditRequest, ports: AuditPorts): Promise<AuditState> {
  const { files, snapshot } = state.survey;
  const stop = new AbortController();
  const scan = announceBaseline(ports.scanBaseline(files, snapshot, ports.signal), ports).then((baseline) => {
    if (request.requireSemgrep && isWithoutSemgrep(baseline)) stop.abort(HALTED);
    return baseline;
  });
  const hunted = await underSignals([ports.signal, stop.signal], (signal) =>
    huntRounds({ state, scan, seed }, request, { ...ports, signal }),
  );
  if (stop.signal.aborted) haltWithoutSemgrep(hunted);
  return hunted;
}

const isWithoutSemgrep = ({ semgrep }: BaselineScan): boolean =>
  semgrep.status === 'failed' || semgrep.status === 'absent';

const MEND_SEMGREP =
  'Semgrep is installed but gave no result. Fix the problem named here (`semgrep scan` on the same folder may say more), or leave out --require-semgrep.';

function haltWithoutSemgrep(state: AuditState): never {
  const { status, reason } = state.baseline?.semgrep ?? { status: 'absent', reason: null };
  const text = `[HALT] Semgrep ${status}${reason === null ? '' : `: ${reason}`}`;
  const isInstalled = reason !== null && !reason.includes('not installed');
  throw new ReviewError('semgrep-required', `${text}.`, isInstalled ? { advice: MEND_SEMGREP } : {});
}

/** Before money is spent somebody says yes, in every mode; the acknowledgement is part of the full protocol (ROUND-02). */
async function confirm(state: AuditState, { mode }: AuditRequest, ports: AuditPorts): Promise<AuditState> {
  const answer = isInterrupted(ports.signal) ? null : await askForPlan(state, ports);
  // Stopped: whoever is sent out now ends before the first call, so nobody has to answer, and nobody is said to have.
  if (answer === null) return { ...state, progress: acknowledgePlan(state.progress, 'confirmed') };
  const ack = answer ? 'confirmed' : 'not_confirmed';
  const { fullProtocol } = AUDIT_MODE_PROFILES[mode];
  const told = fullProtocol ? note(state, { kind: 'plan-ack', ack }, ports) : state;
  if (ack === 'not_confirmed')
    throw new ReviewError('plan-declined', 'The plan was not confirmed, so no agent was started.');
  return fullProtocol ? { ...told, progress: acknowledgePlan(told.progress, ack) } : told;
}

/** Null where the run was stopped before an answer came. */
async function askForPlan({ plan }: AuditState, { confirmPlan, signal }: AuditPorts): Promise<boolean | null> {
  try {
    return await unlessStopped(confirmPlan(plan), signal);
  } catch (error) {
    if (isInterrupted(signal)) return null;
    throw error;
  }
}

async function closeAudit(
  parts: AuditParts,
  { emit, redactor, signal }: Pick<AuditPorts, 'emit' | 'redactor' | 'signal'>,
): Promise<ReportDocument> {
  const { state, request, facts } = parts;
  // Which findings there are is known once they are composed; a run without time reads only the files of those.
  const cited = new Set(state.hunts.flatMap(({ findings }) => findings.map(({ file }) => file)));
  const policy = await gatherPolicy(request.policy, state.survey, { cited, signal });
  const report = composeAudit({ ...parts, facts: { ...facts, policy } });
  const last = report.signals.at(-1);
  if (last) emit({ kind: 'signal', signal: last });
  return redactReport(report, redactor, parts.state.survey.snapshot);
}

async function announceBaseline(
  scan: Promise<BaselineScan>,
  { emit }: Pick<AuditPorts, 'emit'>,
): Promise<BaselineScan> {
  emit({ kind: 'baseline', analyzer: 'all', status: 'started', findings: 0, reason: null });
  const baseline = await scan;
  for (const { name, status, findings, reason } of baseline.analyzers)
    emit({ kind: 'baseline', analyzer: name, status, findings, reason });
  return baseline;
}
