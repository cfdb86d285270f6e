/** One run that may be killed: its processes, its own provider and its own state folder. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredStep } from '../../src/protocol/report/stored-run.ts';
import { openRunHistory } from '../../src/runs/store/run-store.ts';
import {
  type LoopbackProvider,
  type LoopbackReply,
  type LoopbackRequest,
  startLoopbackProvider,
} from '../../src/testing/index.ts';
import { keptCode, lendVocabulary } from '../support/kept-code.ts';

/** Of every answer; a kill behind a request falls into it, or into what is done with the answer. */
export const LATENCY_MS = 12;

/** What is killed: a process that begins the run, or goes on with it, and writes its report to standard output. */
export interface KillSubject {
  readonly begin: (stateDir: string) => readonly string[];
  readonly resume: (stateDir: string, run: string) => readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Begins, or goes on to the end, in this process, where no process has to be killed. */
  readonly runHere: (
    stateDir: string,
    run: string | null,
    environment: Readonly<Record<string, string>>,
  ) => Promise<Pick<Process, 'code' | 'stdout' | 'stderr'>>;
  readonly answer: (request: LoopbackRequest) => LoopbackReply;
  /** Calls at the same time. */
  readonly agents: number;
}

export interface Process {
  readonly signal: string | null;
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

/** What a process left in the run store. */
export interface Left {
  readonly run: string;
  readonly resumed: number;
  readonly calls: readonly StoredStep[];
}

/** When to kill: so long after the start, or so long after so many requests. */
export type Aim = { readonly afterMs: number } | { readonly requests: number; readonly thenMs: number };

export class KilledRun {
  readonly stateDir = mkdtempSync(join(tmpdir(), 'cr-kill-'));
  readonly #subject: KillSubject;
  readonly provider: LoopbackProvider;
  /** How many requests there were when each process ended. */
  readonly ends: number[] = [];
  #onRequest = (): void => undefined;

  private constructor(subject: KillSubject, provider: LoopbackProvider) {
    this.#subject = subject;
    this.provider = provider;
    lendVocabulary(this.stateDir);
    provider.otherwise((request) => {
      this.#onRequest();
      return { ...subject.answer(request), latencyMs: LATENCY_MS };
    });
  }

  static async open(subject: KillSubject): Promise<KilledRun> {
    return new KilledRun(subject, await startLoopbackProvider());
  }

  start(run: string | null, aim: Aim): Promise<Process> {
    const { begin, resume, environment } = this.#subject;
    const args = run === null ? begin(this.stateDir) : resume(this.stateDir, run);
    const env = {
      PATH: process.env.PATH,
      HOME: tmpdir(),
      CI: 'true',
      ...environment,
      ...keptCode(),
      ...this.provider.environment,
    };
    return new Promise((resolve, reject) => {
      const started = performance.now();
      const before = this.provider.requests.length;
      const child = spawn(process.execPath, args, {
        env: { ...env, CONSENSUS_REVIEW_STATE_DIR: this.stateDir },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let stdout = '';
      let stderr = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      let timer: NodeJS.Timeout | undefined;
      const killAfter = (ms: number): void => {
        timer ??= setTimeout(() => child.kill('SIGKILL'), ms);
      };
      if ('afterMs' in aim) killAfter(aim.afterMs);
      else
        this.#onRequest = () => {
          if (this.provider.requests.length - before >= aim.requests) killAfter(aim.thenMs);
        };
      child.on('error', reject);
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        this.#onRequest = () => undefined;
        this.ends.push(this.provider.requests.length);
        resolve({ code, signal, stdout, stderr, milliseconds: performance.now() - started });
      });
    });
  }

  /** To the end, in this process. */
  async finish(run: string | null): Promise<Process> {
    const started = performance.now();
    const { environment, runHere } = this.#subject;
    const ended = await runHere(this.stateDir, run, { ...environment, ...this.provider.environment });
    this.ends.push(this.provider.requests.length);
    return { ...ended, signal: null, milliseconds: performance.now() - started };
  }

  /** The calls of the run as they are stored; null where no run is. */
  async look(): Promise<Left | null> {
    using store = openRunHistory({ stateDir: this.stateDir, clock: Date });
    const [run] = (await store?.list()) ?? [];
    if (store === null || run === undefined) return null;
    const steps = await store.steps(run.id);
    return { run: run.id, resumed: run.resumed, calls: steps.filter(({ kind }) => kind === 'call') };
  }

  async close(): Promise<void> {
    await this.provider.close();
    rmSync(this.stateDir, { recursive: true, force: true });
  }
}
