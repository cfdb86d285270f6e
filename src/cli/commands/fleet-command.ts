/**
 * Runs `review`, `audit` and `resume` with `--database`: submits the run to workers that share a PostgreSQL database, or takes one up
 * again, shows its progress, prints the report and returns the exit code. Ctrl-C ends the run; ending this process in another way
 * leaves it running. Called by playbook-command.ts and resume-command.ts.
 */

import type { AuditPlan } from '../../engine/audit/plan-audit.ts';
import { EXIT, ReviewError } from '../../errors.ts';
import { findFleetRun, followRun, takeUpRun } from '../../fleet/follow-run.ts';
import { describeWorkers, type HandedRun, prepareHandover, STOPPED } from '../../fleet/hand-over.ts';
import { beginRecord, type FleetRecord, reopenRecord } from '../../fleet/local-record.ts';
import { openFleet } from '../../fleet/open-fleet.ts';
import { type Database, hasPassword } from '../../fleet/postgres/database.ts';
import { createFleetHistory } from '../../fleet/postgres/run-history.ts';
import { migrate } from '../../fleet/postgres/schema.ts';
import { countReady, type ReadyWorkers, type SubmittedRun, submitRun } from '../../fleet/submit-run.ts';
import { nameProject } from '../../repository/git/project-name.ts';
import { findOpenRun, lookForRun } from '../../runs/find-stored-run.ts';
import { type Config, resolveConfig } from '../../wiring/config.ts';
import { createPlanPorts } from '../../wiring/review-ports.ts';
import type { KeptRun } from '../../wiring/stored-runs.ts';
import type { Flags } from '../command-declaration.ts';
import { confirmPlan } from '../confirm-plan.ts';
import { closeRun, resumeCommand } from '../end-run.ts';
import { warnOfAway } from '../fleet-runs.ts';
import { chooseFormat, type FileOutput, probeOutputs, readFileOutputs } from '../outputs.ts';
import { openEventStream, tellAll } from '../progress/event-stream.ts';
import { watchRun } from '../progress/watch-run.ts';
import { findRoot, runPlaceOf } from '../state-folder.ts';
import type { Terminal } from '../streams.ts';

export interface FleetRun extends HandedRun {
  readonly outputs: readonly FileOutput[];
}

export async function runOnFleet(terminal: Terminal, asked: FleetRun): Promise<number> {
  const { call, outputs, settings } = asked;
  const { flags } = call;
  await using database = openFleet(flags.database, warnOfAway(terminal, flags));
  const { runId, facts, submission } = await prepareHandover(asked);
  await requireConfirmed(terminal, asked);
  return await watchFleetRun(terminal, database, {
    flags,
    outputs,
    config: settings.config,
    begin: async (keep) => {
      if (settings.config.journal)
        keep(beginRecord(runPlaceOf(terminal), facts, { id: runId, database: database.name }));
      const submitted = await submitRun(database, submission);
      if (flags.quiet !== true) terminal.stderr.write(introduce(submitted, database));
      return submitted;
    },
  });
}

/** `resume RUN --database URL`: follows a run that goes on, takes an interrupted one up again, shows the report of an ended one. */
export async function resumeOnFleet(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const outputs = readFileOutputs(flags);
  await probeOutputs(terminal, flags, outputs);
  const { deadlineMs } = resolveConfig({ files: [], env: {}, flags: { deadline: flags.deadline } });
  await using database = openFleet(flags.database, warnOfAway(terminal, flags));
  await migrate(database);
  const id = await chooseRun(database, positional[0] ?? null, findRoot(terminal, flags));
  const run = await findFleetRun(database, id);
  const { failOn = run.config.failOn, allowPartial = run.config.allowPartial, format = run.config.format } = flags;
  const acceptNotAssessed = flags.acceptNotAssessed ?? run.config.acceptNotAssessed;
  const config = {
    failOn,
    allowPartial,
    acceptNotAssessed,
    format,
    deadlineMs: deadlineMs ?? run.config.deadlineMs,
  } as FollowedConfig;
  return await watchFleetRun(terminal, database, {
    flags,
    outputs,
    config,
    begin: async (keep) => {
      keep(await reopenRecord(runPlaceOf(terminal), id));
      const how = await takeUpRun(database, run, deadlineMs);
      const ready = await countReady(database, run.version);
      const what = how === null ? `run ${id} on` : `run ${id} goes on:`;
      if (flags.quiet !== true) terminal.stderr.write(`${what} ${database.name}\n${warnOfNobody(ready, database)}`);
      // Whoever had begun to end it may still do so.
      return { runId: id, ...(how === 'unstopped' ? { takeUp: () => takeUpRun(database, run, deadlineMs) } : {}) };
    },
  });
}

/** Without a name the newest run of this project that can go on, whoever submitted it. */
async function chooseRun(database: Database, name: string | null, folder: string): Promise<string> {
  const history = createFleetHistory(database);
  const project = await nameProject(folder);
  if (name !== null) return (await lookForRun(history, name, project))?.id ?? name;
  const open = await findOpenRun(history, project);
  if (open !== null) return open.id;
  throw new ReviewError('no-run', `no run of ${project} on ${database.name} was interrupted.`, {
    advice: 'Name a run; `consensus-review runs --database URL` shows them.',
  });
}

