/**
 * Composes the report document of a review from its state, the request and the facts of the run (times, usage, signals): verdict,
 * findings, agents, coverage, warnings, suggestions. Pure. Called by run-review.ts at the end.
 */

import type { UsageShare } from '../../protocol/budget/usage-recorder.ts';
import { joinReasons } from '../../protocol/coverage/limited-files.ts';
import type { Finding, MergedFinding } from '../../protocol/findings/finding.ts';
import { standsAmong } from '../../protocol/findings/standing.ts';
import { overrideOf } from '../../protocol/findings/suppression.ts';
import { REPORT_SCHEMA } from '../../protocol/report/document-names.ts';
import type { ReportAnalyzer, ReportDocument, ReportSignal } from '../../protocol/report/report-document.ts';
import { synthesize } from '../../protocol/report/synthesis.ts';
import { agentVerdict, decideVerdict, type JudgedAgent } from '../../protocol/report/verdict.ts';
import { isAssigned } from '../../protocol/reviewers/reviewer.ts';
import { composeBudget, composeScope } from '../compose-scope.ts';
import { composeUsage, noteReusedCalls } from '../compose-usage.ts';
import { describePolicy, type PolicyOutcome } from '../finding-policy.ts';
import { noteLeftOut, warnOfLeftOut } from '../left-out.ts';
import { dayOf, toReportFinding } from '../report-findings.ts';
import { composeRun, type RunFacts } from '../run-facts.ts';
import { listScopeFlags } from '../scope-flags.ts';
import { type Survey, warnOfCut } from '../survey.ts';
import type { AgentRun } from './agent-record.ts';
import { chooseListed, type Listing, warnOfUnlisted } from './choose-listed.ts';
import { composeCached, listReused, noteCached } from './compose-cached.ts';
import { composeAgentRow, composeCoverage, composeFileCoverage, measureRatio } from './compose-coverage.ts';
import { composeFindings, sameWords } from './compose-findings.ts';
import { composeRunSignal } from './compose-signals.ts';
import { composeRequirements } from './requirements.ts';
import type { ReviewRequest } from './review-request.ts';
import {
  type AgentTotal,
  listUnreviewed,
  type MemberTotal,
  type ReviewState,
  totalMembers,
  totalOf,
  type WaveRecord,
} from './review-state.ts';

export interface ReviewFacts extends RunFacts {
  /** Of the waves. */
  readonly signals: readonly ReportSignal[];
  readonly shares: readonly UsageShare[];
  /** Who ended it before its time; null where nobody has. */
  readonly stop: string | null;
}

export function composeReport(state: ReviewState, request: ReviewRequest, facts: ReviewFacts): ReportDocument {
  const { survey, recalled = [] } = state;
  const totals = survey.reviewers.map((reviewer) => totalOf(reviewer, state));
  const members = totalMembers(state);
  const findings = composeFindings({ members, protocol: request.protocol, minAgreement: request.minAgreement }, facts);
  const listing = chooseListed(state, facts.stop);
  const files = composeFileCoverage(survey, totals, listing);
  const complete = isComplete(state, members);
  const hasReviewed = complete || files.some(({ status }) => status === 'reviewed');
  const nothing = nameNothing(files);
  const agents = members.map((member) => judgeMember(member, findings));
  const verdict = decideVerdict({ findings, agents, ignoreVetoes: request.ignoreVetoes, hasReviewed, nothing });
  const change = listScopeFlags(request.selection, survey.snapshot);
  const synthesis = synthesize(totals, { change, isListed: listing.has });
  const rows = composeAgents(state, members, findings, { change, listing });
  const policy = composePolicy(findings, { state, request, facts, complete });
  return {
    schema: REPORT_SCHEMA,
    run: composeRun(facts, { playbook: 'review', mode: 'review', model: request.model }),
    scope: composeScope(survey),
    budget: composeBudget(firstWaveOf(state)),
    verdict: verdict.verdict,
    complete,
    verdict_trace: [
      ...verdict.trace,
      ...traceTurnedDown(findings),
      ...policy.trace,
      ...(complete ? [] : [traceOpen(hasReviewed ? null : nothing)]),
    ],
    warnings: [
      ...synthesis.warnings,
      ...(complete || facts.stop === null ? [] : [`⚠️ ${facts.stop}: not everything was reviewed`]),
      ...verdict.warnings,
      ...request.warnings,
      ...policy.warnings,
      ...survey.snapshot.warnings,
      ...warnOfLeftOut(survey),
      ...composeWarnings(survey, totals, members, listing),
      ...warnOfRounds(state),
    ],
    notes: [
      ...synthesis.notes,
      ...(state.verification?.notes ?? []),
      ...noteMembers(members),
      ...composeNotes(totals),
      ...noteCached(recalled),
      ...noteReusedCalls(facts.usage),
      ...noteLeftOut(survey),
    ],
    suggestions: synthesis.suggestions,
    agents: rows,
    findings: findings.map(toReportFinding),
    coverage: composeCoverage(files, { ratio: measureRatio(survey, totals), complete }, composeCached(recalled), rows),
    rounds: composeRounds(state),
    attack_chains: [],
    analyzers: composeAnalyzers(members),
    truncation: composeTruncation(totals),
    signals: [...facts.signals, composeRunSignal(state, { complete, usage: facts.shares })],
    usage: composeUsage(facts.usage, listReused(recalled)),
    audit: null,
    ...composeRequirements(state, request),
  };
}

