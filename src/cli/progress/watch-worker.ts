/**
 * Opens what shows a worker's work: lines on stderr, with `--verbose` JSON lines, and OpenTelemetry where an endpoint is configured.
 * Derives trace and span ids from the run id, so that spans of one run join over all workers. Called by commands/worker-command.ts.
 */
import { createHash } from 'node:crypto';
import type { SessionWatch, WatchedSession, WatchSession } from '../../fleet/watch-session.ts';
import type { Telemetry } from '../../telemetry/open-telemetry.ts';
import { readTelemetrySettings } from '../../telemetry/telemetry-settings.ts';
import { readVersion } from '../../version.ts';
import type { Flags } from '../command-declaration.ts';
import type { Terminal } from '../streams.ts';

export interface WorkerWatch extends AsyncDisposable {
  readonly say: (line: string) => void;
  readonly watchSession: WatchSession;
}

export async function watchWorker(terminal: Terminal, flags: Flags): Promise<WorkerWatch> {
  const openLog = await loadLog(terminal, flags);
  const say = openLog?.say ?? sayPlainly(terminal, flags);
  const telemetry = await openRemote(terminal, say);
  return {
    say,
    watchSession: (session) => {
      const watchers: readonly SessionWatcher[] = [
        ...(openLog === null ? [] : [openLog.watch(session)]),
        ...(telemetry === null ? [] : [telemetry.watch(placeRun(session))]),
      ];
      return watchers.length === 0 ? null : joinWatchers(watchers);
    },
    async [Symbol.asyncDispose]() {
      await telemetry?.close();
    },
  };
}

type SessionWatcher = ReturnType<Telemetry['watch']>;

const joinWatchers = (watchers: readonly SessionWatcher[]): SessionWatch => {
  const tellAll =
    <T>(tell: (watcher: SessionWatcher, what: T) => void) =>
    (what: T): void => {
      for (const watcher of watchers) tell(watcher, what);
    };
  return {
    emit: tellAll((watcher, event) => watcher.emit(event)),
    effects: {
      call: tellAll((watcher, call) => watcher.call(call)),
      scan: tellAll((watcher, scan) => watcher.scan(scan)),
    },
    end: tellAll((watcher, ending) => watcher.end(ending)),
    leave: () => tellAll<null>((watcher) => watcher.end({ kind: 'left' }))(null),
  };
};

const hash = (text: string, digits: number): string => createHash('sha256').update(text).digest('hex').slice(0, digits);

/** Known to every worker without a word between them: which trace the run is, and which span of it. */
function placeRun({ runId, take, trace: parent }: WatchedSession): Parameters<Telemetry['watch']>[0] {
  const traceId = parent?.traceId ?? hash(`trace ${runId}`, 32);
  return { parent, run: { traceId, spanId: hash(`span ${runId} ${take}`, 16) } };
}

const sayPlainly =
  ({ stderr }: Terminal, { quiet }: Flags) =>
  (line: string): void => {
    if (quiet !== true) stderr.write(`${new Date().toISOString()} ${line}\n`);
  };

interface WorkerLog {
  readonly say: (line: string) => void;
  readonly watch: (session: WatchedSession) => SessionWatcher;
}

async function loadLog({ stderr }: Terminal, { verbose, quiet, debug }: Flags): Promise<WorkerLog | null> {
  if (verbose !== true || quiet === true) return null;
  const { createVerboseLog, createWorkerLine } = await import('./verbose-log.ts');
  const options = { stream: stderr, isDebug: debug === true, now: () => performance.now() };
  return {
    say: createWorkerLine(options),
    watch: ({ runId }) => {
      const { stop: _stop, ...log } = createVerboseLog({ ...options, runId });
      return log;
    },
  };
}

async function openRemote({ environment }: Terminal, say: (line: string) => void): Promise<Telemetry | null> {
  const settings = readTelemetrySettings(environment);
  for (const warning of settings?.warnings ?? []) say(`warning: ${warning}`);
  if (settings === null || !(settings.traces || settings.metrics)) return null;
  const { startTelemetry } = await import('../../telemetry/open-telemetry.ts');
  return startTelemetry({ settings, version: readVersion(), warn: (message) => say(`warning: ${message}`) });
}
