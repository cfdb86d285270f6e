/**
 * What it costs that a run can be resumed: a recorded step against the same write made by hand, and the way back into a run of
 * a thousand recorded calls, by the command and in the process that does it.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runStorePath } from '../src/runs/store/run-database.ts';
import { openRunStore } from '../src/runs/store/run-store.ts';
import { startLoopbackProvider } from '../src/testing/index.ts';
import { answerDiligently } from '../test/model/diligent-model.ts';
import { type BenchResult, median } from './bench-result.ts';

const MAIN = join(import.meta.dirname, '../src/cli/bin.js');
const MODEL = 'openai-compatible/loopback';

const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

const STEPS = 1000;
const AGENTS = 6;
/** As an answer of a model is kept: in the pieces in which it arrived. */
const ANSWER = {
  pieces: Array.from({ length: 120 }, (_, i) => `word${i} that a model wrote `),
  result: { kind: 'ended', text: 'An answer of ordinary length, said once more as a whole. '.repeat(40) },
};

interface StepTimes {
  readonly median: number;
  readonly p95: number;
  /** Of this process, in milliseconds a step. */
  readonly processor: number;
}

/** Milliseconds of each step, its effect aside, with so many at once. */
async function timeSteps(stateDir: string, atOnce: number): Promise<StepTimes> {
  using store = openRunStore({ stateDir, clock: Date });
  const run = store.begin({
    id: `bench-${atOnce}`,
    root: '/',
    playbook: 'review',
    mode: 'review',
    model: MODEL,
    selection: 'everything',
    command: { name: 'review', positional: [], flags: {}, cwd: '/' },
    settings: {},
    version: '0',
    startedAt: Date.now(),
  });
  const times: number[] = [];
  const before = process.cpuUsage();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let step = next++; step < STEPS; step = next++) {
      const started = performance.now();
      await run.journal.step(
        { key: `call/${step}`, kind: 'call', inputHash: `${step}`, isPaid: true },
        async () => ANSWER,
      );
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const { user, system } = process.cpuUsage(before);
  run[Symbol.dispose]();
  return { median: median(times), p95: p95(times), processor: (user + system) / 1000 / STEPS };
}

/** The least that is as safe: one transaction that waits for the disk, with the answer as it is. */
function timeBareWrites(folder: string): readonly number[] {
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE step(key TEXT, value TEXT)');
  const insert = database.prepare('INSERT INTO step VALUES (?, ?)');
  const times = Array.from({ length: STEPS }, (_, i) => {
    const started = performance.now();
    insert.run(`call/${i}`, JSON.stringify(ANSWER));
    return performance.now() - started;
  });
  database.close();
  return times;
}

const ROUNDS = 3;

async function benchSteps(): Promise<readonly BenchResult[]> {
  const bare: number[] = [];
  const alone: StepTimes[] = [];
  const together: StepTimes[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'cr-bench-'));
    bare.push(p95(timeBareWrites(folder)));
    alone.push(await timeSteps(folder, 1));
    together.push(await timeSteps(folder, AGENTS));
    rmSync(folder, { recursive: true, force: true });
  }
  const row = (name: string, rounds: readonly StepTimes[]): BenchResult => {
    const of = (read: (times: StepTimes) => number): number => median(rounds.map(read));
    const [ours, peer] = [of((times) => times.p95), median(bare)];
    const note = `p95 of ${STEPS} steps, median ${of((times) => times.median).toFixed(2)} ms, processor ${of((times) => times.processor).toFixed(2)} ms; bar 3 ms`;
    return { name, rounds: ROUNDS, unit: 'ms', ours, peer, peerName: 'a bare durable write', ratio: ours / peer, note };
  };
  return [row('journal, a step', alone), row(`journal, a step with ${AGENTS} at once`, together)];
}

const FILES = 470;
const REVIEWERS = 'security,vulnerability,typescript,code-quality,documentation,user-persona';

function writeProject(root: string): void {
  mkdirSync(join(root, 'src'), { recursive: true });
  for (let i = 0; i < FILES; i += 1) {
    const lines = Array.from(
      { length: 8 },
      (_, line) => `export const word${i}x${line} = ['a${line}', 'b'].join(' ');`,
    );
    writeFileSync(join(root, `src/part${i}.ts`), `${lines.join('\n')}\n`);
  }
}

/** Seconds it took. */
async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args, '-f', 'json', '--quiet'], {
    env: { ...env, PATH: process.env.PATH, CI: 'true', CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'none' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await new Promise((resolve) => child.on('close', resolve));
  return (performance.now() - started) / 1000;
}

/** As a kill right before the report leaves it. */
function takeEndAway(stateDir: string): number {
  const database = new DatabaseSync(runStorePath(stateDir));
  database.exec("DELETE FROM reports; UPDATE runs SET status = 'interrupted'");
  const { n } = database.prepare('SELECT count(*) AS n FROM steps WHERE value IS NOT NULL').get() as { n: number };
  database.close();
  return n;
}

async function benchResume(): Promise<readonly BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cr-bench-'));
  const root = join(folder, 'project');
  const stateDir = join(folder, 'state');
  writeProject(root);
  const provider = await startLoopbackProvider();
  provider.otherwise((request) => answerDiligently(request).reply);
  const env = { ...provider.environment, CONSENSUS_REVIEW_STATE_DIR: stateDir };
  try {
    const whole = await runCommand(['review', '-C', root, '--all', '--reviewers', REVIEWERS, '--model', MODEL], env);
    const asked = provider.requests.length;
    const times: number[] = [];
    const starts: number[] = [];
    let steps = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      steps = takeEndAway(stateDir);
      times.push(await runCommand(['resume', '-C', root], env));
      starts.push(await runCommand(['review', '-C', join(folder, 'project'), 'src/part0.ts', '--no-journal'], env));
    }
    if (provider.requests.length !== asked) throw new Error('a resumed run asked the provider');
    return [
      {
        name: `resume of a run with ${steps} recorded steps`,
        rounds: ROUNDS,
        unit: 's',
        ours: median(times),
        peer: median(starts),
        peerName: 'an embedded review of one file, start included',
        ratio: median(times) / median(starts),
        note: `${asked} calls recorded, 0 made again; the run itself took ${whole.toFixed(1)} s; bar 2 s`,
      },
    ];
  } finally {
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const benchJournal = async (): Promise<readonly BenchResult[]> => [
  ...(await benchSteps()),
  ...(await benchResume()),
];