function firstWaveOf({ waves: [first] }: ReviewState): WaveRecord {
  if (first === undefined) throw new Error('a report needs at least one wave');
  return first;
}

const warnOfRounds = ({ sharing, verification }: ReviewState): readonly string[] => [
  ...(sharing?.warnings ?? []),
  ...(verification?.warnings ?? []),
];

const nameNothing = (files: ReturnType<typeof composeFileCoverage>): string =>
  files.some(({ by }) => Object.values(by).includes('reviewed'))
    ? 'no file was reviewed by every reviewer'
    : 'nothing was reviewed';

const traceOpen = (nothing: string | null): string =>
  `incomplete: ${nothing ?? 'the verdict covers only the files that were reviewed'}`;

const isSuppressed = ({ status }: Pick<MergedFinding, 'status'>): boolean => status === 'suppressed';

/** By the settings: no ground for a VETO. */
const isSetAside = (finding: MergedFinding): boolean => isSuppressed(finding) || overrideOf(finding) === 'lower';

/** Stale suppressions are told by a review that is complete and that every reviewer took part in. */
function composePolicy(
  findings: readonly MergedFinding[],
  run: {
    readonly state: ReviewState;
    readonly request: ReviewRequest;
    readonly facts: ReviewFacts;
    readonly complete: boolean;
  },
): PolicyOutcome {
  const { survey } = run.state;
  const { policy, startedAt } = run.facts;
  if (policy === undefined) return { warnings: [], trace: [] };
  return describePolicy(policy, findings, {
    files: survey.files,
    looksForAll: run.complete && run.request.reviewerNames === null,
    isWhole: !survey.snapshot.isChange && run.request.selection.kind !== 'paths',
    today: dayOf(startedAt),
  });
}

/** Turned down for want of agreement. */
const isOutvoted = ({ status, remarks }: MergedFinding): boolean =>
  status === 'rejected' && typeof remarks.rejection_reason === 'string';

const isRefuted = ({ status, members }: MergedFinding): boolean =>
  status === 'rejected' && members.some(({ check }) => check?.outcome === 'refuted');

const isTurnedDown = (finding: MergedFinding): boolean => isOutvoted(finding) || isRefuted(finding);

function traceTurnedDown(findings: readonly MergedFinding[]): readonly string[] {
  const outvoted = findings.filter(isOutvoted).length;
  const refuted = findings.filter(isRefuted).length;
  return [
    ...(outvoted === 0 ? [] : [`not counted: ${outvoted} on which too few agree`]),
    ...(refuted === 0 ? [] : [`not counted: ${refuted} that a second look refuted`]),
  ];
}

/**
 * What an agent said for itself, over all its waves; embedded reviewers say nothing. An objection that rests only on
 * findings that were turned down is turned down with them; a veto never is.
 */
function judgeMember(member: MemberTotal, findings: readonly MergedFinding[]): JudgedAgent {
  const { reviewer, model, label, runs } = member;
  const said = runs.filter((run) => run.verdict !== null);
  const veto = said.find((run) => run.verdict === 'VETO');
  const judged = judgeRun(reviewer, veto ?? said.at(-1));
  const own = findings.filter(({ reportedBy }) =>
    reportedBy.some((by) => by.agent === reviewer.name && by.model === model),
  );
  const isOverruled =
    judged.verdict === 'WARN' && own.length > 0 && own.every((each) => isTurnedDown(each) || isSuppressed(each));
  const stands = hasStanding(
    member,
    findings.filter((each) => !isSetAside(each)),
  );
  const isAside = !stands && ((own.length > 0 && own.every(isSetAside)) || hasStanding(member, findings));
  return { ...judged, label, stands, isSetAside: isAside, verdict: isOverruled ? null : judged.verdict };
}

