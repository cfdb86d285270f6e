/**
 * Conducts a whole run as a task of the fleet: runs the same engine as on one machine, whose agents are posted as tasks
 * (fleet-host.ts) for any free worker, and returns the report. Makes no model call itself. Called by fleet-worker.ts. The run on one
 * machine: wiring/conduct.ts.
 */

import type { Ids } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { RunEvent } from '../protocol/report/run-events.ts';
import { type DrainingStop, drainBeforeStop } from '../runs/drain-before-stop.ts';
import { openJournalRecording } from '../runs/open-recording.ts';
import { limitsOf } from '../wiring/model-reviewers.ts';
import { openPlaybook } from '../wiring/playbooks.ts';
import { createSystemClock } from '../wiring/system.ts';
import { limitTime } from '../wiring/time-limit.ts';
import { createFleetHost } from './fleet-host.ts';
import { createGatheredAccount } from './gathered-account.ts';
import { openEventWriter } from './postgres/event-log.ts';
import { createPostgresJournal } from './postgres/journal.ts';
import { hashBytes } from './postgres/packed.ts';
import { summarizeReport } from './postgres/run-history.ts';
import { boundAccount } from './postgres/shared-account.ts';
import { createTaskQueue, LostLease } from './postgres/task-queue.ts';
import type { SessionSite } from './run-session.ts';
import { type RunSession, WHOLE_SNAPSHOT } from './run-session.ts';
import { watchJournal } from './watch-journal.ts';
import type { DoneTask, WorkerTask } from './worker.ts';

export type Site = Omit<SessionSite, 'watchSession'>;

/** Ids that are the same whoever conducts the run next. */
const createDerivedIds = (runId: string, seed: string): Ids => {
  let branches = 0;
  return {
    runId: () => runId,
    branchId: () => {
      branches += 1;
      return `br_${hashBytes(`${seed}/${branches}`).slice(0, 8)}`;
    },
  };
};

/** The same moment for everybody who conducts the run after another. */
const recordTime = async (journal: Journal, key: string): Promise<number> =>
  (await journal.step({ key, kind: 'choice', inputHash: '' }, async () => Date.now())).value;

export async function conductRun(task: WorkerTask, session: RunSession, site: Site): Promise<DoneTask> {
  const { lease, take } = task;
  const abandoned = narrow(task.signal, (reason) => reason !== 'interrupt');
  const journal = watchJournal(createPostgresJournal(site.database, { lease, mayDiverge: true }), () =>
    abandoned.abort('lost'),
  );
  const startedAt = await recordTime(journal, 'started-at');
  // Who takes a run up again has the whole time again.
  const takenAt = take === 1 ? startedAt : await recordTime(journal, `taken-at/${take}`);
  const { deadlineMs } = session.settings.config;
  const deadlineAt = deadlineMs === null ? null : takenAt + deadlineMs;
  const ended = narrow(task.signal, (reason) => reason === 'interrupt').signal;
  using time = limitTime(ended, deadlineAt === null ? null : Math.max(0, deadlineAt - Date.now()));
  const { signal } = time;
  // Who conducts the run after another, or takes it up again, first tells all that is there.
  const isAgain = lease.epoch > 1;
  const draining = drainBeforeStop(signal, journal, { steps: isAgain ? Number.POSITIVE_INFINITY : 0 });
  const sentOut = isAgain ? await createTaskQueue(site.database).listPosted(lease.runId) : new Set<string>();
  let isOpen = false;
  const onOpenEnd = (): void => {
    isOpen = true;
  };
  const report = await runEngine({
    task,
    session,
    site,
    draining,
    sentOut,
    startedAt,
    deadlineAt,
    abandoned,
    onOpenEnd,
  });
  journal.check();
  // Rounds that take a failed agent for an answer go on to a report; it is another worker's to make.
  if (abandoned.signal.aborted) throw new LostLease(lease);
  const isFinal = report.complete || !(isOpen || signal.aborted);
  session.watch?.end({ kind: 'report', report });
  return {
    value: report,
    isFinal,
    summary: summarizeReport(report, { ...session.settings.config, interrupted: ended.aborted }),
  };
}

interface Conducted {
  readonly task: WorkerTask;
  readonly session: RunSession;
  readonly site: Site;
  readonly draining: DrainingStop;
  readonly sentOut: ReadonlySet<string>;
  readonly startedAt: number;
  readonly deadlineAt: number | null;
  readonly abandoned: AbortController;
  readonly onOpenEnd: () => void;
}

async function runEngine(run: Conducted): Promise<ReportDocument> {
  const { session, draining: held, sentOut, startedAt, deadlineAt, abandoned, onOpenEnd } = run;
  const { database, environment, version } = run.site;
  const { runId, spec, settings, store, embedded, reuse, watch } = session;
  const { lease, queue, take } = run.task;
  const account = createGatheredAccount(limitsOf(settings.config, spec.playbook === 'audit'), (tokens) =>
    boundAccount(database, runId, tokens),
  );
  await using events = openEventWriter(database, runId, lease.task);
  const parts = {
    environment,
    store,
    // Whoever submitted the run has confirmed it.
    confirmPlan: async () => true,
    recording: openJournalRecording({
      run: { id: runId, startedAt, seed: spec.seed, resumed: take - 1 },
      journal: held.journal,
      clock: createSystemClock(),
      ids: createDerivedIds(runId, spec.seed),
    }),
    emit: (event: RunEvent) => {
      events.write(event);
      watch?.emit(event);
    },
    watch: watch?.effects ?? null,
    reuse,
    signal: held.signal,
    host: held.drainHost(
      createFleetHost({
        runId,
        take,
        version,
        tasks: createTaskQueue(database),
        queue,
        account,
        deadlineAt,
        startedAt,
        abandoned: abandoned.signal,
        onOpenEnd,
      }),
      sentOut,
    ),
    shared: { embedded, account },
  };
  const playbook = await openPlaybook(spec.playbook, { settings, selection: WHOLE_SNAPSHOT, flags: spec.flags });
  if (spec.playbook === 'review') return playbook.run(parts);
  return playbook.run({ ...parts, project: await (await import('./audit-tasks.ts')).projectOf(session) });
}

/** Fires for some of the reasons for which the signal does. */
export function narrow(signal: AbortSignal, isMeant: (reason: unknown) => boolean): AbortController {
  const controller = new AbortController();
  const pass = (): void => {
    if (isMeant(signal.reason)) controller.abort(signal.reason);
  };
  if (signal.aborted) pass();
  else signal.addEventListener('abort', pass, { once: true });
  return controller;
}
