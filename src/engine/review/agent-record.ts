/**
 * Keeps the growing record of one agent on one assignment, and closes it to an `AgentRun`: what it was shown, said and finished, how
 * it ended, and which of its files count as reviewed (HOST-10, REV-15, REV-16). Runs nothing itself. Used by agent-run.ts; most of
 * engine/review/ reads `AgentRun`.
 */
import type { AgentTools } from '../../ports/agent-tools.ts';
import type { AnalyzerRow } from '../../ports/analyzer.ts';
import type {
  AskedModels,
  AssignedFile,
  Assignment,
  CutAnswer,
  Driver,
  ModelAnswer,
  ReviewOutcome,
} from '../../ports/driver.ts';
import type { Snapshot } from '../../ports/repository.ts';
import type { Mode } from '../../protocol/budget/mode.ts';
import type { Thresholds } from '../../protocol/budget/thresholds.ts';
import { type AgentVerdict, joinVerdicts } from '../../protocol/cache/cached-agent-runs.ts';
import type { ModelClaim } from '../../protocol/cache/cached-review.ts';
import { isCovered, mergeRanges } from '../../protocol/coverage/coverage.ts';
import type { Opinion } from '../../protocol/findings/consensus.ts';
import type { Finding, LineRange } from '../../protocol/findings/finding.ts';
import type { Verdict } from '../../protocol/findings/severity.ts';
import type { AgentClaims, CutoffReason } from '../../protocol/output/agent-claims.ts';
import type { AgentStatus } from '../../protocol/report/report-document.ts';
import type { SkippedFile } from '../../protocol/report/synthesis.ts';
import { createLedger, type Ledger } from '../ledger.ts';
import type { RunPorts } from '../run-request.ts';
import { listCachedVerdicts } from './cached-verdict.ts';
import { modelOf } from './panel-members.ts';
import { listReviewed } from './reviewed-files.ts';

/** What is left of an agent's wave: plain, readonly, JSON-safe. */
export interface AgentRun {
  readonly agent: string;
  /** The model that was asked; null for analyzers. */
  readonly model: string | null;
  readonly round: number;
  readonly wave: number;
  readonly budgetTokens: number;
  readonly usedTokens: number;
  readonly mode: Mode;
  readonly status: AgentStatus;
  readonly cutoffReason: CutoffReason | null;
  /** The agent's own verdict, also on what is cached; null = derived from its findings. */
  readonly verdict: Verdict | null;
  readonly vetoReasons: readonly string[];
  /** Its word on what it was given now. */
  readonly said: AgentVerdict;
  readonly message: string | null;
  readonly done: readonly string[];
  /** Never reviewable by this agent, with the reason. */
  readonly barred: readonly SkippedFile[];
  /** Assigned and not finished; a further wave may take them. */
  readonly open: readonly string[];
  /** Done after full analysis had ended (REV-18). */
  readonly reduced: readonly string[];
  readonly skipped: { readonly medium: number; readonly low: number };
  readonly findings: readonly Finding[];
  /** Claims that name no file of the assignment. */
  readonly homeless: readonly string[];
  /** Findings recorded per file over all waves so far, so that a later wave goes on behind them. */
  readonly recorded: Readonly<Record<string, number>>;
  /** Lines of files that reached the agent over all waves so far; none where reading needs no delivery. */
  readonly delivered: Readonly<Record<string, readonly LineRange[]>>;
  /** Files it has looked into, finished or not. */
  readonly begun: readonly string[];
  readonly analyzers: readonly AnalyzerRow[];
  readonly notes: readonly string[];
  readonly cuts: readonly CutAnswer[];
  readonly claimed: AgentClaims | null;
  /** What it thinks of findings of others, by the reports behind them. */
  readonly opinions: readonly RunOpinion[];
  /** Of `done`: what it was not given, since it had reviewed it in an earlier run. */
  readonly recalled: readonly string[];
  /** Files it said to have finished while in full analysis, and spoke of no more. */
  readonly closed: readonly string[];
  /** What the model claimed in this run, as it said it. */
  readonly heard: readonly ModelClaim[];
  /** Every file it has looked into with its tools. */
  readonly looked: readonly string[];
  readonly asked: AskedModels;
  /** Its answers to the points of a linked issue, checked; none of all other reviewers. */
  readonly requirements: readonly CheckedAnswer[];
}

/** An answer whose quote was compared with the code. */
export interface CheckedAnswer extends ModelAnswer {
  /** Why its word was not taken as it is, or what it lacks; null where its quote was found. */
  readonly doubt: string | null;
}

