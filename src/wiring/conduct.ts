/**
 * Conducts one run from the call to the report: loads settings, opens journal, recording, time limit, index, review cache and
 * telemetry, and runs the playbook. Command line, library, MCP server, hooks and evaluation pass `conductRun` a call that names the
 * playbook, and a `Surface` that shows the run and takes its report. plan-run.ts does the same up to dispatch; a worker of a fleet
 * calls `openPlaybook` (playbooks.ts) itself.
 */
import type { AuditPlan } from '../engine/audit/plan-audit.ts';
import { ReviewError } from '../errors.ts';
import type { OutsideAgents } from '../ports/agent-host.ts';
import type { Emit } from '../ports/events.ts';
import type { EffectWatch, RunEnding, RunWatch } from '../ports/telemetry.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { createGracefulStop } from '../runs/graceful-stop.ts';
import { readTelemetrySettings } from '../telemetry/telemetry-settings.ts';
import { readVersion } from '../version.ts';
import type { Environment } from './config.ts';
import { ignoreOwn } from './own-files.ts';
import { openPlaybook, type Playbook } from './playbooks.ts';
import { openRecording, openReplay, type ReplayHead, withRecordedFlags } from './recording-flags.ts';
import { createRunRedactor } from './redaction.ts';
import {
  addBroken,
  addHistory,
  openReuse,
  openStore,
  type RunCall,
  settingsRequestOf,
  tellWarnings,
  warnOf,
} from './run-call.ts';
import { loadSettings, type Settings } from './settings.ts';
import { type ClaimedRun, type KeptRun, keepRun } from './stored-runs.ts';
import { addTeamContext, withContextText } from './team-context.ts';
import { keepBackForReport, openTimeLimit } from './time-limit.ts';

export interface ConductedCall extends RunCall {
  /** An interrupted run that goes on. */
  readonly claimed: ClaimedRun | null;
  /** Absolute paths of files that the caller writes: no part of the scope. */
  readonly ownFiles: readonly string[];
  readonly interrupt: AbortSignal;
  /** How long calls in flight may take once the caller has interrupted. */
  readonly graceMs: number;
  /** The model of `flags` alone is asked, whatever is configured for single reviewers or as another one. */
  readonly onlyModel?: boolean;
  /** Answers for `host/…`: the agents of the program that called. */
  readonly outside?: OutsideAgents;
}

/** Who watches a run while it is made. */
export interface RunWatcher {
  readonly emit: Emit;
  /** Null where nobody wants to know of calls and scans. */
  readonly effects: EffectWatch | null;
  /** The engine is done. */
  stop(): void;
  end(ending: RunEnding): void;
}

export interface FinishedRun {
  readonly report: ReportDocument;
  readonly kept: KeptRun;
  readonly settings: Settings;
}

/** What differs between the surfaces: how they show a run, whom they ask, what they do with its report. */
export interface Surface<T> {
  warn(message: string): void;
  /** Settings are known and nothing has begun. `replay` is what a replayed recording says of itself. */
  begin(run: {
    readonly settings: Settings;
    readonly runId: string | null;
    readonly replay: ReplayHead | null;
  }): Promise<RunWatcher & Disposable>;
  confirmPlan(plan: AuditPlan, settings: Settings): Promise<boolean>;
  /** Shows the report and closes the run with its exit code. */
  close(run: FinishedRun): Promise<T>;
  /** The run broke off; answers the error to throw. */
  fail(error: unknown, run: { readonly kept: KeptRun; readonly canResume: boolean }): unknown;
  /** The run is made on another machine (`--database`). */
  handOver(run: { readonly settings: Settings; readonly playbook: Playbook; readonly call: ConductedCall }): Promise<T>;
}

