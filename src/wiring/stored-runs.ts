/**
 * Stores runs: begins one in the run store or takes over an interrupted one, opens its journal, and writes how it ended. Where nothing
 * can be stored the run goes on with a warning. Also opens the review cache. Called by conduct.ts (`keepRun`), run-call.ts,
 * resume-command.ts and fleet/.
 */
import { realpath } from 'node:fs/promises';
import { EXIT, ReviewError } from '../errors.ts';
import { joinSignals, releaseSignal } from '../ports/join-signals.ts';
import type { Journal, Kept, Step } from '../ports/journal.ts';
import type { Selection } from '../ports/repository.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { DEFAULT_RETENTION, otherVersionFor, type StoredRun } from '../protocol/report/stored-run.ts';
import { drainBeforeStop } from '../runs/drain-before-stop.ts';
import { findOpenRun, findStoredRun } from '../runs/find-stored-run.ts';
import { type OpenRecording, openJournalRecording } from '../runs/open-recording.ts';
import type { RecordedCall } from '../runs/recorded-calls.ts';
import type { OpenRun } from '../runs/store/open-run.ts';
import type { WatchWrite } from '../runs/store/run-database.ts';
import { openRunHistory, openRunStore, type RunStore } from '../runs/store/run-store.ts';
import { readVersion } from '../version.ts';
import { describeRun, type NewRun, type RunRequest, requireSame } from './describe-run.ts';
import type { RunReuse } from './review-cache.ts';
import { usesModels } from './review-ports.ts';
import type { Settings } from './settings.ts';
import { createRandomIds, createSystemClock } from './system.ts';

/** Where runs are kept. */
export interface RunPlace {
  readonly stateDir: string;
  /** Stands at every write of the store: for tests that fail or kill there. */
  readonly watch?: WatchWrite;
  /** Names new runs; by time and chance where nobody does. What an audit samples depends on it. */
  readonly chooseId?: () => string;
}

/** A run that this process has taken over. Whoever claims it says what its store warns of. */
export interface ClaimedRun {
  readonly store: RunStore;
  readonly run: OpenRun;
  /** What was asked to be reviewed then; null where it ended before that was recorded. */
  readonly selection: Selection | null;
}

const SELECTION: Step<Selection> = { key: 'selection', kind: 'choice', inputHash: '' };

/** A run to go on with, or one that came to its end: a process may be killed between that end and its last word. */
export type TakenRun = { readonly warnings: readonly string[] } & (
  | { readonly kind: 'claimed'; readonly claimed: ClaimedRun }
  | { readonly kind: 'finished'; readonly run: StoredRun; readonly report: ReportDocument }
);

/** By id or the beginning of one; without one the newest run of that folder that can go on. */
export async function takeRun(place: RunPlace, id: string | null, folder: string): Promise<TakenRun> {
  const root = await realpath(folder).catch((error: unknown) => {
    throw new ReviewError('root-not-found', `${folder}.`, { cause: error });
  });
  const store = openRunHistory({ ...place, clock: createSystemClock() });
  try {
    const found =
      store === null ? null : await (id === null ? findOpenRun(store, root) : findStoredRun(store, id, root));
    if (store === null || found === null) throw noRun(id, root);
    const report = found.status === 'finished' ? await store.report(found.id) : null;
    if (report !== null && report !== 'damaged') {
      store[Symbol.dispose]();
      return { kind: 'finished', warnings: store.warnings, run: found, report };
    }
    const run = store.claim(found.id);
    const recorded = (await store.value(found.id, SELECTION)) as Selection | undefined;
    const warnings = [...store.warnings, ...warnOfRestart(found)];
    return { kind: 'claimed', warnings, claimed: { store, run, selection: recorded ?? null } };
  } catch (error) {
    store?.[Symbol.dispose]();
    throw error;
  }
}

function warnOfRestart(run: StoredRun): readonly string[] {
  const here = readVersion();
  const other = otherVersionFor(run, here);
  if (other === null) return [];
  return [
    `${run.id} was started by version ${other}, and version ${here} cannot use what that recorded: it begins again, and calls to a model are made and paid again`,
  ];
}

/** Gives a run back that was taken over and did not go on; nothing where it did. */
export function releaseRun({ run, store }: ClaimedRun): void {
  run.release();
  store[Symbol.dispose]();
}

const noRun = (id: string | null, root: string): ReviewError =>
  id === null
    ? new ReviewError('no-run', `no run of ${root} was interrupted.`, {
        advice: 'Name a run: `consensus-review resume RUN`; `consensus-review runs list` shows them.',
      })
    : new ReviewError('no-run', `${id} is not among the stored runs.`);

