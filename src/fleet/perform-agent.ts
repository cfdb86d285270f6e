/**
 * Runs one agent's task on this worker: the engine's own code for an agent, over the files of the run, paid from the run's shared
 * account; returns its result. Called by fleet-worker.ts.
 */

import { addRedactedRead } from '../context/redacted-snapshot.ts';
import { runAgent } from '../engine/review/agent-run.ts';
import { openVerifySession } from '../engine/review/verify-round.ts';
import { ReviewError } from '../errors.ts';
import type { ProviderGate } from '../models/create-model-caller.ts';
import { joinSignals, underSignals } from '../ports/join-signals.ts';
import type { Snapshot } from '../ports/repository.ts';
import { drainBeforeStop } from '../runs/drain-before-stop.ts';
import { createGracefulStop } from '../runs/graceful-stop.ts';
import { openJournalRecording } from '../runs/open-recording.ts';
import { setUpReview } from '../wiring/playbooks.ts';
import { type EngineParts, usesModels } from '../wiring/review-ports.ts';
import { createRandomIds, createSystemClock } from '../wiring/system.ts';
import { limitTime } from '../wiring/time-limit.ts';
import { type ReviewTask, readAgentInput, type VerifyWork } from './agent-inputs.ts';
import { type AgentResult, agentTaskSchema, type PostedAgent } from './agent-task.ts';
import { requireShape } from './check-shape.ts';
import { narrow, type Site } from './conduct-run.ts';
import { fromPortable, toPortable } from './portable.ts';
import { openEventWriter } from './postgres/event-log.ts';
import { createPostgresJournal } from './postgres/journal.ts';
import { createSharedAccount } from './postgres/shared-account.ts';
import { createSessionIndex, type RunSession, shareInSession, WHOLE_SNAPSHOT } from './run-session.ts';
import { watchJournal } from './watch-journal.ts';
import type { DoneTask, WorkerTask } from './worker.ts';

export interface AgentSite extends Site {
  readonly openGate: (provider: string) => ProviderGate;
}

/** How long calls in flight may take when the run is to end. */
const GRACE_MS = 5000;

const isInterrupt = (reason: unknown): boolean => reason === 'interrupt';

export async function performAgent(task: WorkerTask, session: RunSession, site: AgentSite): Promise<DoneTask> {
  const posted = requireShape<PostedAgent>(agentTaskSchema, task.payload, `task ${task.lease.task}`);
  const asked = readAgentInput(posted.kind, fromPortable(posted.input), task.lease.task);
  const { deadlineAt, startedAt } = posted;
  const { database, environment, openGate } = site;
  const { settings, store, embedded, runId, spec, reuse, watch } = session;
  const { lease, take } = task;
  const lost = new AbortController();
  const journal = watchJournal(createPostgresJournal(database, { lease, mayDiverge: true }), () => lost.abort('lost'));
  // All agents of the run are held to its limits together.
  const account = createSharedAccount(database, lease);
  const clock = createSystemClock();
  // Whoever ends the run may hear what was asked; whoever has lost the task says nothing more.
  using stop = createGracefulStop(narrow(task.signal, isInterrupt).signal, { graceMs: GRACE_MS });
  const abandoned = narrow(task.signal, (reason) => !isInterrupt(reason)).signal;
  using time = limitTime(stop.signal, deadlineAt === null ? null : Math.max(0, deadlineAt - clock.now()));
  // Whoever takes over an agent tells what the one before was answered.
  const steps = lease.epoch > 1 ? Number.POSITIVE_INFINITY : 0;
  const draining = drainBeforeStop(time.signal, journal, { steps });
  const signal = joinSignals([draining.signal, abandoned, lost.signal]);
  await using events = openEventWriter(database, runId, lease.task);
  const parts: EngineParts = {
    settings,
    selection: WHOLE_SNAPSHOT,
    environment,
    store,
    recording: openJournalRecording({
      run: { id: runId, startedAt, seed: spec.seed, resumed: take - 1 },
      journal: draining.journal,
      clock,
      ids: createRandomIds(clock),
    }),
    emit: (event) => {
      events.write(event);
      watch?.emit(event);
    },
    watch: watch?.effects ?? null,
    reuse,
    guard: stop.guard,
    signal,
    shared: { embedded, account, openGate },
  };
  const done =
    asked.kind === 'review'
      ? { value: await reviewAs(asked.task, session, parts), usedTokens: 0 }
      : asked.kind === 'verify'
        ? await verifyAs(asked.task, session, parts)
        : await (await import('./audit-tasks.ts')).performAuditTask(asked, session, parts);
  journal.check();
  const isFinal = !(signal.aborted || journal.hasDeferred);
  const { entries } = account.usage;
  const spending = { usage: { entries: [...entries] }, isSpent: account.isSpent };
  const value: AgentResult = { value: toPortable(done.value), isFinal, usedTokens: done.usedTokens, spending };
  return { value, isFinal };
}

async function reviewAs(task: ReviewTask, session: RunSession, parts: EngineParts): Promise<unknown> {
  const { assignment, label, driver: name } = task;
  const { settings, spec } = session;
  const { request, openPorts } = setUpReview({ settings, selection: WHOLE_SNAPSHOT, flags: spec.flags });
  const ports = await openPorts(parts);
  const driver = ports.driversFor(assignment.reviewer).find((each) => each.name === name);
  if (driver === undefined) throw new ReviewError('internal', `${label} has no driver ${name} on this worker`);
  const { thresholds, agentTimeoutMs } = request;
  const timeoutMs = driver.limits?.agentTimeoutMs ?? agentTimeoutMs;
  return runAgent(assignment, {
    ...ports,
    label,
    driver,
    snapshot: addRedactedRead(await openSnapshot(session), ports.redactor),
    thresholds,
    timeoutMs,
  });
}

async function verifyAs(
  { task, driver: name }: VerifyWork,
  session: RunSession,
  parts: EngineParts,
): Promise<{ readonly value: unknown; readonly usedTokens: number }> {
  const { settings, spec } = session;
  const { request, openPorts } = setUpReview({ settings, selection: WHOLE_SNAPSHOT, flags: spec.flags });
  const ports = await openPorts(parts);
  const verifier = ports.verifierOn?.(name);
  if (verifier === undefined) throw new ReviewError('internal', `${task.agentId} has no model ${name} on this worker`);
  const snapshot = addRedactedRead(await openSnapshot(session), ports.redactor);
  const at = openVerifySession({
    snapshot,
    openTools: ports.openTools,
    thresholds: request.thresholds,
    driver: verifier,
  });
  const timeout = ports.clock.timeout(verifier.limits?.agentTimeoutMs ?? request.agentTimeoutMs);
  const value = await underSignals([ports.signal, timeout], (signal) => verifier.verify(task, at, signal));
  return { value, usedTokens: at.account.usedTokens };
}

/** The files, searchable where an agent may search them. */
function openSnapshot(session: RunSession): Promise<Snapshot> {
  const { repository, rules } = session.settings;
  return shareInSession(session, 'snapshot', async () => {
    const snapshot = await repository.open(WHOLE_SNAPSHOT, rules);
    if (usesModels(session.settings)) await exhaust(createSessionIndex(session).measure(snapshot, snapshot.entries()));
    return snapshot;
  });
}

async function exhaust(entries: AsyncIterable<unknown>): Promise<void> {
  const iterator = entries[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}
