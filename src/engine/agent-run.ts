/**
 * One agent on one assignment: the driver speaks, the host charges, judges and records (HOST-01, MODE, REV-15).
 * Ends with a record whatever the driver does: throw, hang, or claim more than it delivered.
 */
import type {
  AgentTools,
  AnalyzerRow,
  AssignedFile,
  Assignment,
  Clock,
  CutAnswer,
  Driver,
  Emit,
  FindingFate,
  ReviewEvent,
  ReviewOutcome,
  Snapshot,
  TokenCounter,
} from '../ports.ts';
import type { AgentClaims } from '../protocol/agent-claims.ts';
import type { Opinion } from '../protocol/consensus.ts';
import { isCovered, mergeRanges } from '../protocol/coverage.ts';
import type { LineRange } from '../protocol/finding.ts';
import { judgeSubmission, shapeFinding } from '../protocol/mode.ts';
import type { AgentStatus, CutoffReason, Mode, Verdict } from '../protocol/report-document.ts';
import type { Severity } from '../protocol/severity.ts';
import type { SkippedFile } from '../protocol/synthesis.ts';
import type { Thresholds } from '../protocol/thresholds.ts';
import { type AcceptedFinding, acceptFinding } from './accept-finding.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { OpenTools } from './review-request.ts';
import { listReviewed } from './reviewed-files.ts';
import { modelOf } from './seats.ts';

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
  /** The agent's own verdict; null = derived from its findings. */
  readonly verdict: Verdict | null;
  readonly vetoReasons: readonly string[];
  readonly message: string | null;
  readonly done: readonly string[];
  /** Never reviewable by this agent, with the reason. */
  readonly barred: readonly SkippedFile[];
  /** Assigned and not finished; a further wave may take them. */
  readonly open: readonly string[];
  /** Done after full analysis had ended (REV-18). */
  readonly reduced: readonly string[];
  readonly skipped: { readonly medium: number; readonly low: number };
  readonly findings: readonly AcceptedFinding[];
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
}

export interface RunOpinion {
  readonly stance: Opinion['stance'];
  readonly model: string | null;
  readonly reports: readonly string[];
}

export interface AgentRunPorts {
  /** What watchers call it. */
  readonly label: string;
  readonly driver: Driver;
  readonly snapshot: Snapshot;
  readonly counter: TokenCounter;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly thresholds: Thresholds;
  readonly openTools: OpenTools;
  readonly timeoutMs: number;
  /** Fires when the user or a limit ends the run. */
  readonly signal: AbortSignal;
}

/** The growing record of one run. */
interface Desk {
  readonly assignment: Assignment;
  readonly ports: AgentRunPorts;
  readonly ledger: Ledger;
  readonly files: ReadonlyMap<string, AssignedFile>;
  readonly done: Set<string>;
  readonly barred: Map<string, SkippedFile>;
  readonly refused: Set<string>;
  readonly reduced: Set<string>;
  readonly findings: AcceptedFinding[];
  readonly homeless: string[];
  readonly recorded: Map<string, number>;
  readonly analyzers: AnalyzerRow[];
  tools: AgentTools | null;
  /** Mode in which the file under review was begun. */
  fileMode: Mode;
  medium: number;
  low: number;
}

export async function runAgent(assignment: Assignment, ports: AgentRunPorts): Promise<AgentRun> {
  const desk = openDesk(assignment, ports);
  report(desk, 'started', null);
  const timeout = ports.clock.timeout(ports.timeoutMs);
  const signal = AbortSignal.any([ports.signal, timeout]);
  let outcome = await listen(desk, signal);
  if (signal.aborted && outcome.cutoffReason === 'aborted') {
    outcome = { ...outcome, cutoffReason: ports.signal.aborted ? abortCause(ports.signal) : 'timeout' };
  }
  const run = closeDesk(desk, outcome);
  report(desk, 'finished', outcome.message, run.done.length);
  return run;
}

/** A limit of the run (deadline) reads as timeout, the user's interruption as aborted. */
const abortCause = (signal: AbortSignal): CutoffReason => (signal.reason === 'deadline' ? 'timeout' : 'aborted');

async function listen(desk: Desk, signal: AbortSignal): Promise<ReviewOutcome> {
  const { driver, snapshot, thresholds, openTools } = desk.ports;
  const { ledger } = desk;
  const context = (): AgentTools => {
    desk.tools ??= watchTools(openTools({ snapshot, account: ledger, thresholds }), desk);
    return desk.tools;
  };
  try {
    const tools = { snapshot, account: ledger, context };
    const events = driver.review(desk.assignment, tools, ledger, signal)[Symbol.asyncIterator]();
    for (;;) {
      const next = await raceAbort(events.next(), signal);
      if (next === 'aborted') return ending('completed', 'aborted', null);
      if (next.done) return ending('failed', 'error', 'the driver ended without an outcome');
      if (next.value.kind === 'outcome') return next.value.outcome;
      await record(desk, next.value);
      if (desk.ledger.mustAbort) return ending('completed', 'budget', null);
    }
  } catch (error) {
    return ending('failed', 'error', error instanceof Error ? error.message : String(error));
  }
}

