/**
 * Runs a review from request to report document: survey → [ plan wave → dispatch → collect → decide ]* → report. Start reading here.
 * The protocol `ci` adds a round in which agents judge the findings of the others; `--verify` a second look at blocking claims of
 * models. Effects are arguments. Called by wiring/playbooks.ts.
 */

import type { ReportDocument, ReportSignal } from '../../protocol/report/report-document.ts';
import { composeNothing } from '../compose-nothing.ts';
import { gatherPolicy } from '../finding-policy.ts';
import { redactReport } from '../redact-report.ts';
import { endRun } from '../run-facts.ts';
import { explainEmpty, type Survey, surveyScope } from '../survey.ts';
import { cacheWave } from './cache-files.ts';
import { composeReport } from './compose-report.ts';
import { composeWaveSignal, measureUsage } from './compose-signals.ts';
import { decideAfterWave, nameInterruption } from './decide-wave.ts';
import { dispatchWave } from './dispatch.ts';
import { findCachedFiles } from './find-cached-files.ts';
import { boundReview } from './plan-review.ts';
import { planWave } from './plan-wave.ts';
import type { EnginePorts, ReviewRequest } from './review-request.ts';
import type { ReviewState } from './review-state.ts';
import { planSharing, type SharePlan } from './share-round.ts';
import { verifyClaims } from './verify-round.ts';

export async function runReview(request: ReviewRequest, ports: EnginePorts): Promise<ReportDocument> {
  const { emit } = ports;
  const begun = { startedAt: ports.clock.now(), runId: ports.ids.runId() };
  emit({ kind: 'run', runId: begun.runId, playbook: 'review', mode: 'review', model: request.model });
  emit({ kind: 'phase', phase: 1, name: 'initialisation', status: 'started', wave: 1 });
  const survey = await surveyScope(request, ports);
  const empty = explainEmpty(survey, request.allowsEmpty ?? false);
  emit({ kind: 'phase', phase: 1, name: 'initialisation', status: 'finished', wave: 1 });
  return empty === null
    ? reviewSurvey(survey, begun, request, ports)
    : composeNothing(survey, request, endRun(begun.runId, begun.startedAt, ports), empty);
}

async function reviewSurvey(
  survey: Survey,
  { runId, startedAt }: { readonly runId: string; readonly startedAt: number },
  request: ReviewRequest,
  ports: EnginePorts,
): Promise<ReportDocument> {
  const { emit } = ports;
  const signals: ReportSignal[] = [];
  const keepSignal = (signal: ReportSignal): void => {
    signals.push(signal);
    emit({ kind: 'signal', signal });
  };
  const recalled = await findCachedFiles(survey, ports.driversFor, ports.reuse, startedAt);
  let state: ReviewState = { survey, waves: [], runs: [], recalled };
  for (let wave = 1; ; wave += 1) {
    emit({ kind: 'phase', phase: 2, name: 'budget calculation', status: 'started', wave });
    const plan = planWave(state, wave, request, ports.driversFor);
    if (wave === 1) await ports.account?.bound(boundReview(state, plan, request));
    emit({
      kind: 'plan',
      wave,
      totalTokens: plan.record.totalTokens,
      scale: plan.record.scale,
      isolation: plan.record.isolation,
      agents: plan.tasks.length,
    });
    emit({ kind: 'phase', phase: 2, name: 'budget calculation', status: 'finished', wave });

    emit({ kind: 'phase', phase: 3, name: 'dispatch', status: 'started', wave });
    const runs = await dispatchWave(plan, survey.snapshot, request, ports);
    emit({ kind: 'phase', phase: 3, name: 'dispatch', status: 'finished', wave });

    emit({ kind: 'phase', phase: 4, name: 'synthesis', status: 'started', wave });
    state = { ...state, waves: [...state.waves, plan.record], runs: [...state.runs, ...runs] };
    await cacheWave(state, wave, { runId, at: startedAt, now: ports.clock.now() }, ports);
    const next = decideAfterWave(state, request, ports);
    emit({ kind: 'decision', wave, decision: next.kind, reason: next.reason });
    const goesOn = next.kind === 'next-wave';
    if (next.leftBy !== null) state = { ...state, leftBy: next.leftBy };
    const sharing = goesOn ? null : planSharing(state, request, ports);
    const usage = measureUsage(state, goesOn, request, ports);
    keepSignal(composeWaveSignal(state, { goesOn: goesOn || sharing?.kind === 'round', usage }));
    emit({ kind: 'phase', phase: 4, name: 'synthesis', status: 'finished', wave });
    if (goesOn) continue;
    if (sharing !== null) state = await shareFindings(state, sharing, request, ports);
    if (sharing?.kind === 'round')
      keepSignal(composeWaveSignal(state, { goesOn: false, usage: measureUsage(state, false, request, ports) }));
    break;
  }
  state = await verifyClaims(state, request, ports);

  const cited = new Set(state.runs.flatMap(({ findings }) => findings.map(({ file }) => file)));
  const policy = await gatherPolicy(request.policy, survey, { cited, signal: ports.signal });
  const report = composeReport(state, request, {
    ...endRun(runId, startedAt, ports),
    policy,
    signals,
    shares: measureUsage(state, false, request, ports),
    stop: nameInterruption(ports.signal),
  });
  for (const signal of report.signals.slice(signals.length)) emit({ kind: 'signal', signal });
  return redactReport(report, ports.redactor, survey.snapshot);
}

/** The second round of `ci`: one more wave, in which nothing is reviewed and everything is judged. */
async function shareFindings(
  state: ReviewState,
  next: SharePlan,
  request: ReviewRequest,
  ports: EnginePorts,
): Promise<ReviewState> {
  if (next.kind === 'none') return { ...state, sharing: next.sharing };
  const { plan, sharing } = next;
  const { wave } = plan.record;
  ports.emit({ kind: 'phase', phase: 3, name: 'second round', status: 'started', wave });
  const runs = await dispatchWave(plan, state.survey.snapshot, request, ports);
  ports.emit({ kind: 'phase', phase: 3, name: 'second round', status: 'finished', wave });
  return { ...state, waves: [...state.waves, plan.record], runs: [...state.runs, ...runs], sharing };
}
