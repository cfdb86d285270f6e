/**
 * Declares the state of a review (`ReviewState`: survey, waves, runs; readonly and JSON-safe) and derives from it: files of a
 * reviewer, sums over all waves of an agent, and the queue of files that it may still take. Used by most files of engine/review/.
 */

import type { AssignedFile } from '../../ports/driver.ts';
import type { IndexedFile } from '../../ports/file-index.ts';
import type { Isolation } from '../../protocol/budget/isolation.ts';
import { comparePriority, priorityTier } from '../../protocol/budget/priority.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';
import type { CutoffReason } from '../../protocol/output/agent-claims.ts';
import { type SkippedFile, totalWaves } from '../../protocol/report/synthesis.ts';
import { isAssigned, type ReviewerProfile } from '../../protocol/reviewers/reviewer.ts';
import type { Survey } from '../survey.ts';
import type { AgentRun } from './agent-record.ts';
import type { CachedMember } from './cached-files.ts';
import { labelMember, type MemberKey } from './panel-members.ts';

export interface WaveRecord {
  readonly wave: number;
  readonly totalTokens: number;
  readonly scale: number;
  readonly isolation: Isolation;
  /** Sum of the budgets of its agents. */
  readonly budgetTokens: number;
}

export interface ReviewState {
  readonly survey: Survey;
  readonly waves: readonly WaveRecord[];
  readonly runs: readonly AgentRun[];
  /** What agents need not be given, from earlier runs. */
  readonly recalled?: readonly CachedMember[];
  /** What kept the next wave from beginning; absent where none was due. */
  readonly leftBy?: CutoffReason;
  /** How the second round of `ci` went; absent in other protocols. */
  readonly sharing?: Sharing;
  /** How the second look went; absent where there was nothing to look at. */
  readonly verification?: Verification;
}

