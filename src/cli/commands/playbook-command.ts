/**
 * Runs `review` and `audit`: reads the call, hands it to `conductRun` (wiring/conduct.ts), shows progress, prints the report and
 * returns the exit code. Loaded by load-playbook.ts and by commands that contain a run (`resume`, `triage`, `--pr`).
 */
import { resolve } from 'node:path';
import { toLine } from '../../report/plain-text.ts';
import { type ConductedCall, conductRun, type RunWatcher, type Surface } from '../../wiring/conduct.ts';
import type { ReplayHead } from '../../wiring/recording-flags.ts';
import type { Flags } from '../command-declaration.ts';
import { closeRun, resumeCommand, warnOfKeeping } from '../end-run.ts';
import { chooseFormat, type FileOutput, probeOutputs, readFileOutputs } from '../outputs.ts';
import { type EventStream, openEventStream, tellAll } from '../progress/event-stream.ts';
import { watchRun } from '../progress/watch-run.ts';
import { type AskedRun, readRunCall } from '../read-run-call.ts';
import type { Terminal } from '../streams.ts';

export async function runPlaybookCommand(terminal: Terminal, asked: AskedRun): Promise<number> {
  const { flags, claimed = null } = asked;
  const outputs = readFileOutputs(flags);
  await probeOutputs(terminal, flags, outputs);
  const call = await readRunCall(terminal, asked);
  const written = [...outputs.map(({ path }) => path), ...[flags.record].filter((path) => typeof path === 'string')];
  const conducted: ConductedCall = {
    ...call,
    claimed,
    ownFiles: written.map((path) => resolve(terminal.workingDirectory, path)),
    interrupt: terminal.interrupt,
    graceMs: terminal.graceMs ?? 0,
  };
  return conductRun(conducted, createSurface(terminal, conducted, outputs));
}

function createSurface(
  terminal: Terminal,
  { flags, playbook }: ConductedCall,
  outputs: readonly FileOutput[],
): Surface<number> {
  const warn = (message: string): void => {
    terminal.stderr.write(`warning: ${toLine(message)}\n`);
  };
  let shown: ShownRun | null = null;
  return {
    warn,
    async begin({ settings, runId, replay }) {
      if (replay !== null && flags.quiet !== true) terminal.stderr.write(introduceReplay(replay));
      const farewell = runId === null ? '' : `Resume with: ${resumeCommand(runId)}`;
      if (runId !== null) terminal.onStop?.(farewell);
      terminal.onRun?.(farewell === '' ? '' : `${farewell}\n`);
      shown = await showRun(terminal, flags, outputs, settings.config.format);
      return shown.watcher;
    },
    confirmPlan: async (plan, settings) =>
      (await import('../confirm-plan.ts')).confirmPlan(terminal, settings, flags, plan),
    async close({ report, kept, settings }) {
      const { format, stream } = shown as ShownRun;
      return closeRun(terminal, flags, report, { format, outputs, stream, kept, config: settings.config });
    },
    fail(error, { kept, canResume }) {
      if (terminal.interrupt.aborted) {
        const why = (terminal.fault?.() ?? null) === null ? 'interrupted' : 'stopped';
        terminal.stderr.write(`No report: the ${playbook} was ${why} before there was anything to report.\n`);
      }
      warnOfKeeping(terminal, kept);
      if (canResume && kept.id !== null) terminal.stderr.write(`Resume with: ${resumeCommand(kept.id)}\n`);
      shown?.stream.fail(error);
      return error;
    },
    async handOver({ settings, playbook: opened, call }) {
      const { runOnFleet } = await import('./fleet-command.ts');
      return runOnFleet(terminal, { settings, playbook: opened, call, outputs });
    },
  };
}

interface ShownRun {
  readonly format: ReturnType<typeof chooseFormat>;
  readonly stream: EventStream & Disposable;
  readonly watcher: RunWatcher & Disposable;
}

/** Progress on stderr, events where they are asked for. */
async function showRun(
  terminal: Terminal,
  flags: Flags,
  outputs: readonly FileOutput[],
  asked: Parameters<typeof chooseFormat>[0],
): Promise<ShownRun> {
  const format = chooseFormat(asked, terminal);
  const stream = await openEventStream(terminal, format, outputs);
  const screen = await watchRun(terminal, flags, format);
  return {
    format,
    stream,
    watcher: { ...screen, emit: tellAll(stream, screen), [Symbol.dispose]: () => stream[Symbol.dispose]() },
  };
}

function introduceReplay({ note, startedAt, model }: ReplayHead): string {
  const when = new Date(startedAt).toISOString().slice(0, 10);
  return `Replay of a run with ${model}, recorded ${when}.${note === null ? '' : ` ${note}`}\n`;
}
