/**
 * Plans the second round of the protocol `ci` (FACT-14): every agent that is a model gets what others found in its files (place,
 * severity, title; never the reasons) to confirm, refute or add to. Findings of analyzers are not put to it. Returns the plan of one
 * more wave, or why there is none. Called by run-review.ts.
 */

import { calculateBudget, calculateScale, sumTokens } from '../../protocol/budget/budget.ts';
import { decideIsolation } from '../../protocol/budget/isolation.ts';
import { fitBudget, holdsScope } from '../../protocol/budget/model-window.ts';
import { voiceOf } from '../../protocol/findings/agreement.ts';
import { type SharedIssue, shareFinding } from '../../protocol/findings/consensus.ts';
import { sharesFindings } from '../../protocol/findings/consensus-protocol.ts';
import type { MergedFinding } from '../../protocol/findings/finding.ts';
import { composeFindings } from './compose-findings.ts';
import { nameStop } from './decide-wave.ts';
import { listMembers, type PanelMember } from './panel-members.ts';
import { type WavePlan, type WaveTask, weighScope } from './plan-wave.ts';
import type { EnginePorts, ReviewRequest } from './review-request.ts';
import { type MemberTotal, queueOf, type ReviewState, type Sharing, totalMembers } from './review-state.ts';

/** More than this in one list nobody judges with care; the gravest come first. */
const MOST_SHARED = 40;

export type SharePlan =
  | { readonly kind: 'round'; readonly plan: WavePlan; readonly sharing: Sharing }
  | { readonly kind: 'none'; readonly sharing: Sharing };

const end = (reason: string, wasStopped: boolean, warnings: readonly string[] = []): Sharing => ({
  reason,
  wasStopped,
  warnings,
});

/** Null where the protocol has no second round. */
export function planSharing(
  state: ReviewState,
  request: ReviewRequest,
  ports: Pick<EnginePorts, 'driversFor' | 'signal' | 'account'>,
): SharePlan | null {
  if (!sharesFindings(request.protocol, 2)) return null;
  const totals = totalMembers(state);
  const findings = composeFindings({ members: totals, protocol: 'ci', minAgreement: 1 }).filter(isOpinion);
  const asked = listMembers(state.survey.reviewers, ports.driversFor).flatMap((member) =>
    askMember(member, findings, totals),
  );
  if (asked.length === 0) return { kind: 'none', sharing: end('there is no finding that others could judge', false) };
  const stop = nameStop(ports);
  if (stop !== null && (ports.signal.aborted || ports.account?.hasTail !== true)) {
    return {
      kind: 'none',
      sharing: end(stop, true, [`⚠️ the second round of the protocol ci did not take place: ${stop}`]),
    };
  }
  const cut = asked.reduce((sum, { left }) => sum + left, 0);
  const warnings = cut === 0 ? [] : [`⚠️ ${cut} findings were not shown to every agent that could judge them`];
  return {
    kind: 'round',
    plan: planRound(state, asked),
    sharing: end('every agent has judged the findings of the others', false, warnings),
  };
}

/** What was measured needs no opinion, and what the host rejected is none. */
const isOpinion = ({ status, reportedBy }: MergedFinding): boolean =>
  status !== 'rejected' && reportedBy.some(({ model }) => model !== null);

interface AskedMember {
  readonly member: PanelMember;
  readonly others: readonly SharedIssue[];
  /** Not shown, because the list is long. */
  readonly left: number;
}

function askMember(
  member: PanelMember,
  findings: readonly MergedFinding[],
  totals: readonly MemberTotal[],
): readonly AskedMember[] {
  const { reviewer, model } = member;
  const total = totals.find((each) => each.reviewer.name === reviewer.name && each.model === model);
  if (model === null || total === undefined || total.reviewedCount === 0) return [];
  const reviewed = new Set(total.reviewedFiles);
  const own = voiceOf({ agent: reviewer.name, model });
  const foreign = findings.filter(
    ({ file, reportedBy }) => reviewed.has(file) && reportedBy.every((by) => voiceOf(by) !== own),
  );
  if (foreign.length === 0) return [];
  const others = foreign.slice(0, MOST_SHARED).map((finding, i) => ({
    ...shareFinding(finding),
    id: `S${i + 1}`,
    file: finding.file,
    line: finding.line,
    endLine: finding.endLine,
    reports: finding.members.map((member) => member.id),
  }));
  return [{ member, others, left: foreign.length - others.length }];
}

/** One more wave over the files in question, with context and budgets of the whole scope, whatever of it was cached. */
function planRound(state: ReviewState, asked: readonly AskedMember[]): WavePlan {
  const weighedTokens = weighScope(state.survey);
  const windowOf = ({ driver }: PanelMember): number | null => driver.limits?.windowTokens ?? null;
  const isHeld = asked.every(({ member }) => holdsScope(windowOf(member), weighedTokens));
  const isolation = isHeld ? decideIsolation(weighedTokens) : 'branch';
  const carriedTokens = isolation === 'shared' ? weighedTokens : 0;
  const unread = { ...state, runs: [], waves: [], recalled: [] };
  const tasks: readonly WaveTask[] = asked.map(({ member, others }) => {
    const places = new Set(others.map(({ file }) => file));
    return {
      ...member,
      others,
      budgetTokens: fitBudget(
        calculateBudget(member.reviewer.baseBudgetTokens, weighedTokens),
        windowOf(member),
        carriedTokens,
      ),
      files: queueOf(member, unread, true).filter(({ path }) => places.has(path)),
    };
  });
  const union = new Map(tasks.flatMap(({ files }) => files.map((file) => [file.path, file] as const)));
  return {
    record: {
      wave: state.waves.length + 1,
      totalTokens: sumTokens(union.values()),
      scale: calculateScale(weighedTokens),
      isolation,
      budgetTokens: tasks.reduce((sum, task) => sum + task.budgetTokens, 0),
    },
    tasks,
    shared: [...union.values()],
    mayContinue: false,
  };
}