type FollowedConfig = Pick<Config, 'failOn' | 'allowPartial' | 'acceptNotAssessed' | 'format' | 'deadlineMs'>;

interface WatchedRun {
  readonly flags: Flags;
  readonly outputs: readonly FileOutput[];
  readonly config: FollowedConfig;
  /** Answers the run to follow; `keep` is told what keeps it on this machine. */
  readonly begin: (keep: (record: FleetRecord) => void) => Promise<BegunRun>;
}

interface BegunRun {
  readonly runId: string;
  readonly takeUp?: () => Promise<unknown>;
}

async function watchFleetRun(terminal: Terminal, database: Database, watched: WatchedRun): Promise<number> {
  const { flags, outputs, config } = watched;
  const format = chooseFormat(config.format, terminal);
  using stream = await openEventStream(terminal, format, outputs);
  const watch = await watchRun(terminal, flags, format);
  let record: FleetRecord | null = null;
  let hasBegun = false;
  try {
    const { runId, takeUp } = await watched.begin((begun) => {
      record = begun;
    });
    hasBegun = true;
    terminal.onStop?.(`The run was asked to stop. ${tellWay(runId, database).trimEnd()}`);
    const { report, isOpen } = await followRun(database, runId, {
      emit: tellAll(stream, watch),
      interrupt: terminal.interrupt,
      deadlineMs: config.deadlineMs,
      ...(takeUp === undefined ? {} : { takeUp }),
    }).catch((error: unknown) => {
      if (error === terminal.interrupt.reason) terminal.stderr.write(tellWaiting(runId, database));
      else if (!(error instanceof ReviewError && error.exit === EXIT.emptyScope))
        terminal.stderr.write(`Finished work is stored. ${tellWay(runId, database)}`);
      throw error;
    });
    watch.stop();
    const id = argumentsOf(runId, database);
    const kept = keptOnFleet({ id, isOpen, interrupt: terminal.interrupt, record });
    const code = await closeRun(terminal, flags, report, { format, outputs, stream, kept, config });
    watch.end({ kind: 'report', report });
    return code;
  } catch (error) {
    watch.stop();
    const kept = record as FleetRecord | null;
    await (hasBegun ? kept?.fail(error, terminal.interrupt.aborted) : kept?.withdraw());
    stream.fail(error);
    watch.end({ kind: 'failed', code: error instanceof ReviewError ? error.code : 'internal' });
    throw error;
  }
}

const tellWaiting = (runId: string, database: Database): string =>
  `no worker is running on ${database.name}: the run waits; when a worker starts, it ends with the results so far.\n` +
  tellWay(runId, database);

const tellWay = (runId: string, database: Database): string =>
  `Resume with: ${resumeCommand(argumentsOf(runId, database))}\n`;

/** As `resume` takes them: a password is never shown, so it has to be said that one is needed. */
const argumentsOf = (runId: string, { name, url }: Database): string =>
  `${runId} --database ${name}${hasPassword(url) ? ' (with PGPASSWORD set: the password is not shown)' : ''}`;

interface FollowedRun {
  /** As `resume` takes it. */
  readonly id: string;
  readonly isOpen: boolean;
  readonly interrupt: AbortSignal;
  readonly record: FleetRecord | null;
}

/** The fleet has kept the run; here it is said, and listed. */
const keptOnFleet = ({ id, isOpen, interrupt, record }: FollowedRun): KeptRun => ({
  id,
  recording: null,
  signal: interrupt,
  warnings: () => record?.warnings() ?? [],
  check: (report) => report,
  async end(report, exitCode) {
    const openEnd = isOpen ? STOPPED : null;
    await record?.end(report, exitCode, openEnd);
    return openEnd;
  },
  fail: async (error) => ({ error, canResume: false }),
});

/** Before anybody is sent out: workers ask nobody. */
async function requireConfirmed(terminal: Terminal, { playbook, settings, call }: FleetRun): Promise<void> {
  if (call.flags.yes === true) return;
  const ask = (plan: AuditPlan): Promise<boolean> => confirmPlan(terminal, settings, call.flags, plan);
  const { interrupt: signal, environment } = terminal;
  const ports = await createPlanPorts(settings, null, { environment, signal, isAudit: playbook.name === 'audit' });
  if (!(await playbook.confirm(ports, ask)))
    throw new ReviewError('plan-declined', 'The plan was not confirmed, so no agent was started.');
}

function introduce({ runId, workers, snapshot }: SubmittedRun, database: Database): string {
  const leftOut =
    snapshot.leftOut > 0
      ? `warning: ${snapshot.leftOut} files outside the scope exceed the size limit together; agents cannot read them\n`
      : '';
  return `run ${runId} on ${database.name}\n${leftOut}${warnOfNobody(workers, database)}`;
}

function warnOfNobody(workers: ReadyWorkers, database: Database): string {
  const warning = describeWorkers(workers, database);
  return warning === '' ? '' : `warning: ${warning}\n`;
}