export interface RunOpinion {
  readonly stance: Opinion['stance'];
  readonly model: string | null;
  readonly reports: readonly string[];
}

export interface AgentRunPorts extends Pick<RunPorts, 'counter' | 'clock' | 'emit' | 'openTools' | 'signal'> {
  /** What watchers call it. */
  readonly label: string;
  readonly driver: Driver;
  readonly snapshot: Snapshot;
  readonly thresholds: Thresholds;
  readonly timeoutMs: number;
}

/** The growing record of one run. */
export interface AgentRecord {
  readonly assignment: Assignment;
  readonly ports: AgentRunPorts;
  readonly ledger: Ledger;
  readonly files: ReadonlyMap<string, AssignedFile>;
  readonly done: Set<string>;
  readonly barred: Map<string, SkippedFile>;
  readonly refused: Set<string>;
  readonly reduced: Set<string>;
  readonly findings: Finding[];
  readonly homeless: string[];
  /** The file that it looked at last. */
  current: string | null;
  readonly heard: ModelClaim[];
  readonly closed: Set<string>;
  readonly recorded: Map<string, number>;
  readonly analyzers: AnalyzerRow[];
  tools: AgentTools | null;
  /** Mode in which the file under review was begun. */
  fileMode: Mode;
  medium: number;
  low: number;
}

export const ending = (
  status: ReviewOutcome['status'],
  cutoffReason: CutoffReason,
  message: string | null,
): ReviewOutcome => ({
  status,
  cutoffReason,
  verdict: null,
  vetoReasons: [],
  message,
});

/** Lines an agent may speak of; null where it was given the whole file, or reads without being delivered to. */
export function deliveredOf(
  { ports, assignment, tools }: AgentRecord,
  file: AssignedFile | null,
  delivered = tools?.delivered(),
): readonly LineRange[] | null {
  if (file === null || ports.driver.coverage !== 'delivered') return null;
  // A cached file was not given to it, whatever the others have before them.
  const isGiven = listCachedFiles(assignment).every(({ path }) => path !== file.path);
  const before = assignment.isolation === 'shared' ? (tools?.preloaded().get(file.path) ?? null) : [];
  if (isGiven && before === null) return null;
  return [...(file.delivered ?? []), ...(before ?? []), ...(delivered?.get(file.path) ?? [])];
}

function listDelivered(record: AgentRecord): Readonly<Record<string, readonly LineRange[]>> {
  // Asked once for all files: every answer is a copy. What nobody answered to was perhaps never read.
  const delivered = record.tools?.confirmed();
  return Object.fromEntries(
    [...record.assignment.files, ...listCachedFiles(record.assignment)].flatMap((file) => {
      if (!delivered?.has(file.path) && (file.delivered ?? []).length === 0) return [];
      const ranges = mergeRanges(deliveredOf(record, file, delivered) ?? []);
      return ranges.length === 0 ? [] : [[file.path, ranges]];
    }),
  );
}

/** What analyzers say of a file is not the word of an agent that has to be given it. */
const hasSpokenOf = ({ ports, findings, recorded }: AgentRecord, path: string): boolean =>
  ports.driver.coverage === 'delivered'
    ? findings.some((finding) => finding.file === path && finding.model !== null)
    : (recorded.get(path) ?? 0) > 0;

/** So far: nothing has ended well yet. */
export const countDone = (record: AgentRecord): number =>
  record.ports.driver.coverage === 'delivered'
    ? listReviewed(record, ending('truncated', 'aborted', null), listDelivered(record)).size +
      listCachedFiles(record.assignment).length
    : record.done.size;

const listCachedFiles = ({ recalled = [] }: Assignment): readonly AssignedFile[] => recalled.map(({ file }) => file);

export function openRecord(assignment: Assignment, ports: AgentRunPorts): AgentRecord {
  return {
    assignment,
    ports,
    ledger: createLedger(assignment.budgetTokens, ports.thresholds),
    files: new Map([...assignment.files, ...listCachedFiles(assignment)].map((file) => [file.path, file])),
    done: new Set(),
    barred: new Map(),
    refused: new Set(),
    reduced: new Set(),
    findings: [],
    homeless: [],
    current: null,
    heard: [],
    closed: new Set(),
    recorded: new Map(assignment.files.map((file) => [file.path, file.recorded])),
    analyzers: [],
    tools: null,
    fileMode: 'full',
    medium: 0,
    low: 0,
  };
}