export interface KeepRequest extends RunRequest {
  /** Null: nothing is kept. */
  readonly place: RunPlace | null;
  readonly claimed: ClaimedRun | null;
  /** Fires when the user or the deadline ends the run. */
  readonly signal: AbortSignal;
}

/** A run while it is made, kept or not. */
export interface KeptRun {
  /** Null where the run is not kept. */
  readonly id: string | null;
  readonly recording: OpenRecording | null;
  /** Fires also where the run cannot go on. */
  readonly signal: AbortSignal;
  /** What the user should know about the keeping. */
  readonly warnings: () => readonly string[];
  /** The report, or throws where the run could not go on: then it says nothing that counts. */
  check(report: ReportDocument): ReportDocument;
  /** Says whether the run can be resumed, and why it would be. */
  end(report: ReportDocument, exitCode: number): Promise<string | null>;
  /** The error to throw, and whether the run can be resumed. */
  fail(error: unknown): Promise<{ readonly error: unknown; readonly canResume: boolean }>;
}

export async function keepRun(request: KeepRequest): Promise<KeptRun> {
  const { place, claimed, signal } = request;
  if (place === null) return passingRun(signal, []);
  const facts = await describeRun(request);
  if (claimed !== null) return continueRun(claimed, facts, request);
  try {
    const clock = createSystemClock();
    const store = openRunStore({ ...place, clock });
    const startedAt = clock.now();
    const { chooseId = createRandomIds({ ...clock, now: () => startedAt }).runId } = place;
    const run = store.begin({ ...facts, id: chooseId(), startedAt });
    return continueRun({ store, run, selection: null }, facts, request);
  } catch (error) {
    const reason = error instanceof ReviewError ? error.detail.replace(/\.$/u, '') : String(error);
    return passingRun(signal, [`the run is not stored and cannot be resumed (${reason})`]);
  }
}

const passingRun = (signal: AbortSignal, warnings: readonly string[]): KeptRun => ({
  id: null,
  recording: null,
  signal,
  warnings: () => warnings,
  check: (report) => report,
  end: async () => null,
  fail: async (error) => ({ error, canResume: false }),
});

async function continueRun({ store, run }: ClaimedRun, facts: NewRun, request: KeepRequest): Promise<KeptRun> {
  const stopped = request.signal;
  const beginsAgain = run.resumed > 0 && otherVersionFor(run, facts.version) !== null;
  if (beginsAgain) run.restart(facts);
  const fault = new AbortController();
  const watched = watchJournal(run.journal, (error) => fault.abort(error));
  const held = drainBeforeStop(stopped, watched.journal, {
    steps: run.resumed > 0 ? await countPlayable(store, run.id) : 0,
  });
  const signal = joinSignals([held.signal, fault.signal]);
  if (signal.aborted) run.journal.close();
  signal.addEventListener('abort', () => run.journal.close(), { once: true });
  const notices: string[] = [];
  const isLate = (): boolean => stopped.reason === 'deadline';
  const close = async (): Promise<void> => {
    releaseSignal(signal);
    if (!isLate()) notices.push(...(await letGo(store)));
    store[Symbol.dispose]();
  };
  const clock = createSystemClock();
  try {
    if (run.resumed > 0 && !beginsAgain) requireSame(run, facts);
    await held.journal.step(SELECTION, async () => request.selection);
  } catch (error) {
    run.release();
    await close();
    throw error;
  }
  return {
    id: run.id,
    recording: openJournalRecording({ run, journal: held.journal, clock, ids: createRandomIds(clock) }),
    signal,
    warnings: () => [...(run.resumed > 0 ? [] : store.warnings), ...run.warnings, ...notices],
    check(report) {
      if (fault.signal.aborted) throw fault.signal.reason;
      return report;
    },
    async end(report, exitCode) {
      const isStopped = stopped.aborted || exitCode === EXIT.interrupted;
      if (isLate()) store.hurry();
      const reason = nameOpenEnd(report, isStopped ? stopped.reason : null, watched.deferredUntil());
      run.end({
        status: reason === null ? 'finished' : 'interrupted',
        reason,
        isDeferred: watched.deferredUntil() !== null,
        report,
        exitCode,
        finishedAt: Date.parse(report.run.finished_at),
      });
      await close();
      return reason;
    },
    async fail(error) {
      const cause = fault.signal.aborted ? fault.signal.reason : error;
      if (isLate()) store.hurry();
      const canResume = endFailed(run, cause, {
        isStopped: stopped.aborted,
        now: clock.now(),
      });
      await close();
      return { error: cause, canResume };
    },
  };
}

const countPlayable = async (store: RunStore, id: string): Promise<number> =>
  (await store.steps(id)).filter(({ doneAt }) => doneAt !== null).length;