const judgeRun = (
  { name, canVeto }: MemberTotal['reviewer'],
  run: AgentRun | undefined,
): Omit<JudgedAgent, 'stands'> => ({
  agent: name,
  canVeto,
  verdict: run?.verdict ?? null,
  vetoReasons: run?.vetoReasons ?? [],
});

/** Whether a claim of its own was checked and stands; what analyzers found beside a model is not the model's word (REV-26). */
function hasStanding({ runs, model }: MemberTotal, findings: readonly MergedFinding[]): boolean {
  const claims = runs.flatMap((run) => run.findings.filter((finding) => model === null || finding.model !== null));
  const own = new Set(claims.map(({ id }) => id));
  return findings.some((finding) =>
    finding.members.some((claim) => own.has(claim.id) && standsAmong(claim, finding.members)),
  );
}

function composeAgents(
  state: ReviewState,
  members: readonly MemberTotal[],
  findings: readonly MergedFinding[],
  told: { readonly change: readonly string[] | null; readonly listing: Listing },
): ReportDocument['agents'] {
  const merged = new Map(findings.flatMap((each) => each.members.map(({ id }) => [id, each] as const)));
  // What a rule said beside another model was left out as a repetition: it is rated as what was kept.
  const alike = new Map(findings.flatMap((each) => each.members.map((claim) => [sameWords(claim), each] as const)));
  const rows = members.flatMap(({ reviewer, runs }) =>
    runs.map((run) => {
      const { verdict, vetoReasons } = agentVerdict(
        judgeRun(reviewer, run),
        run.findings.flatMap((claim) => rateClaim(claim, merged.get(claim.id) ?? alike.get(sameWords(claim)))),
      );
      const owed = run.wave === 1 ? listUnreviewed(reviewer, state.survey) : [];
      return composeAgentRow(run, { verdict, vetoReasons }, owed, told);
    }),
  );
  return state.waves.flatMap(({ wave }) => rows.filter((row) => row.wave === wave));
}

/** A claim as the settings of the run have it: none where it is suppressed, no ground to block where its severity is lowered. */
function rateClaim(claim: Finding, merged: MergedFinding | undefined): readonly Finding[] {
  if (merged === undefined) return [claim];
  if (isSuppressed(merged)) return [];
  const override = overrideOf(merged);
  if (override === null) return [claim];
  return [{ ...claim, severity: merged.severity, vetoReason: override === 'lower' ? null : claim.vetoReason }];
}

/** Every agent did every file of its own, none failed or was cut, and nothing of the scope was out of reach. */
const isComplete = ({ survey, sharing }: ReviewState, members: readonly MemberTotal[]): boolean =>
  !survey.isCut &&
  survey.owed.length === 0 &&
  sharing?.wasStopped !== true &&
  members.every(
    ({ skippedFiles, runs }) => skippedFiles.length === 0 && runs.every((run) => run.status === 'completed'),
  );

/** Where a panel covers a file, a model of it that did not is still said to have left it out. */
const noteMembers = (members: readonly MemberTotal[]): readonly string[] =>
  members
    .filter(({ panel, skippedFiles }) => panel.length > 1 && skippedFiles.length > 0)
    .map(
      ({ label, reviewedCount, skippedFiles }) =>
        `${label}: reviewed ${reviewedCount}/${reviewedCount + skippedFiles.length} files`,
    );

/** Only `ci` has rounds in a review. */
function composeRounds({ sharing, runs }: ReviewState): ReportDocument['rounds'] {
  if (sharing === undefined) return [];
  const rounds = [1, 2].map((round) => runs.filter((run) => run.round === round));
  return rounds.flatMap((own, i) => {
    if (own.length === 0) return [];
    const isLast = i === 1 || rounds[1]?.length === 0;
    const end = sharing.wasStopped ? 'incomplete' : 'converge';
    return [
      {
        round: i + 1,
        agents: new Set(own.map(({ agent, model }) => `${agent}/${model}`)).size,
        findings: own.reduce((sum, run) => sum + run.findings.length, 0),
        gaps: [],
        decision: isLast ? end : 'next-round',
        reason: isLast ? sharing.reason : 'findings are shared without their reasons',
      } as const,
    ];
  });
}