export function closeRecord(
  record: AgentRecord,
  outcome: ReviewOutcome,
  requirements: readonly CheckedAnswer[] = [],
): AgentRun {
  const { assignment, ledger } = record;
  const paths = assignment.files.map((file) => file.path);
  const delivered = listDelivered(record);
  const done = listReviewed(record, outcome, delivered);
  const open = paths.filter((path) => !done.has(path) && !record.barred.has(path));
  const recalled = listCachedFiles(assignment).map((file) => file.path);
  const said = { verdict: outcome.verdict, vetoReasons: outcome.vetoReasons };
  const { verdict, vetoReasons } = joinVerdicts(said, listCachedVerdicts(assignment, record.findings));
  const cutoffReason = cutoffOf(record, outcome, open.length);
  const wasCut = cutoffReason === 'timeout' || cutoffReason === 'aborted' || lacksResult(record, outcome);
  return {
    agent: assignment.reviewer.name,
    model: modelOf(record.ports.driver),
    round: assignment.round,
    wave: assignment.wave,
    budgetTokens: ledger.budgetTokens,
    usedTokens: ledger.usedTokens,
    mode: ledger.mode,
    status: wasCut ? 'truncated' : outcome.status,
    cutoffReason,
    verdict,
    vetoReasons,
    said,
    message: outcome.message ?? explainSilence(record, outcome, open.length),
    done: [...paths.filter((path) => done.has(path)), ...recalled],
    barred: [...record.barred.values()],
    open,
    reduced: paths.filter((path) => record.reduced.has(path)),
    skipped: { medium: record.medium, low: record.low },
    findings: record.findings,
    homeless: record.homeless,
    recorded: Object.fromEntries(record.recorded),
    delivered,
    begun: paths.filter((path) => delivered[path] !== undefined || hasSpokenOf(record, path)),
    analyzers: record.analyzers,
    notes: outcome.notes ?? [],
    cuts: outcome.cuts ?? [],
    claimed: outcome.claimed ?? null,
    opinions: listOpinions(record, outcome),
    recalled,
    closed: [...record.closed],
    heard: record.heard,
    looked: [...(record.tools?.looked() ?? [])],
    asked: outcome.asked ?? { calls: 0, models: [] },
    requirements,
  };
}

/** An opinion counts once, on what the agent was asked about, and only where the lines were before it. */
function listOpinions(record: AgentRecord, { opinions = [] }: ReviewOutcome): readonly RunOpinion[] {
  return (record.assignment.others ?? []).flatMap(({ id, file, line, endLine, reports }) => {
    const opinion = opinions.find((each) => each.id === id);
    const seen = deliveredOf(record, record.files.get(file) ?? null);
    const hasSeen = seen === null || isCovered(seen, [{ start: line, end: endLine }]);
    if (opinion === undefined || !hasSeen) return [];
    return [{ stance: opinion.stance, model: opinion.model ?? modelOf(record.ports.driver), reports }];
  });
}

/**
 * A model that was stopped never gave its result: what was delivered to it may have come to nothing (HOST-03). One that gave
 * the result of a part, since the whole did not fit it, was heard.
 */
const lacksResult = ({ ports }: AgentRecord, { status, cutoffReason }: ReviewOutcome): boolean =>
  ports.driver.coverage === 'delivered' &&
  status === 'completed' &&
  cutoffReason !== null &&
  cutoffReason !== 'truncated';

/** Why a run is not complete although no file may be left; a budget that left files open has its own warning (SYNTH-03). */
function explainSilence(record: AgentRecord, outcome: ReviewOutcome, open: number): string | null {
  if (outcome.status === 'truncated' && outcome.cutoffReason === 'truncated') return 'its answer broke off';
  if (open > 0 || !lacksResult(record, outcome)) return null;
  return `${outcome.cutoffReason === 'budget' ? 'its budget ended' : 'it was stopped'} before its result was written`;
}

/** An agent that finished all its files was not cut, whatever stopped it afterwards; one that left some was. */
function cutoffOf(record: AgentRecord, outcome: ReviewOutcome, open: number): CutoffReason | null {
  const { ledger, ports, refused } = record;
  if (open === 0) {
    return outcome.status === 'completed' && !lacksResult(record, outcome) ? null : outcome.cutoffReason;
  }
  // A model beyond full analysis is given no new file, so what it left open it could not have taken.
  const isSpent = refused.size > 0 || (ports.driver.coverage === 'delivered' && ledger.mode !== 'full');
  return outcome.cutoffReason ?? (isSpent ? 'budget' : 'error');
}
