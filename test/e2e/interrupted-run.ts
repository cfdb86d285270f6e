/** Runs of the command line that are interrupted in the middle: real processes, a real provider on loopback, real signals. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { type LoopbackProvider, type LoopbackRequest, startLoopbackProvider } from '../../src/testing/index.ts';
import { answerDiligently } from '../model/diligent-model.ts';
import { lendVocabulary, START_CHILD } from '../support/kept-code.ts';
import { type CliResult, type RunningCommand, testEnvironment } from './run-cli.ts';

/** With KEEP_RUN and KEEP_FAULT, see there. */
const MAIN = fileURLToPath(new URL('./keeping-main.ts', import.meta.url));

export interface EndedCli extends CliResult {
  readonly signal: NodeJS.Signals | null;
}

export interface RunningCli {
  readonly stderr: () => string;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<EndedCli>;
}

export function startCli(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): RunningCli {
  const environment = testEnvironment(env);
  lendVocabulary(environment.CONSENSUS_REVIEW_STATE_DIR ?? '');
  const child = spawn(process.execPath, [START_CHILD, MAIN, ...args], {
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<EndedCli>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { ended, stderr: () => stderr, kill: (signal) => void child.kill(signal) };
}

/** A provider whose model takes its time, and a call back at every request. */
export async function startSlowProvider(latencyMs: number): Promise<LoopbackProvider> {
  const provider = await startLoopbackProvider();
  provider.otherwise((request) => ({ ...answerDiligently(request).reply, latencyMs }));
  return provider;
}

/** Resolves when the provider was asked that often, or the command has ended. */
export async function untilAsked(
  provider: LoopbackProvider,
  requests: number,
  cli: Pick<RunningCli | RunningCommand, 'ended'>,
): Promise<void> {
  let isOver = false;
  void cli.ended.then(() => {
    isOver = true;
  });
  while (!isOver && provider.requests.length < requests) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Bodies that were sent more than once: calls that were paid for twice. */
export function countTwice(requests: readonly LoopbackRequest[]): number {
  return requests.length - new Set(requests.map(({ body }) => JSON.stringify(body))).size;
}

/** What two runs of the same scope have in common when nothing went wrong. */
export const comparable = (json: string): unknown => {
  const { run, usage: _usage, ...report } = JSON.parse(json) as ReportDocument;
  const { id: _id, started_at: _start, finished_at: _finish, resumed: _resumed, ...rest } = run;
  const text = JSON.stringify({ run: rest, ...report });
  // Times inside of an audit.
  return JSON.parse(text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/gu, 'TIME'));
};

const LINE = 'export const keep = (input: string): string => query(input + "and more of the same words again");\n';

/** Large enough that every agent has a branch of its own and several turns. */
export const manyFiles = (count: number, lines = 60): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`src/part${i}.ts`, `// part ${i}\n${LINE.repeat(lines)}`]),
  );