export interface Verification {
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

export interface Sharing {
  /** A limit or the user kept it from happening. */
  readonly wasStopped: boolean;
  readonly reason: string;
  readonly warnings: readonly string[];
}

/** One agent over all its waves (HOST-07): each file once. */
export interface AgentTotal extends ReturnType<typeof totalWaves> {
  readonly reviewer: ReviewerProfile;
  readonly runs: readonly AgentRun[];
}

/** A reviewer on one of its models. */
export interface MemberTotal extends AgentTotal {
  readonly model: string | null;
  readonly label: string;
  /** All models of the reviewer, its own among them. */
  readonly panel: readonly (string | null)[];
}

export const filesOf = (reviewer: ReviewerProfile, survey: Survey): readonly IndexedFile[] =>
  survey.files.filter((file) => isAssigned(reviewer, file.language));

/** Files of its scope that nobody could read. */
export const listUnreviewed = (reviewer: ReviewerProfile, survey: Survey): readonly SkippedFile[] =>
  survey.owed.filter((file) => isAssigned(reviewer, file.language));

const runsOf = ({ reviewer, model }: MemberKey, state: ReviewState): readonly AgentRun[] =>
  state.runs.filter((run) => run.agent === reviewer.name && run.model === model);

/** Models a reviewer was asked on, in the order of the panel. */
const panelOf = (reviewer: ReviewerProfile, state: ReviewState): readonly (string | null)[] => [
  ...new Set(state.runs.filter((run) => run.agent === reviewer.name).map((run) => run.model)),
];

export const totalMembers = (state: ReviewState): readonly MemberTotal[] =>
  state.survey.reviewers.flatMap((reviewer) => {
    const panel = panelOf(reviewer, state);
    return panel.map((model) => ({
      ...totalMember({ reviewer, model }, state),
      model,
      panel,
      label: labelMember(reviewer.name, model, panel.length > 1),
    }));
  });

export const totalMember = (member: MemberKey, state: ReviewState): AgentTotal =>
  totalRuns(member.reviewer, state, runsOf(member, state));

/** A reviewer over all its models: what one of them reviewed is reviewed. */
export function totalOf(reviewer: ReviewerProfile, state: ReviewState): AgentTotal {
  const runs = state.runs.filter((run) => run.agent === reviewer.name);
  const total = totalRuns(reviewer, state, runs);
  const isCovered = panelOf(reviewer, state).length > 1 && total.skippedFiles.length === 0;
  return isCovered ? { ...total, cutoffReason: null } : total;
}

/** Only a first round reviews; a second one judges what was found. */
function totalRuns(reviewer: ReviewerProfile, state: ReviewState, all: readonly AgentRun[]): AgentTotal {
  const runs = all.filter((run) => run.round === 1);
  const owed = listUnreviewed(reviewer, state.survey);
  const waves = [
    { reviewed: [], skipped: owed, cutoffReason: null },
    ...runs.map((run) => ({ reviewed: run.done, skipped: run.barred, cutoffReason: run.cutoffReason })),
  ];
  const scope = [...filesOf(reviewer, state.survey), ...owed].map((file) => file.path);
  const leftOver = runs.at(-1)?.cutoffReason ?? state.leftBy ?? 'budget';
  return { ...totalWaves(reviewer.name, scope, waves, leftOver), reviewer, runs: all };
}

/** How often a file may be left unfinished by an agent that pays for reading before it is given up (HOST-16). */
const MAX_OPEN_ENDINGS = 2;

/** All files in the order of priority, untouched by any agent: ranked once, shared by all agents. */
const ranked = new WeakMap<Survey, readonly AssignedFile[]>();

const rankFiles = (survey: Survey): readonly AssignedFile[] =>
  getOrAdd(ranked, survey, () =>
    survey.files
      .map((file) => ({ file, path: file.path, tier: priorityTier(file.path), changedLines: changedLinesOf(file) }))
      .sort(comparePriority)
      .map(({ file, tier }) => ({ ...file, tier, recorded: 0 })),
  );

/** Whether a file is still owed; all are as long as the agent has not run. */
function testOwed(member: MemberKey, state: ReviewState, runs: readonly AgentRun[]): (path: string) => boolean {
  if (runs.length === 0) return () => true;
  const owed = new Set(totalMember(member, state).skippedFiles.map((file) => file.path));
  for (const run of runs) for (const file of run.barred) owed.delete(file.path);
  return (path) => owed.has(path);
}

/** A reviewer that ran out of budget or words goes on where it stopped; one that failed would fail again. */
const mayGoOn = (cutoff: AgentRun['cutoffReason']): boolean =>
  cutoff === null || cutoff === 'budget' || cutoff === 'truncated';

/** Files an agent may still take, first those it left unfinished, then by priority. Empty where another wave is no use to it. */
export function queueOf(member: MemberKey, state: ReviewState, paysForReading: boolean): readonly AssignedFile[] {
  const { reviewer } = member;
  const runs = runsOf(member, state);
  const last = runs.at(-1);
  if (last && last.open.length > 0 && !mayGoOn(last.cutoffReason)) return [];
  const openEndings = countOpenEndings(runs);
  const isOwed = testOwed(member, state, runs);
  const queue = rankFiles(state.survey)
    .filter((file) => isAssigned(reviewer, file.language) && isOwed(file.path))
    .filter((file) => !paysForReading || (openEndings.get(file.path) ?? 0) < MAX_OPEN_ENDINGS);
  if (runs.length === 0) return queue;
  return queue
    .map((file) => ({
      ...file,
      recorded: lastRecorded(runs, file.path),
      delivered: runs.findLast((run) => run.delivered[file.path])?.delivered[file.path] ?? [],
    }))
    .sort((a, b) => Number(openEndings.has(b.path)) - Number(openEndings.has(a.path)));
}

const changedLinesOf = (file: IndexedFile): number =>
  (file.changed ?? []).reduce((sum, range) => sum + range.end - range.start + 1, 0);

const lastRecorded = (runs: readonly AgentRun[], path: string): number =>
  runs.reduce((latest, run) => run.recorded[path] ?? latest, 0);

const countLines = (ranges: readonly LineRange[] = []): number =>
  ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0);

/** Whether the agent was given lines that it did not have before this run. */
export function hasReadOn(run: AgentRun, runs: readonly AgentRun[]): boolean {
  const before = runs.filter(({ agent, model, wave }) => agent === run.agent && model === run.model && wave < run.wave);
  const linesBefore = (path: string): number =>
    countLines(before.findLast((other) => other.delivered[path])?.delivered[path]);
  return Object.entries(run.delivered).some(([path, ranges]) => countLines(ranges) > linesBefore(path));
}

/**
 * Begun and left open, by path: how often without getting any further. A file that is larger than a wave is not given up as
 * long as every wave delivers more of it.
 */
function countOpenEndings(runs: readonly AgentRun[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const lines = new Map<string, number>();
  for (const run of runs) {
    const begun = new Set(run.begun);
    for (const path of run.open.filter((open) => begun.has(open))) {
      const now = countLines(run.delivered[path]);
      const isFurther = now > (lines.get(path) ?? 0);
      lines.set(path, now);
      counts.set(path, (counts.get(path) ?? 0) + (isFurther ? 0 : 1));
    }
  }
  return counts;
}
