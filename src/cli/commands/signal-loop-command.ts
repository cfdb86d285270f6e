/**
 * Runs `signal loop -- COMMAND…`: starts the user's program again and again under signal-loop.ts, gives it the last signal in
 * environment variables, shows progress on stderr and prints how it ended (signal-loop-page.ts). Summaries are read only beneath
 * folders that the user chose. Called by run-command.ts.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createTokenCounter } from '../../context/tokens.ts';
import { ReviewError } from '../../errors.ts';
import { joinSignals } from '../../ports/join-signals.ts';
import { type ProgramEnd, runProgram } from '../../programs/external-process.ts';
import { DEFAULT_LOOP_LIMITS, type LoopLimits } from '../../protocol/signals/loop-limits.ts';
import { formatFields, formatWork } from '../../protocol/signals/signal-text.ts';
import { parseDuration } from '../../protocol/text/duration.ts';
import { toLine } from '../../report/plain-text.ts';
import { isContained, relativize } from '../../repository/files/contained-path.ts';
import { readContained } from '../../repository/files/contained-read.ts';
import { runFoldersPath } from '../../runs/store/run-folders.ts';
import type { Flags } from '../command-declaration.ts';
import { createPalette, type Palette } from '../palette.ts';
import { findStateDir } from '../state-folder.ts';
import type { Terminal } from '../streams.ts';
import { wantsColor } from '../terminal-settings.ts';
import { type IterationContext, type LoopPorts, runSignalLoop, type SummaryRead } from './signal-loop.ts';
import { exitOfLoop, type LoopFormat, reasonOfLoop, renderLoop } from './signal-loop-page.ts';

const DEFAULT_TIMEOUT_MS = 3_600_000;
const GRACE_MS = 5000;
const HEARTBEAT_MS = 15_000;
const MAX_OUTPUT_BYTES = 20_000_000;
const MAX_SUMMARY_BYTES = 1_000_000;

export async function runSignalLoopCommand(
  terminal: Terminal,
  command: readonly string[],
  flags: Flags,
): Promise<number> {
  const folder = resolve(terminal.workingDirectory, typeof flags.C === 'string' ? flags.C : '.');
  const limits = readLimits(flags);
  const palette = createPalette(wantsColor({ ...terminal, stdout: terminal.stderr }, flags));
  using termination = watchTermination();
  const interrupt = joinSignals([terminal.interrupt, termination.signal]);
  const call = { command, folder, timeoutMs: readTimeout(flags), isQuiet: flags.quiet === true, interrupt };
  const ports: LoopPorts = {
    ...createSummaryAccess([folder, ...topicFolders(terminal, flags)]),
    runIteration: (context) => runIteration(terminal, call, context, palette),
    countTokens: createTokenCounter().count,
    log: (line) => call.isQuiet || terminal.stderr.write(`${toLine(line)}\n`),
    warn: (line) => void terminal.stderr.write(`${palette.yellow('warning:')} ${toLine(line)}\n`),
    interrupt,
  };
  const outcome = await runSignalLoop(ports, { limits, isDebugging: flags.debug === true });
  if (outcome.summary !== null) showSummary(terminal, outcome.summary, palette);
  const format = (flags.format as LoopFormat | undefined) ?? 'terminal';
  terminal.stdout.write(renderLoop(outcome, format, createPalette(wantsColor(terminal, flags))));
  const exit = exitOfLoop(outcome);
  if (exit !== 0) terminal.stderr.write(`exit ${exit}: ${toLine(reasonOfLoop(outcome))}\n`);
  return exit;
}

/** The program has a group of its own: whoever ends us does not end it. */
function watchTermination(): { readonly signal: AbortSignal } & Disposable {
  const termination = new AbortController();
  const end = (): void => termination.abort('terminated');
  process.once('SIGTERM', end);
  return { signal: termination.signal, [Symbol.dispose]: () => void process.off('SIGTERM', end) };
}

function readLimits(flags: Flags): LoopLimits {
  const { checkpointPercent, haltPercent, maxIterations } = DEFAULT_LOOP_LIMITS;
  const limits = {
    checkpointPercent: readNumber(flags, 'checkpointAt', checkpointPercent, 100),
    haltPercent: readNumber(flags, 'haltAt', haltPercent, 100),
    maxIterations: readNumber(flags, 'maxIterations', maxIterations, 10_000),
  };
  if (limits.checkpointPercent > limits.haltPercent)
    throw new ReviewError(
      'bad-value',
      `--checkpoint-at ${limits.checkpointPercent} lies above --halt-at ${limits.haltPercent}.`,
      { advice: 'The checkpoint must come before the halt: use a lower percentage.' },
    );
  return limits;
}

function readNumber(flags: Flags, key: string, fallback: number, most: number): number {
  const text = flags[key];
  if (text === undefined) return fallback;
  const value = /^\d{1,6}$/u.test(String(text)) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  const flag = key.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
  throw new ReviewError('bad-value', `--${flag} ${text}: expected a whole number from 1 to ${most}.`);
}

function readTimeout(flags: Flags): number {
  if (flags.timeout === undefined) return DEFAULT_TIMEOUT_MS;
  const milliseconds = parseDuration(String(flags.timeout));
  if (milliseconds === null)
    throw new ReviewError('bad-value', `--timeout ${flags.timeout}: expected a duration such as 90s, 5m or 1h.`);
  return milliseconds;
}