function composeWarnings(
  survey: Survey,
  totals: readonly AgentTotal[],
  members: readonly MemberTotal[],
  listing: Listing,
): readonly string[] {
  const estimated = survey.files.filter((file) => file.estimated).length;
  const unassigned = survey.files.filter((file) =>
    totals.every(({ reviewer }) => !isAssigned(reviewer, file.language)),
  ).length;
  const homeless = members.flatMap(({ runs, label }) =>
    runs.flatMap((run) => run.homeless.map((claim) => `${label}: ${claim}`)),
  );
  return [
    ...warnOfCut(survey),
    ...warnOfUnlisted(listing),
    ...(unassigned > 0 ? [`⚠️ ${unassigned} files belong to none of the chosen reviewers`] : []),
    ...(estimated > 0 ? [`⚠️ ${describeEstimates(estimated, survey.files.length)}`] : []),
    ...countRepeats(homeless.map((claim) => `⚠️ finding without a file of its assignment, not counted: ${claim}`)),
    ...warnOfEndings(members),
  ];
}

/** What is said several times is said once, with a count. */
const countRepeats = (texts: readonly string[]): readonly string[] =>
  [...Map.groupBy(texts, (text) => text)].map(([text, all]) =>
    all.length === 1 ? text : `${text} (${all.length} times)`,
  );

/** Agents that ended for the same reason share a warning. */
function warnOfEndings(members: readonly MemberTotal[]): readonly string[] {
  const ends = members.flatMap(({ runs, label }) =>
    runs
      .filter((run) => run.status === 'failed' || run.message !== null)
      .map((run) => ({
        label,
        end: `${run.status === 'failed' ? 'failed' : 'stopped early'}: ${run.message ?? 'no reason given'}`,
      })),
  );
  return [...Map.groupBy(ends, ({ end }) => end)].map(([end, all]) => {
    const labels = countRepeats(all.map(({ label }) => label));
    return labels.length === 1 ? `⚠️ ${labels[0]} ${end}` : `⚠️ ${labels.length} agents ${end} (${labels.join(', ')})`;
  });
}

const composeNotes = (totals: readonly AgentTotal[]): readonly string[] => [
  ...new Set(
    totals.flatMap(({ runs }) => runs.flatMap(({ agent, notes }) => notes.map((note) => `${agent}: ${note}`))),
  ),
];

/** Answers that broke off: what was saved of each, and whose files are open because of it. */
function composeTruncation(totals: readonly AgentTotal[]): ReportDocument['truncation'] {
  const cut = totals.flatMap(({ skippedFiles, runs }) =>
    runs.filter(({ cuts }) => cuts.length > 0).map((run) => ({ ...run, isOpen: skippedFiles.length > 0 })),
  );
  return {
    agents: cut.flatMap(({ agent, cuts }) =>
      cuts.map(({ severity, kept }) => ({
        agent,
        severity,
        recovery: severity === 'severe' ? 'discarded: retry with half the scope' : `${kept} whole findings kept`,
      })),
    ),
    coverage_gaps: [...new Set(cut.flatMap(({ agent, isOpen }) => (isOpen ? [`files of ${agent}`] : [])))],
    unrecovered_findings: cut.reduce((sum, { cuts }) => sum + cuts.reduce((lost, each) => lost + each.lost, 0), 0),
    needs_reaudit: cut.flatMap(({ agent, cuts }) =>
      cuts.flatMap(({ needsReaudit }) => needsReaudit.map(({ id, file }) => ({ agent, id, file }))),
    ),
  };
}

const STATUS_ORDER = ['failed', 'partial', 'absent', 'completed'] as const;

/** One row per analyzer over all agents and waves; the worst status stands. */
function composeAnalyzers(members: readonly MemberTotal[]): readonly ReportAnalyzer[] {
  const rows = members.flatMap(({ runs }) => runs.flatMap((run) => run.analyzers));
  const names = [...new Set(rows.map((row) => row.name))].sort();
  return names.map((name) => {
    const own = rows.filter((row) => row.name === name);
    return {
      name,
      version: own[0]?.version ?? null,
      status: STATUS_ORDER.find((status) => own.some((row) => row.status === status)) ?? 'completed',
      findings: countHits(name, members),
      reason: joinReasons(own),
    };
  });
}

/** Beside every model of a panel an analyzer finds the same: the reviewer's hits count once. */
function countHits(name: string, members: readonly MemberTotal[]): number {
  const byReviewer = Map.groupBy(members, ({ reviewer }) => reviewer.name);
  const hitsOf = ({ runs }: MemberTotal): number =>
    runs.flatMap((run) => run.analyzers.filter((row) => row.name === name)).reduce((sum, row) => sum + row.findings, 0);
  return [...byReviewer.values()].reduce((sum, panel) => sum + Math.max(...panel.map(hitsOf)), 0);
}

const describeEstimates = (estimated: number, files: number): string =>
  estimated === files
    ? 'no tokens could be counted: budgets are not scaled, contexts are shared'
    : `tokens of ${estimated} files are estimated, not counted`;
