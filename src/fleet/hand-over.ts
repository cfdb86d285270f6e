/**
 * Hands a run over to a fleet: refuses what a fleet cannot do, describes and submits it, follows it and returns its report.
 * `followHandedRun` is the whole way for the library (index.ts); cli/commands/fleet-command.ts takes the single steps and shows them.
 */
import { ReviewError } from '../errors.ts';
import type { Emit } from '../ports/events.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { nameProject } from '../repository/git/project-name.ts';
import { readTelemetrySettings } from '../telemetry/telemetry-settings.ts';
import { readVersion } from '../version.ts';
import type { Config } from '../wiring/config.ts';
import { describeRun, type NewRun } from '../wiring/describe-run.ts';
import type { Playbook } from '../wiring/playbooks.ts';
import type { RunCall } from '../wiring/run-call.ts';
import type { Settings } from '../wiring/settings.ts';
import type { RunPlace } from '../wiring/stored-runs.ts';
import { createRandomIds, createSystemClock } from '../wiring/system.ts';
import { findFleetRun, followRun, takeUpRun } from './follow-run.ts';
import { beginRecord, type FleetRecord, reopenRecord } from './local-record.ts';
import { openFleet, tellAway } from './open-fleet.ts';
import type { Database } from './postgres/database.ts';
import { countReady, type ReadyWorkers, type Submission, submitRun } from './submit-run.ts';

export interface HandedRun {
  readonly playbook: Playbook;
  readonly settings: Settings;
  readonly call: RunCall;
}

export interface Handover {
  readonly runId: string;
  /** For the list of runs of this machine. */
  readonly facts: NewRun;
  readonly submission: Submission;
}

/** Throws ReviewError for a call that a fleet cannot make. */
export async function prepareHandover({ playbook, settings, call }: HandedRun): Promise<Handover> {
  const { flags, selection, positional, cwd, environment, place } = call;
  const recording = ['record', 'replay'].find((name) => flags[name] !== undefined);
  if (recording !== undefined)
    throw new ReviewError('bad-value', `--${recording} and --database cannot be used together.`);
  const version = readVersion();
  const command = { name: playbook.name, positional, flags, cwd };
  const facts = await describeRun({ playbook, command, settings, selection, version });
  const runId = (place?.chooseId ?? createRandomIds(createSystemClock()).runId)();
  const trace = readTelemetrySettings(environment)?.parent ?? null;
  const project = await nameProject(settings.repository.root);
  const submission = {
    playbook: playbook.name,
    settings,
    selection,
    flags,
    version,
    runId,
    project,
    origin: facts,
    trace: trace === null ? null : { ...trace },
  };
  return { runId, facts, submission };
}

/** A warning where nobody is there to make the run; empty where somebody is. */
export function describeWorkers({ ready, strangers, version }: ReadyWorkers, { name }: Database): string {
  if (ready > 0) return '';
  const others = strangers > 0 ? ` in version ${version} (${strangers} in other versions)` : '';
  return `no worker is running on this database${others}; the run waits for: consensus-review worker --database ${name}`;
}

export interface Listener {
  readonly emit: Emit;
  readonly warn: (message: string) => void;
  readonly interrupt: AbortSignal;
  /** The exit code that the run has on this machine. */
  readonly exitCodeOf: (report: ReportDocument, settings: ExitSettings) => number;
}

type ExitSettings = Pick<Config, 'failOn' | 'allowPartial' | 'acceptNotAssessed'>;

/** Submits the run, follows it and answers its report. An interruption ends it with what it has. */
export async function followHandedRun(run: HandedRun, listener: Listener): Promise<ReportDocument> {
  const { settings, call } = run;
  await using database = openFleet(call.flags.database, (isAway) => listener.warn(tellAway(isAway)));
  const { runId, facts, submission } = await prepareHandover(run);
  const isKept = settings.config.journal && call.place !== null;
  const record = isKept ? beginRecord(call.place, facts, { id: runId, database: database.name }) : null;
  const { workers } = await submitRun(database, submission).catch(async (error: unknown) => {
    await record?.withdraw();
    throw error;
  });
  warnOf(workers, database, listener);
  return await followToEnd(database, { runId, config: settings.config, record }, listener);
}

/** Goes on with a run that was handed to a fleet before. */
export async function resumeHandedRun(
  { id, database: url }: { readonly id: string; readonly database: string },
  place: RunPlace,
  listener: Listener,
): Promise<ReportDocument> {
  await using database = openFleet(url, (isAway) => listener.warn(tellAway(isAway)));
  const run = await findFleetRun(database, id);
  const { config } = run;
  const how = await takeUpRun(database, run, config.deadlineMs);
  warnOf(await countReady(database, run.version), database, listener);
  // Not before: where the run cannot be taken up, its record stays as it is.
  const record = await reopenRecord(place, id);
  const takeUp = how === 'unstopped' ? { takeUp: () => takeUpRun(database, run, config.deadlineMs) } : {};
  return await followToEnd(database, { runId: id, config, record, ...takeUp }, listener);
}

function warnOf(workers: ReadyWorkers, database: Database, { warn }: Listener): void {
  const warning = describeWorkers(workers, database);
  if (warning !== '') warn(warning);
}

interface FollowedRun {
  readonly runId: string;
  readonly config: ExitSettings & Pick<Config, 'deadlineMs'>;
  readonly record: FleetRecord | null;
  readonly takeUp?: () => Promise<unknown>;
}

async function followToEnd(
  database: Database,
  { runId, record, config, ...followed }: FollowedRun,
  { emit, warn, interrupt, exitCodeOf }: Listener,
): Promise<ReportDocument> {
  try {
    const { report, isOpen } = await followRun(database, runId, {
      emit,
      interrupt,
      deadlineMs: config.deadlineMs,
      ...followed,
    });
    await record?.end(report, exitCodeOf(report, config), isOpen ? STOPPED : null);
    return report;
  } catch (error) {
    await record?.fail(error, interrupt.aborted);
    throw error;
  } finally {
    for (const warning of record?.warnings() ?? []) warn(warning);
  }
}

export const STOPPED = 'it was stopped before everything was reviewed';
