/**
 * Runs one agent on one assignment: opens its tools, listens to its driver, charges its budget, checks and records its findings
 * (HOST-01, MODE, REV-15). Returns an `AgentRun` also where the driver throws, hangs, or claims more than it was shown. Called by
 * dispatch.ts and fleet/perform-agent.ts.
 */
import type { AgentTools } from '../../ports/agent-tools.ts';
import type { AssignedFile, Assignment, FindingResult, ReviewEvent, ReviewOutcome } from '../../ports/driver.ts';
import { underSignals } from '../../ports/join-signals.ts';
import { judgeSubmission, type Mode, shapeFinding } from '../../protocol/budget/mode.ts';
import { listAgentRuns } from '../../protocol/cache/cached-agent-runs.ts';
import type { ClaimedFinding, Finding } from '../../protocol/findings/finding.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import { vetoReasonOf } from '../../protocol/findings/veto.ts';
import type { CutoffReason } from '../../protocol/output/agent-claims.ts';
import type { SkippedFile } from '../../protocol/report/synthesis.ts';
import { type Author, checkClaim } from '../accept-claim.ts';
import {
  type AgentRecord,
  type AgentRun,
  type AgentRunPorts,
  closeRecord,
  countDone,
  deliveredOf,
  ending,
  openRecord,
} from './agent-record.ts';
import { modelOf } from './panel-members.ts';
import { checkAnswers } from './requirements.ts';

export async function runAgent(assignment: Assignment, ports: AgentRunPorts): Promise<AgentRun> {
  const record = openRecord(assignment, ports);
  report(record, 'started', null);
  const timeout = ports.clock.timeout(ports.timeoutMs);
  const outcome = await underSignals([ports.signal, timeout], async (signal) => {
    const end = await listen(record, signal);
    if (!signal.aborted || end.cutoffReason !== 'aborted') return end;
    return { ...end, cutoffReason: ports.signal.aborted ? abortCause(ports.signal) : 'timeout' };
  });
  await recordCached(record);
  const run = closeRecord(record, outcome, await checkAnswers(record, outcome));
  report(record, 'finished', outcome.message, run.done.length);
  return run;
}

/** A limit of the run (deadline) reads as timeout, the user's interruption as aborted. */
export const abortCause = (signal: AbortSignal): CutoffReason => (signal.reason === 'deadline' ? 'timeout' : 'aborted');

async function listen(record: AgentRecord, signal: AbortSignal): Promise<ReviewOutcome> {
  const { driver, snapshot, thresholds, openTools } = record.ports;
  const { ledger } = record;
  const context = (): AgentTools => {
    record.tools ??= watchTools(openTools({ snapshot, account: ledger, thresholds }), record);
    return record.tools;
  };
  try {
    const tools = { snapshot, account: ledger, context };
    const events = driver.review(record.assignment, tools, ledger, signal)[Symbol.asyncIterator]();
    for (;;) {
      const coming = events.next();
      const next = await raceAbort(coming, signal);
      if (next === 'aborted') {
        await takeWritten(record, coming, events);
        return ending('completed', 'aborted', null);
      }
      if (next.done) return ending('failed', 'error', 'the driver ended without an outcome');
      if (next.value.kind === 'outcome') return next.value.outcome;
      await recordEvent(record, next.value);
      if (record.ledger.mustAbort) return ending('completed', 'budget', null);
    }
  } catch (error) {
    return ending('failed', 'error', error instanceof Error ? error.message : String(error));
  }
}

/** How long an agent that was told to stop may take to hand over what it has. */
const GRACE_MS = 500;

/** Findings that were written before the end are kept; nothing counts as reviewed for what comes after it. */
async function takeWritten(
  record: AgentRecord,
  coming: Promise<IteratorResult<ReviewEvent>>,
  events: AsyncIterator<ReviewEvent>,
): Promise<void> {
  const over = record.ports.clock.timeout(GRACE_MS);
  let next = await raceAbort(coming, over);
  while (next !== 'aborted' && next.done !== true && next.value.kind !== 'outcome') {
    if (next.value.kind === 'finding') await recordEvent(record, next.value);
    next = await raceAbort(events.next(), over);
  }
}

