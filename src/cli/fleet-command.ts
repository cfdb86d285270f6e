/**
 * `review`, `audit` and `resume` with `--database`: handed to the fleet, followed live, ended like a run on this machine. Ctrl-C
 * ends the run with what it has, as it does here; whoever leaves in another way leaves it running.
 */
import { type Database, openDatabase } from '../adapters/postgres/database.ts';
import { readAuditFlags } from '../audit-flags.ts';
import { createAuditPlanPorts, createAuditRequest } from '../audit-wiring.ts';
import type { Config } from '../config.ts';
import { prepareAudit } from '../engine/audit/prepare-audit.ts';
import { ReviewError } from '../errors.ts';
import { findFleetRun, followRun, takeUpRun } from '../fleet/follow-run.ts';
import { countReady, type SubmittedRun, submitRun } from '../fleet/submit-run.ts';
import type { Selection } from '../ports.ts';
import type { KeptRun } from '../run-wiring.ts';
import type { Settings } from '../settings.ts';
import { createPlanPorts } from '../wiring.ts';
import { confirmPlan } from './confirm-plan.ts';
import { closeRun } from './end-run.ts';
import { openEventStream, tellAll } from './event-stream.ts';
import { chooseFormat, type FileOutput, probeOutputs, readFileOutputs } from './outputs.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
import { readVersion } from './version.ts';
import { watchRun } from './watch-run.ts';

/** A restart of the database is no reason to lose sight of a run. */
const PATIENCE_MS = 60_000;
const CONNECTIONS = 4;

const openFleet = (flags: Flags): Database =>
  openDatabase({ url: String(flags.database), maxConnections: CONNECTIONS, patienceMs: PATIENCE_MS });

export interface FleetRun {
  readonly playbook: 'review' | 'audit';
  readonly settings: Settings;
  readonly selection: Selection;
  readonly flags: Flags;
  readonly outputs: readonly FileOutput[];
}

export async function runOnFleet(terminal: Terminal, asked: FleetRun): Promise<number> {
  const { flags, outputs, settings } = asked;
  await using database = openFleet(flags);
  refuseTapes(flags);
  await confirmAudit(terminal, asked);
  return await watchFleetRun(terminal, database, {
    flags,
    outputs,
    config: settings.config,
    begin: async () => {
      const submitted = await submitRun(database, { ...asked, version: readVersion() });
      if (flags.quiet !== true) terminal.stderr.write(introduce(submitted, database));
      return submitted.runId;
    },
  });
}

/** `resume RUN --database URL`: follows a run that goes on, takes an interrupted one up again, shows the report of an ended one. */
export async function resumeOnFleet(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const [id] = positional;
  if (id === undefined) throw new ReviewError('bad-value', 'resume --database: name the run.');
  const outputs = readFileOutputs(flags);
  await probeOutputs(terminal, outputs);
  await using database = openFleet(flags);
  const run = await findFleetRun(database, id);
  const { failOn = run.config.failOn, allowPartial = run.config.allowPartial, format = run.config.format } = flags;
  const config = { failOn, allowPartial, format } as Pick<Config, 'failOn' | 'allowPartial' | 'format'>;
  return await watchFleetRun(terminal, database, {
    flags,
    outputs,
    config,
    begin: async () => {
      const wasTakenUp = await takeUpRun(database, run);
      const ready = await countReady(database, run.version);
      const what = wasTakenUp ? `run ${id} goes on` : `run ${id}`;
      if (flags.quiet !== true) terminal.stderr.write(`${what} on ${database.name}\n${warnOfNobody(ready, database)}`);
      return id;
    },
  });
}

interface WatchedRun {
  readonly flags: Flags;
  readonly outputs: readonly FileOutput[];
  readonly config: Pick<Config, 'failOn' | 'allowPartial' | 'format'>;
  /** Answers the id of the run to follow. */
  readonly begin: () => Promise<string>;
}

async function watchFleetRun(terminal: Terminal, database: Database, watched: WatchedRun): Promise<number> {
  const { flags, outputs, config } = watched;
  const format = chooseFormat(config.format, terminal);
  using stream = openEventStream(terminal, format, outputs);
  const watch = await watchRun(terminal, flags, format);
  try {
    const runId = await watched.begin();
    terminal.onStop?.(
      `The run was asked to end. Go on with: consensus-review resume ${runId} --database ${database.name}`,
    );
    const { report, isOpen } = await followRun(database, runId, {
      emit: tellAll(stream, watch),
      interrupt: terminal.interrupt,
    }).catch((error: unknown) => {
      if (error === terminal.interrupt.reason) terminal.stderr.write(tellWaiting(runId, database));
      throw error;
    });
    watch.stop();
    const kept = keptOnFleet(`${runId} --database ${database.name}`, isOpen, terminal.interrupt);
    const code = await closeRun(terminal, flags, report, { format, outputs, stream, kept, config });
    await watch.end(report);
    return code;
  } catch (error) {
    watch.stop();
    stream.fail(error);
    await watch.fail(error);
    throw error;
  }
}

const tellWaiting = (runId: string, { name }: Database): string =>
  `nobody works on ${name}: the run waits there and ends with what it has when a worker comes.\n` +
  `Go on with: consensus-review resume ${runId} --database ${name}\n`;

/** The fleet has kept the run; here it is only said. `id` is what `resume` takes. */
const keptOnFleet = (id: string, isOpen: boolean, interrupt: AbortSignal): KeptRun => ({
  id,
  tape: null,
  signal: interrupt,
  warnings: () => [],
  check: (report) => report,
  end: async () => (isOpen ? 'it was stopped before everything was reviewed' : null),
  fail: async (error) => ({ error, canResume: false }),
});

function refuseTapes(flags: Flags): void {
  const named = ['record', 'replay'].filter((name) => flags[name] !== undefined);
  if (named.length > 0) throw new ReviewError('bad-value', `--${named[0]} and --database cannot be used together.`);
}

/** Before anybody is sent out: workers ask nobody. */
async function confirmAudit(terminal: Terminal, { playbook, settings, selection, flags }: FleetRun): Promise<void> {
  if (playbook !== 'audit' || flags.yes === true) return;
  const request = createAuditRequest(settings, selection, readAuditFlags(flags));
  if (request.model === 'embedded') return;
  const ports = { ...createPlanPorts(settings, null), ...createAuditPlanPorts(settings) };
  const { plan } = await prepareAudit(request, ports);
  if (!(await confirmPlan(terminal, settings, flags, plan)))
    throw new ReviewError('plan-declined', 'The plan was not confirmed, so nobody was sent out.');
}

function introduce({ runId, workers, snapshot }: SubmittedRun, database: Database): string {
  const leftOut =
    snapshot.leftOut > 0
      ? `warning: ${snapshot.leftOut} files beside the scope were too large together; agents cannot look at them\n`
      : '';
  return `run ${runId} on ${database.name}\n${leftOut}${warnOfNobody(workers, database)}`;
}

function warnOfNobody({ ready, strangers, version }: SubmittedRun['workers'], { name }: Database): string {
  if (ready > 0) return '';
  const others = strangers > 0 ? ` in version ${version} (${strangers} in other versions)` : '';
  return `warning: nobody works on this database${others}; the run waits for: consensus-review worker --database ${name}\n`;
}