/** Reading shows too: whoever watches sees the budget go down. */
const watchTools = (tools: AgentTools, desk: Desk): AgentTools => ({
  ...tools,
  async call(name, args) {
    const answer = await tools.call(name, args);
    report(desk, 'progress', null);
    return answer;
  },
});

const ending = (
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

/** A driver that ignores the signal is left behind; its promise may settle unheard. */
async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T | 'aborted'> {
  if (signal.aborted) {
    work.catch(() => undefined);
    return 'aborted';
  }
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<'aborted'>((resolve) => {
    onAbort = () => resolve('aborted');
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => undefined);
  }
}

async function record(desk: Desk, event: Exclude<ReviewEvent, { kind: 'outcome' }>): Promise<void> {
  switch (event.kind) {
    case 'finding':
      return recordFinding(desk, event).then((fate) => event.tell?.(fate));
    case 'file-done':
      if (!desk.files.has(event.path) || desk.refused.has(event.path)) return;
      desk.done.add(event.path);
      if (desk.fileMode !== 'full') desk.reduced.add(event.path);
      desk.fileMode = desk.ledger.mode;
      return report(desk, 'progress', null);
    case 'file-skipped':
      if (desk.files.has(event.path)) desk.barred.set(event.path, { path: event.path, reason: event.reason });
      desk.fileMode = desk.ledger.mode;
      return;
    case 'analyzer':
      desk.analyzers.push(event.row);
      return;
  }
}

type FindingEvent = Extract<ReviewEvent, { kind: 'finding' }>;

async function recordFinding(
  desk: Desk,
  { finding: claim, isPaid = false, isAnalyzers = false, model }: FindingEvent,
): Promise<FindingFate> {
  const { ledger, ports } = desk;
  const mode = ledger.mode;
  const file = desk.files.get(claim.file ?? '') ?? null;
  if (judgeSubmission(claim.severity, mode) === 'count-as-skipped') return countMild(desk, claim.severity, file);
  if (!isPaid && !ledger.claim(ports.counter.count(JSON.stringify(writtenForm(shapeFinding(claim, mode)))))) {
    if (file) desk.refused.add(file.path);
    return { kind: 'refused' };
  }
  // An analyzer reads the file itself, whatever has reached the model.
  const delivered = isAnalyzers ? null : deliveredOf(desk, file);
  const acceptance = await acceptFinding(claim, file, ports.snapshot, delivered);
  if (acceptance.kind === 'homeless') {
    desk.homeless.push(`${claim.severity} ${claim.title}: ${acceptance.reason}`);
    return acceptance;
  }
  const { finding } = acceptance;
  desk.findings.push({
    ...shapeFinding(finding, mode),
    depth: mode === 'full' ? 'full' : 'reduced',
    model: isAnalyzers ? null : (model ?? modelOf(ports.driver)),
  });
  countRecorded(desk, finding.file);
  report(desk, 'progress', null);
  return finding.status === 'rejected'
    ? { kind: 'rejected', reason: finding.doubt ?? '' }
    : { kind: 'recorded', doubt: finding.doubt };
}

function countMild(desk: Desk, severity: Severity, file: AssignedFile | null): FindingFate {
  if (severity === 'MEDIUM') desk.medium += 1;
  else desk.low += 1;
  if (file) countRecorded(desk, file.path);
  return { kind: 'counted' };
}

/** Lines an agent may speak of; null where it was given the whole file, or reads without being delivered to. */
function deliveredOf({ ports, assignment, tools }: Desk, file: AssignedFile | null): readonly LineRange[] | null {
  if (file === null || ports.driver.coverage !== 'delivered' || assignment.isolation === 'shared') return null;
  return [...(file.delivered ?? []), ...(tools?.delivered().get(file.path) ?? [])];
}

const listDelivered = (desk: Desk): Readonly<Record<string, readonly LineRange[]>> =>
  Object.fromEntries(
    desk.assignment.files.flatMap((file) => {
      const ranges = mergeRanges(deliveredOf(desk, file) ?? []);
      return ranges.length === 0 ? [] : [[file.path, ranges]];
    }),
  );

/** What analyzers say of a file is not the word of an agent that has to be given it. */
const hasSpokenOf = ({ ports, findings, recorded }: Desk, path: string): boolean =>
  ports.driver.coverage === 'delivered'
    ? findings.some((finding) => finding.file === path && finding.model !== null)
    : (recorded.get(path) ?? 0) > 0;

/** So far: nothing has ended well yet. */
const countDone = (desk: Desk): number =>
  desk.ports.driver.coverage === 'delivered'
    ? listReviewed(desk, ending('truncated', 'aborted', null), listDelivered(desk)).size
    : desk.done.size;

/** What the agent wrote, which is what it pays for: fields it left empty cost nothing. */
const writtenForm = (claim: object): object =>
  Object.fromEntries(
    Object.entries(claim).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );

const countRecorded = (desk: Desk, path: string): void => {
  desk.recorded.set(path, (desk.recorded.get(path) ?? 0) + 1);
};

function openDesk(assignment: Assignment, ports: AgentRunPorts): Desk {
  return {
    assignment,
    ports,
    ledger: createLedger(assignment.budgetTokens, ports.thresholds),
    files: new Map(assignment.files.map((file) => [file.path, file])),
    done: new Set(),
    barred: new Map(),
    refused: new Set(),
    reduced: new Set(),
    findings: [],
    homeless: [],
    recorded: new Map(assignment.files.map((file) => [file.path, file.recorded])),
    analyzers: [],
    tools: null,
    fileMode: 'full',
    medium: 0,
    low: 0,
  };
}

function closeDesk(desk: Desk, outcome: ReviewOutcome): AgentRun {
  const { assignment, ledger } = desk;
  const paths = assignment.files.map((file) => file.path);
  const delivered = listDelivered(desk);
  const done = listReviewed(desk, outcome, delivered);
  const open = paths.filter((path) => !done.has(path) && !desk.barred.has(path));
  const cutoffReason = cutoffOf(desk, outcome, open.length);
  const wasCut = cutoffReason === 'timeout' || cutoffReason === 'aborted' || isUnheard(desk, outcome);
  return {
    agent: assignment.reviewer.name,
    model: modelOf(desk.ports.driver),
    round: assignment.round,
    wave: assignment.wave,
    budgetTokens: ledger.budgetTokens,
    usedTokens: ledger.usedTokens,
    mode: ledger.mode,
    status: wasCut ? 'truncated' : outcome.status,
    cutoffReason,
    verdict: outcome.verdict,
    vetoReasons: outcome.vetoReasons,
    message: outcome.message ?? explainSilence(desk, outcome, open.length),
    done: paths.filter((path) => done.has(path)),
    barred: [...desk.barred.values()],
    open,
    reduced: paths.filter((path) => desk.reduced.has(path)),
    skipped: { medium: desk.medium, low: desk.low },
    findings: desk.findings,
    homeless: desk.homeless,
    recorded: Object.fromEntries(desk.recorded),
    delivered,
    begun: paths.filter((path) => delivered[path] !== undefined || hasSpokenOf(desk, path)),
    analyzers: desk.analyzers,
    notes: outcome.notes ?? [],
    cuts: outcome.cuts ?? [],
    claimed: outcome.claimed ?? null,
    opinions: listOpinions(desk, outcome),
  };
}

/** An opinion counts once, on what the agent was asked about, and only where the lines were before it. */
function listOpinions(desk: Desk, { opinions = [] }: ReviewOutcome): readonly RunOpinion[] {
  return (desk.assignment.others ?? []).flatMap(({ id, file, line, endLine, reports }) => {
    const opinion = opinions.find((each) => each.id === id);
    const seen = deliveredOf(desk, desk.files.get(file) ?? null);
    const hasSeen = seen === null || isCovered(seen, [{ start: line, end: endLine }]);
    if (opinion === undefined || !hasSeen) return [];
    return [{ stance: opinion.stance, model: opinion.model ?? modelOf(desk.ports.driver), reports }];
  });
}

/**
 * A model that was stopped never gave its result: what was delivered to it may have come to nothing (HOST-03). One that gave
 * the result of a part, since the whole did not fit it, was heard.
 */
const isUnheard = ({ ports }: Desk, { status, cutoffReason }: ReviewOutcome): boolean =>
  ports.driver.coverage === 'delivered' &&
  status === 'completed' &&
  cutoffReason !== null &&
  cutoffReason !== 'truncated';

/** Why a run is not complete although no file may be left; a budget that left files open has its own warning (SYNTH-03). */
function explainSilence(desk: Desk, outcome: ReviewOutcome, open: number): string | null {
  if (outcome.status === 'truncated' && outcome.cutoffReason === 'truncated') return 'its answer broke off';
  if (open > 0 || !isUnheard(desk, outcome)) return null;
  return `${outcome.cutoffReason === 'budget' ? 'its budget ended' : 'it was stopped'} before its result was written`;
}

/** An agent that finished all its files was not cut, whatever stopped it afterwards; one that left some was. */
function cutoffOf(desk: Desk, outcome: ReviewOutcome, open: number): CutoffReason | null {
  const { ledger, ports, refused } = desk;
  if (open === 0) {
    return outcome.status === 'completed' && !isUnheard(desk, outcome) ? null : outcome.cutoffReason;
  }
  // A model beyond full analysis is given no new file, so what it left open it could not have taken.
  const isSpent = refused.size > 0 || (ports.driver.coverage === 'delivered' && ledger.mode !== 'full');
  return outcome.cutoffReason ?? (isSpent ? 'budget' : 'error');
}

function report(
  desk: Desk,
  status: 'started' | 'progress' | 'finished',
  message: string | null,
  filesDone = countDone(desk),
): void {
  desk.ports.emit({
    kind: 'agent',
    agent: desk.ports.label,
    wave: desk.assignment.wave,
    status,
    usageRatio: desk.ledger.usageRatio,
    mode: desk.ledger.mode,
    findings: desk.findings.length,
    filesDone,
    filesTotal: desk.assignment.files.length,
    message,
  });
}