/** Reading shows too: whoever watches sees the budget go down. */
const watchTools = (tools: AgentTools, record: AgentRecord): AgentTools => ({
  ...tools,
  async call(name, args) {
    const path = (args as { readonly path?: unknown } | null)?.path;
    if (typeof path === 'string' && record.files.has(path)) record.current = path;
    const answer = await tools.call(name, args);
    report(record, 'progress', null);
    return answer;
  },
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

async function recordEvent(record: AgentRecord, event: Exclude<ReviewEvent, { kind: 'outcome' }>): Promise<void> {
  switch (event.kind) {
    case 'finding':
      return judgeFinding(record, event).then((result) => event.tell?.(result));
    case 'file-done':
      if (!record.files.has(event.path) || record.refused.has(event.path)) return;
      record.done.add(event.path);
      record.current = event.path;
      if (record.fileMode !== 'full') record.reduced.add(event.path);
      if (record.ledger.mode === 'full') record.closed.add(event.path);
      record.fileMode = record.ledger.mode;
      return report(record, 'progress', null);
    case 'file-skipped':
      if (record.files.has(event.path)) record.barred.set(event.path, toSkipped(event));
      record.fileMode = record.ledger.mode;
      return;
    case 'analyzer':
      record.analyzers.push(event.row);
      return;
    case 'waiting':
      return report(record, 'progress', event.message);
    case 'unresolved':
    case 'examined':
      return;
  }
}

const toSkipped = ({ path, reason, detail }: Extract<ReviewEvent, { kind: 'file-skipped' }>): SkippedFile =>
  detail === undefined ? { path, reason } : { path, reason, detail };

type FindingEvent = Extract<ReviewEvent, { kind: 'finding' }>;

const judgeFinding = (record: AgentRecord, event: FindingEvent): Promise<FindingResult> =>
  event.refutation === undefined
    ? recordFinding(record, event)
    : recordRefuted(record, event.finding, event.refutation);

/** What nobody could decide is a person's to decide, however well its place is quoted. */
const leaveOpen = (finding: Finding, question: string | undefined): Finding =>
  question === undefined || finding.status === 'rejected'
    ? finding
    : { ...finding, status: 'needs_manual', doubt: question };

async function recordFinding(
  record: AgentRecord,
  { finding: claim, isPaid = false, isAnalyzers = false, model, question }: FindingEvent,
): Promise<FindingResult> {
  const { ledger, ports } = record;
  const mode = ledger.mode;
  const file = record.files.get(claim.file ?? '') ?? null;
  if (mode !== 'full') record.closed.delete(claim.file ?? '');
  if (judgeSubmission(claim.severity, mode) === 'count-as-skipped') return countMild(record, claim.severity, file);
  if (!isPaid && !ledger.claim(ports.counter.count(JSON.stringify(writtenForm(shapeFinding(claim, mode)))))) {
    if (file) record.refused.add(file.path);
    return { kind: 'refused' };
  }
  if (file === null) return noteUnplaced(record, claim);
  // An analyzer reads the file itself, whatever has reached the model.
  const delivered = isAnalyzers ? null : deliveredOf(record, file);
  const author = authorOf(record, isAnalyzers ? null : (model ?? modelOf(ports.driver)));
  const checked = await checkClaim(claim, author, { file, snapshot: ports.snapshot, delivered });
  const finding = leaveOpen(checked, question);
  keepFinding(record, claim, finding, mode);
  report(record, 'progress', null);
  return finding.status === 'rejected'
    ? { kind: 'rejected', reason: finding.doubt ?? '' }
    : { kind: 'recorded', doubt: finding.doubt };
}

/** Recorded as rejected, whatever the budget: what does not stand says so, and costs the agent nothing. */
async function recordRefuted(record: AgentRecord, claim: ClaimedFinding, refutation: string): Promise<FindingResult> {
  const file = record.files.get(claim.file ?? '') ?? null;
  if (file === null) return noteUnplaced(record, claim);
  const { snapshot } = record.ports;
  const finding = await checkClaim(claim, authorOf(record, null), { file, snapshot, delivered: null });
  keepFinding(record, claim, { ...finding, status: 'rejected', doubt: refutation }, 'full');
  return { kind: 'rejected', reason: refutation };
}

/** The author as of now; an earlier run counts as an agent run before the first wave. */
function authorOf({ assignment, ports, findings }: AgentRecord, model: string | null, isCached = false): Author {
  const { reviewer, round, wave } = assignment;
  const agent = reviewer.name;
  const agentRun = model === null ? agent : `${agent} (${model}) ${isCached ? 0 : wave}`;
  return { id: `${ports.label}/${wave}/${findings.length}`, agent, round, model, agentRun, isCached };
}

function keepFinding(record: AgentRecord, claim: ClaimedFinding, finding: Finding, mode: Mode): void {
  const rejection = finding.status === 'rejected' ? finding.doubt : null;
  if (finding.model !== null) record.heard.push({ finding: claim, model: finding.model, rejection });
  pushFinding(record, { ...shapeFinding(finding, mode), depth: mode === 'full' ? 'full' : 'reduced' });
  countRecorded(record, finding.file);
}

/** As it is told in the end: why it blocks depends on that. */
function pushFinding({ findings, assignment: { reviewer } }: AgentRecord, finding: Finding): void {
  const mayBlock = reviewer.canVeto && finding.status !== 'needs_manual';
  const vetoReason = mayBlock ? vetoReasonOf(reviewer.name, finding) : null;
  findings.push({ ...finding, vetoReason });
}

/** What was claimed before passes the same checks again; it was paid for, and in full analysis. */
async function recordCached(record: AgentRecord): Promise<void> {
  const { snapshot } = record.ports;
  const recalled = record.assignment.recalled ?? [];
  for (const { file, review } of recalled) {
    const { delivered } = review;
    for (const { finding: claim, model, rejection } of review.claims) {
      const finding = await checkClaim(claim, authorOf(record, model, true), { file, snapshot, delivered });
      const turnedDown = rejection === null ? {} : ({ status: 'rejected', doubt: rejection } as const);
      pushFinding(record, { ...finding, ...turnedDown });
    }
  }
  for (const run of listAgentRuns(recalled.map(({ review }) => review))) record.homeless.push(...run.homeless);
}

function noteUnplaced({ homeless }: AgentRecord, { file, severity, title }: ClaimedFinding): FindingResult {
  const reason = `${file ?? 'no file'} was not given to this agent`;
  homeless.push(`${severity} ${title}: ${reason}`);
  return { kind: 'homeless', reason };
}

function countMild(record: AgentRecord, severity: Severity, file: AssignedFile | null): FindingResult {
  if (severity === 'MEDIUM') record.medium += 1;
  else record.low += 1;
  if (file) countRecorded(record, file.path);
  return { kind: 'counted' };
}

/** What the agent wrote, which is what it pays for: fields it left empty cost nothing. */
const writtenForm = (claim: object): object =>
  Object.fromEntries(
    Object.entries(claim).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );

const countRecorded = (record: AgentRecord, path: string): void => {
  record.recorded.set(path, (record.recorded.get(path) ?? 0) + 1);
};

function report(
  record: AgentRecord,
  status: 'started' | 'progress' | 'finished',
  message: string | null,
  filesDone = countDone(record),
): void {
  record.ports.emit({
    kind: 'agent',
    agent: record.ports.label,
    wave: record.assignment.wave,
    status,
    usageRatio: record.ledger.usageRatio,
    mode: record.ledger.mode,
    findings: record.findings.length,
    filesDone,
    filesTotal: record.files.size,
    message,
    ...(record.current === null ? {} : { file: record.current }),
  });
}