export async function conductRun<T>(asked: ConductedCall, surface: Surface<T>): Promise<T> {
  const { beganAt = performance.now() } = asked;
  const call = await withContextText(asked);
  const replay = await openReplay(call);
  const flags = withRecordedFlags(replay, call.flags);
  const settings = await loadRunSettings(call, flags);
  tellWarnings(settings, surface);
  await using _repository = settings.repository;
  const { selection } = call;
  const scoped = await addHistory(await addBroken(leaveOut(settings, call.ownFiles), call), flags);
  const playbook = await openPlaybook(call.playbook, { settings: scoped, selection, flags });
  if (call.flags.database !== undefined) return await surface.handOver({ settings: scoped, playbook, call });
  using stop = createGracefulStop(call.interrupt, { graceMs: call.graceMs });
  const { deadlineMs, verify } = settings.config;
  using time = openTimeLimit(stop.signal, deadlineMs, { beganAt });
  const kept = await keepRun({
    place: settings.config.journal && replay === null ? call.place : null,
    command: { name: call.playbook, positional: call.positional, flags: call.flags, cwd: call.cwd },
    playbook,
    settings,
    selection,
    claimed: call.claimed,
    version: readVersion(),
    signal: time.signal,
  });
  const recording = replay ?? openRecording(call, { model: playbook.model, verify }, kept.recording);
  using screen = await surface.begin({ settings, runId: kept.id, replay: replay?.head ?? null });
  const redactor = createRunRedactor();
  const watch = redactEvents(await addTelemetry(screen, call.environment, surface), redactor);
  try {
    const report = kept.check(await runHere());
    replay?.requireFit(readVersion());
    recording?.end(Date.parse(report.run.finished_at));
    const closed = await surface.close({ report, kept, settings });
    await watch.end({ kind: 'report', report });
    return closed;
  } catch (thrown) {
    const { error, canResume } = await kept.fail(thrown);
    await watch.end({ kind: 'failed', code: error instanceof ReviewError ? error.code : 'internal' });
    throw surface.fail(error, { kept, canResume });
  }

  async function runHere(): Promise<ReportDocument> {
    using store = await openStore(call, time);
    const keepBackFor = keepBackForReport(time);
    // Who the host's agents are nobody can tell, so nothing of theirs stands for another run.
    using reuse = call.outside === undefined ? await openReuse(call, settings) : null;
    try {
      return await playbook.run({
        environment: call.environment,
        store,
        recording,
        reuse: reuse?.reuse ?? null,
        emit: (event) => {
          if (event.kind === 'step') keepBackFor(event);
          watch.emit(event);
        },
        redactor,
        watch: watch.effects,
        guard: stop.guard,
        ...(call.outside === undefined ? {} : { outside: call.outside }),
        signal: kept.signal,
        confirmPlan: (plan) => surface.confirmPlan(plan, settings),
      });
    } finally {
      watch.stop();
      warnOf(surface, store, reuse);
    }
  }
}

async function loadRunSettings(call: ConductedCall, flags: RunCall['flags']): Promise<Settings> {
  const loaded = await loadSettings({ ...settingsRequestOf(call), flags });
  return addTeamContext(call.onlyModel === true ? askOneModel(loaded) : loaded, { ...call, flags });
}

/** Who watches a run learns no secret, whoever wrote it into a message. */
const redactEvents = <T extends Pick<RunWatcher, 'emit'>>(watcher: T, redactor: Redactor): T => ({
  ...watcher,
  emit: (event) => watcher.emit(redactor.redactWithin(event, NAMES)),
});

/** What an event calls things by. */
const NAMES: ReadonlySet<string> = new Set([
  'kind',
  'runId',
  'agent',
  'branchId',
  'status',
  'mode',
  'playbook',
  'signal',
]);

/** Whatever the settings say of panels, single reviewers and fallbacks. */
export const askOneModel = <T extends Settings>(settings: T): T => ({
  ...settings,
  config: { ...settings.config, panel: [], reviewerModels: {}, fallback: null },
  roster: settings.roster.map((reviewer) => ({ ...reviewer, model: null })),
});

/** What the caller writes into the reviewed folder is no part of what is reviewed. */
function leaveOut(settings: Settings, paths: readonly string[]): Settings {
  const { rules, repository } = settings;
  const own = ignoreOwn(repository.root, paths);
  return own.length === 0
    ? settings
    : { ...settings, rules: { ...rules, ignoreLines: [...rules.ignoreLines, ...own] } };
}

/** Spans and metrics where an endpoint is configured; nothing of it is loaded elsewhere. */
async function addTelemetry(
  screen: RunWatcher,
  environment: Environment,
  surface: Pick<Surface<unknown>, 'warn'>,
): Promise<Omit<RunWatcher, 'end'> & { end(ending: RunEnding): Promise<void> }> {
  const remote = await openRemote(environment, surface);
  const end = async (ending: RunEnding): Promise<void> => {
    screen.end(ending);
    await remote?.end(ending);
  };
  if (remote === null) return { emit: screen.emit, effects: screen.effects, stop: () => screen.stop(), end };
  return {
    emit: (event) => {
      screen.emit(event);
      remote.emit(event);
    },
    effects: {
      call: (made) => {
        screen.effects?.call(made);
        remote.call(made);
      },
      begin: (begun) => screen.effects?.begin?.(begun),
      scan: (made) => {
        screen.effects?.scan(made);
        remote.scan(made);
      },
    },
    stop: () => screen.stop(),
    end,
  };
}

async function openRemote(
  environment: Environment,
  { warn }: Pick<Surface<unknown>, 'warn'>,
): Promise<RunWatch | null> {
  const settings = readTelemetrySettings(environment);
  if (settings === null) return null;
  settings.warnings.forEach(warn);
  if (!(settings.traces || settings.metrics)) return null;
  const { openTelemetry } = await import('../telemetry/open-telemetry.ts');
  return openTelemetry({ settings, version: readVersion(), warn });
}