interface ProgramChoice {
  readonly command: readonly string[];
  readonly folder: string;
  readonly timeoutMs: number;
  readonly isQuiet: boolean;
  readonly interrupt: AbortSignal;
}

/** Progress is kept in logs of CI; an address in a command may carry a password. */
const withoutPassword = (word: string): string => word.replace(/(:\/\/[^:@/\s]*):\S*@/gu, '$1@');

/** Throws where the very first start fails: then the call is wrong, and nothing ran. */
async function runIteration(
  terminal: Terminal,
  { command, folder, timeoutMs, isQuiet, interrupt }: ProgramChoice,
  context: IterationContext,
  palette: Palette,
): Promise<ProgramEnd> {
  const [program = '', ...args] = command;
  const startedAt = performance.now();
  const say = (text: string): void => {
    if (!isQuiet) terminal.stderr.write(`${palette.dim(text)}\n`);
  };
  say(`iteration ${context.iteration}: ${toLine(command.map(withoutPassword).join(' '))}`);
  const heartbeat = setInterval(
    () => say(`iteration ${context.iteration}: running for ${Math.round((performance.now() - startedAt) / 1000)} s`),
    HEARTBEAT_MS,
  );
  const end = await runProgram(
    {
      program,
      args,
      cwd: folder,
      environment: environmentOf(terminal, context),
      timeoutMs,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      graceMs: GRACE_MS,
      input: context.last === null ? '' : `${formatFields(context.last).join('\n')}\n`,
      onStderr: (chunk) => isQuiet || terminal.stderr.write(chunk.toString('utf8')),
    },
    interrupt,
  );
  clearInterval(heartbeat);
  if (end.kind === 'not-started' && context.iteration === 1)
    throw new ReviewError('bad-value', `signal loop: ${program}: ${end.reason}.`, {
      advice: 'Give a program and its arguments after --.',
    });
  if (end.kind === 'ended' && end.exitCode !== 0 && isQuiet && end.stderr !== '')
    terminal.stderr.write(`${end.stderr}\n`);
  return end;
}

/** What the program finds in its environment besides its own. */
function environmentOf({ environment }: Terminal, { iteration, last, isCheckpointDue }: IterationContext) {
  const inherited = Object.entries(environment).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
  const told = {
    SIGNAL_LOOP_ITERATION: String(iteration),
    SIGNAL_LOOP_CHECKPOINT: String(isCheckpointDue),
    SIGNAL_LOOP_WORK_REMAINING: formatWork((last?.work_remaining as 0 | readonly string[] | undefined) ?? 0),
    SIGNAL_LOOP_CONTEXT_PERCENT: String(last?.context_usage_percent ?? 0),
    SIGNAL_LOOP_CHECKPOINT_PATH: String(last?.checkpoint_path ?? ''),
  };
  return { ...Object.fromEntries(inherited), ...told };
}

/** Our own runs, and the folder the user names. */
function topicFolders(terminal: Terminal, flags: Flags): readonly string[] {
  const own = runFoldersPath(findStateDir(terminal));
  return typeof flags.topic === 'string' ? [resolve(terminal.workingDirectory, flags.topic), own] : [own];
}

const followLink = (path: string): string | null => {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
};

/** Where a folder lies, or will lie once a run has made it: a link made later leads nowhere. */
const settle = (path: string): string =>
  followLink(path) ?? (dirname(path) === path ? path : join(settle(dirname(path)), basename(path)));

/** Summaries that really lie beneath these folders, by whatever path they are named, and no others. */
function createSummaryAccess(folders: readonly string[]): Pick<LoopPorts, 'readSummary' | 'sizeSummary'> {
  const [base = '.'] = folders;
  const roots = folders.map(settle);
  const locate = (path: string): { readonly root: string; readonly way: string } | 'missing' | 'outside' => {
    const full = followLink(resolve(base, path));
    if (full === null) return 'missing';
    const root = roots.find((candidate) => isContained(candidate, full));
    return root === undefined ? 'outside' : { root, way: relativize(root, full) ?? '' };
  };
  return {
    sizeSummary: (path) => {
      const place = locate(path);
      if (typeof place === 'string') return null;
      const found = lstatSync(resolve(place.root, place.way), { throwIfNoEntry: false });
      return found?.isFile() === true ? Math.ceil(found.size / 4) : null;
    },
    readSummary: async (path): Promise<SummaryRead> => {
      const place = locate(path);
      if (typeof place === 'string') return { kind: 'refused', reason: REFUSALS[place] };
      const read = await readContained(place.root, place.way, MAX_SUMMARY_BYTES);
      if (read.kind === 'bytes') return { kind: 'text', text: read.bytes.toString('utf8') };
      return { kind: 'refused', reason: read.kind === 'missing' ? REFUSALS.missing : read.reason };
    },
  };
}

const REFUSALS = {
  missing: 'there is no such file',
  outside: 'it is outside the folder of the loop and of the topic',
} as const;

function showSummary(terminal: Terminal, summary: SummaryRead & { readonly path: string }, palette: Palette): void {
  const { stderr } = terminal;
  if (summary.kind === 'refused') {
    stderr.write(
      `${palette.yellow('warning:')} the full summary ${toLine(summary.path)} was not opened: ${summary.reason}\n`,
    );
    return;
  }
  stderr.write(`${palette.dim(`full summary ${toLine(summary.path)}:`)}\n`);
  for (const line of summary.text.trimEnd().split(/\r\n|[\r\n]/u)) stderr.write(`  ${toLine(line)}\n`);
}