/** Why a run is not over that its deadline ended. */
export const OUT_OF_TIME = 'the deadline passed (--deadline)';

/** Why a run with a report is not over; null where it is. `stop` is null where nobody stopped it. */
function nameOpenEnd(report: ReportDocument, stop: unknown, deferredUntil: number | null): string | null {
  if (report.complete) return null;
  if (stop === 'fault') return 'an internal error stopped it';
  if (stop !== null) return stop === 'deadline' ? OUT_OF_TIME : 'it was interrupted';
  return deferredUntil === null
    ? null
    : `a provider asked not to be called before ${new Date(deferredUntil).toISOString()}`;
}

/** A mistake of the call leaves nothing behind; whatever was interrupted or broke can be resumed. */
function endFailed(
  run: OpenRun,
  error: unknown,
  { isStopped, now }: { readonly isStopped: boolean; readonly now: number },
): boolean {
  const isMistake = error instanceof ReviewError && (error.exit === EXIT.usage || error.exit === EXIT.emptyScope);
  if (isMistake && !isStopped) {
    if (run.resumed > 0) run.release();
    else run.discard();
    return false;
  }
  const reason = isStopped ? 'it was interrupted' : error instanceof Error ? error.message : String(error);
  const status = isStopped ? 'interrupted' : 'failed';
  const exitCode = isStopped ? EXIT.interrupted : EXIT.failed;
  return run.end({ status, reason, isDeferred: false, report: null, exitCode, finishedAt: now });
}

/** Keeps the store within its bounds, and says what that took; where it fails now it is done another time. */
async function letGo(store: RunStore): Promise<readonly string[]> {
  const { maxAgeDays, maxRuns, maxBytes } = DEFAULT_RETENTION;
  const { runs } = await store.prune(DEFAULT_RETENTION).catch(() => ({ runs: 0 }));
  const bounds = `${maxAgeDays} days, ${maxRuns} runs or ${maxBytes / 2 ** 20} MB`;
  return runs === 0 ? [] : [`${runs} stored ${runs === 1 ? 'run was' : 'runs were'} removed: beyond ${bounds}`];
}

interface WatchedJournal {
  readonly journal: Journal;
  /** When the last call that was put off may be made. */
  deferredUntil(): number | null;
}

/** Hears what a driver would take for a failed call: the run cannot go on, or has to go on later. */
function watchJournal(journal: Journal, onFault: (error: ReviewError) => void): WatchedJournal {
  let until: number | null = null;
  const note = ({ result }: RecordedCall): void => {
    if (result.kind === 'deferred') until = Math.max(until ?? 0, result.resumeAtMs);
  };
  return {
    deferredUntil: () => until,
    journal: {
      async step<T>(step: Step<T>, effect: (lost: number) => Promise<T>): Promise<Kept<T>> {
        try {
          const kept = await journal.step(step, effect);
          if (step.kind === 'call') note(kept.value as RecordedCall);
          return kept;
        } catch (error) {
          if (error instanceof ReviewError && (error.code === 'stale-run' || error.code === 'run-busy')) onFault(error);
          throw error;
        }
      },
    },
  };
}

export interface OpenReuse extends Disposable {
  readonly reuse: RunReuse;
  /** What the user should know; null where all is well. */
  readonly warning: string | null;
}

export interface ReusePlace {
  readonly stateDir: string;
  /** Of this program. */
  readonly version: string;
  /** False: what is there is not used, and what is found now takes its place. */
  readonly mayReadCache: boolean;
}

/** What earlier runs of the folder have paid for; null where nothing is reused: no model is asked, or runs are not kept. */
export async function openStoredReuse(
  settings: Settings,
  { stateDir, version, mayReadCache }: ReusePlace,
): Promise<OpenReuse | null> {
  const { config, repository } = settings;
  if (!(usesModels(settings) && config.journal)) return null;
  const [{ openReviewCache }, { createReuse }, { identifyFolder }] = await Promise.all([
    import('../runs/cache/sqlite-review-cache.ts'),
    import('./review-cache.ts'),
    import('./trusted-repositories.ts'),
  ]);
  // Who wrote the repository could have written a state folder in it, and with it the answers of models.
  const isOurs = mayReadCache && (await identifyFolder(repository.root, stateDir)) !== null;
  const reviewCache = openReviewCache({ stateDir, now: Date.now });
  return {
    reuse: createReuse(reviewCache, { settings, root: await realpath(repository.root), version }, isOurs),
    get warning() {
      return reviewCache.warning;
    },
    [Symbol.dispose]: () => reviewCache[Symbol.dispose](),
  };
}
