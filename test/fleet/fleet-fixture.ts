/** Workers of the product as processes, a provider that answers diligently, and runs that are submitted to them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CliCall, createFolder, type RunningCommand, startCommand } from '../e2e/run-cli.ts';
import { keptCode, lendVocabulary, START_CHILD } from '../support/kept-code.ts';
import type { WorkerOrder } from './quick-worker.ts';

export const MODEL = 'openai-compatible/loopback';
const quickWorker = join(import.meta.dirname, 'quick-worker.ts');

/** Two lines and more each, as the diligent model expects; large enough that every reviewer takes its files one by one. */
export const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 6 }, (_, i) => [
    `src/part-${i + 1}.ts`,
    Array.from(
      { length: 160 },
      (_unused, j) => `export const value${i}x${j} = compute(${i}, ${j}, 'some words to read');`,
    ).join('\n'),
  ]),
);

export interface FleetProcess {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<number | null>;
}

export function startProcess(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { cwd = import.meta.dirname, hasMessages = false }: { readonly cwd?: string; readonly hasMessages?: boolean } = {},
): FleetProcess {
  const stateDir = createFolder();
  lendVocabulary(stateDir);
  const base = { PATH: process.env.PATH ?? '', HOME: createFolder(), NO_COLOR: '1', CI: 'true', ...keptCode() };
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...base, CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'none', CONSENSUS_REVIEW_STATE_DIR: stateDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(hasMessages ? (['ipc'] as const) : [])],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, ended, stdout: () => stdout, stderr: () => stderr };
}

/** A command as on a machine that has seen nothing before. */
export const startElsewhere = (args: readonly string[], call: CliCall = {}): RunningCommand =>
  startCommand(args, { ...call, env: { CONSENSUS_REVIEW_STATE_DIR: createFolder(), ...call.env } });

/** To its end. */
export async function runElsewhere(args: readonly string[], call: CliCall = {}) {
  const command = startElsewhere(args, call);
  const code = await command.ended;
  return { code, stdout: command.stdout(), stderr: command.stderr(), json: () => JSON.parse(command.stdout()) };
}

/** Processes whose worker has left its fleet: the next fleet takes them. */
const free: FleetProcess[] = [];

/** After the last test of a file. */
export async function dismissWorkers(): Promise<void> {
  const children = free.splice(0);
  for (const { child } of children) child.kill('SIGKILL');
  await Promise.all(children.map(({ ended }) => ended));
}

/** What is said from now on. */
function hire(order: WorkerOrder): FleetProcess {
  const worker = free.pop() ?? startProcess(START_CHILD, [quickWorker], {}, { hasMessages: true });
  const { stdout, stderr } = worker;
  const [from, fromErrors] = [stdout().length, stderr().length];
  worker.child.send(order);
  return { ...worker, stdout: () => stdout().slice(from), stderr: () => stderr().slice(fromErrors) };
}

const isUntouched = ({ child }: FleetProcess): boolean =>
  child.exitCode === null && child.signalCode === null && !child.killed;

/** True where its process is free for another fleet. */
const leave = (worker: FleetProcess): Promise<boolean> =>
  new Promise((resolve) => {
    worker.child.once('message', () => resolve(true));
    void worker.ended.then(() => resolve(false));
    worker.child.send('leave');
  });

export class Fleet {
  readonly #url: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly workers: FleetProcess[] = [];

  constructor(url: string, env: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.#env = env;
  }

  hire(
    count = 1,
    options: Partial<Pick<WorkerOrder, 'concurrency' | 'limit' | 'isVerbose'>> = {},
  ): readonly FleetProcess[] {
    const { concurrency = 2, limit = null, isVerbose = false } = options;
    const order = { url: this.#url, concurrency, limit, isVerbose, environment: this.#env };
    const hired = Array.from({ length: count }, () => hire(order));
    this.workers.push(...hired);
    return hired;
  }

  /** The command line of the product, with the database of this fleet. */
  start(args: readonly string[], cwd: string, call: CliCall = {}): RunningCommand {
    return startElsewhere([...args, '--database', this.#url], { ...call, cwd });
  }

  /** The same on one machine. */
  startHere(args: readonly string[], cwd: string, call: CliCall = {}): RunningCommand {
    return startElsewhere(args, { ...call, cwd, env: { ...this.#env, ...call.env } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const left = this.workers.filter(isUntouched);
    for (const { child } of this.workers.filter((worker) => !left.includes(worker))) {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
    }
    const areFree = await Promise.all(left.map(leave));
    free.push(...left.filter((_, at) => areFree[at]));
    await Promise.all(this.workers.filter((worker) => !free.includes(worker)).map(({ ended }) => ended));
  }
}

/** What is the same however the run went: not its name, times, or what was repeated. */
export function sameBytes(text: string, { withUsage = true } = {}): string {
  const report = JSON.parse(text) as { run: Record<string, unknown>; usage: unknown };
  for (const key of ['id', 'started_at', 'finished_at', 'resumed']) report.run[key] = null;
  if (!withUsage) report.usage = null;
  return JSON.stringify(report, null, 1);
}

/** Waits until it holds, or throws. */
export async function until(what: string, holds: () => boolean, limitMs = 180_000): Promise<void> {
  const endAt = performance.now() + limitMs;
  while (!holds()) {
    if (performance.now() > endAt) throw new Error(`waited ${limitMs} ms in vain: ${what}`);
    await sleep(20);
  }
}
