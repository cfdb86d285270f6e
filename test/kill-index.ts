/** Kills `index` with SIGKILL at random moments and looks at what is left: a sound database that the next run completes. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchIndex } from '../src/context/search/search.ts';
import { openContextStore } from '../src/context/store/sqlite-store.ts';
import { keptCode, lendVocabulary } from './support/kept-code.ts';
import { times } from './tier.ts';

const MAIN = join(import.meta.dirname, '../src/cli/bin.js');
const FOLDERS = 20;
/** As many as take several batches to write; a soak has more. */
const FILES_PER_FOLDER = times(5, 25);
const LOOKED_FOR = 'part13/file33.ts';

export interface KillReport {
  /** Times the process was still running when it was killed. */
  readonly killed: number;
  /** Of these, after it had begun to write what it had measured. */
  readonly writing: number;
  /** Of these, with some of the new files stored and others not. */
  readonly partial: number;
  readonly problems: readonly string[];
}

/** When to kill: so long after the start, or so long after the first batch reached the disk. */
interface Aim {
  readonly after: 'start' | 'first write';
  readonly milliseconds: number;
}

interface Ended {
  readonly signal: string | null;
  readonly stdout: string;
  readonly milliseconds: number;
  /** From the first batch on disk to the end; null where there was none. */
  readonly writingMs: number | null;
}

/** The tables alone take less. */
const FIRST_BATCH_BYTES = 300_000;
const LOOK_EVERY_MS = 3;

function hasWritten(stateDir: string): boolean {
  const folder = join(stateDir, 'index');
  return (
    existsSync(folder) &&
    readdirSync(folder).some(
      (name) =>
        name.endsWith('-wal') &&
        (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > FIRST_BATCH_BYTES,
    )
  );
}

function runIndex(root: string, stateDir: string, aim: Aim | null): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let wroteAt: number | null = null;
    const env = { PATH: process.env.PATH, CONSENSUS_REVIEW_STATE_DIR: stateDir, ...keptCode() };
    lendVocabulary(stateDir);
    const child = spawn(process.execPath, [MAIN, 'index', '-C', root, '-f', 'json'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const killIn = (milliseconds: number): void => void setTimeout(() => child.kill('SIGKILL'), milliseconds).unref();
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    if (aim?.after === 'start') killIn(aim.milliseconds);
    const watch = setInterval(() => {
      if (wroteAt !== null || !hasWritten(stateDir)) return;
      wroteAt = performance.now();
      if (aim?.after === 'first write') killIn(aim.milliseconds);
    }, LOOK_EVERY_MS);
    child.on('error', reject);
    child.on('close', (_code, signal) => {
      clearInterval(watch);
      const now = performance.now();
      resolve({ signal, stdout, milliseconds: now - started, writingMs: wroteAt === null ? null : now - wroteAt });
    });
  });
}

/** Costs little to count and to index, and fills a batch: short pieces that come again, and no word. */
const FILLING = `//${' ====='.repeat(13)}\n`.repeat(250);

/** Sources with a name of their own in each, large enough that writing takes several batches. */
function writeTree(root: string, version: number): void {
  for (let i = 0; i < FOLDERS * FILES_PER_FOLDER; i += 1) {
    const folder = join(root, `part${i % FOLDERS}`);
    mkdirSync(folder, { recursive: true });
    if (version > 0 && i % 7 === version % 7) continue;
    const body = Array.from(
      { length: 100 },
      (_, line) => `  const value${line} = compute${(i * 31 + line) % 977}(${version});`,
    ).join('\n');
    writeFileSync(join(folder, `file${i}.ts`), `export function unique${i}x${version}() {\n${body}\n}\n${FILLING}`);
  }
}

/** Looks for damage; answers how many versions of files were ever stored. */
const checkSound = (stateDir: string, root: string, problems: string[]): number => {
  using store = openContextStore({ stateDir, root });
  if (store.warning !== null) problems.push(store.warning);
  const { database } = store;
  const check = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
  if (check !== 'ok') problems.push(`integrity_check: ${String(check)}`);
  database.exec("INSERT INTO terms(terms) VALUES ('integrity-check')");
  const lost = database
    .prepare(
      'SELECT count(*) AS n FROM entry e LEFT JOIN doc d ON d.id = e.doc_id LEFT JOIN passage p ON p.content_id = d.content_id WHERE p.content_id IS NULL',
    )
    .get()?.n;
  if (lost !== 0) problems.push(`${String(lost)} entries without text`);
  return Number(database.prepare('SELECT max(id) AS id FROM doc').get()?.id ?? 0);
};

function checkComplete(stateDir: string, root: string, stdout: string, problems: string[]): void {
  const files = (JSON.parse(stdout) as { files_indexed: number }).files_indexed;
  if (files !== FOLDERS * FILES_PER_FOLDER) problems.push(`${files} files after the next run`);
  using store = openContextStore({ stateDir, root });
  const { count } = { count: store.database.prepare('SELECT count(*) AS n FROM entry').get()?.n };
  if (count !== files) problems.push(`${String(count)} searchable files of ${files}`);
  const found = searchIndex(store.database, {
    query: /unique33x\d/u.exec(readFileSync(join(root, LOOKED_FOR), 'utf8'))?.[0] ?? '',
    limit: 1,
    branch: null,
  });
  if (found.results[0]?.filePath !== LOOKED_FOR) problems.push(`search found ${String(found.results[0]?.filePath)}`);
}

/** Two aims of three are at the time in which the index is written: before it there is little to damage. */
const chooseAim = (round: number, whole: Ended): Aim =>
  round % 3 === 0
    ? { after: 'start', milliseconds: randomInt(100, Math.max(200, Math.ceil(whole.milliseconds))) }
    : { after: 'first write', milliseconds: randomInt(0, Math.max(2, Math.ceil(whole.writingMs ?? 0))) };

type Outcome = 'too late' | 'killed' | 'killed while writing' | 'killed with a part stored';

/** A round from nothing, or from a finished index of files that have changed since. */
async function playRound(root: string, stateDir: string, aim: Aim, problems: string[]): Promise<Outcome> {
  const before = existsSync(join(stateDir, 'index')) ? checkSound(stateDir, root, problems) : 0;
  const ended = await runIndex(root, stateDir, aim);
  const left = checkSound(stateDir, root, problems);
  const next = await runIndex(root, stateDir, null);
  const complete = checkSound(stateDir, root, problems);
  checkComplete(stateDir, root, next.stdout, problems);
  if (ended.signal !== 'SIGKILL') return 'too late';
  if (left > before && left < complete) return 'killed with a part stored';
  return ended.writingMs === null ? 'killed' : 'killed while writing';
}

/** Ends after so many kills, or after the first round that ends behind `mostMs`: what it did by then counts. */
export async function killIndex(rounds: number, mostMs = Number.POSITIVE_INFINITY): Promise<KillReport> {
  const began = performance.now();
  const isOver = (): boolean => performance.now() - began > mostMs;
  const folder = mkdtempSync(join(tmpdir(), 'consensus-review-kill-'));
  const root = join(folder, 'tree');
  const problems: string[] = [];
  const outcomes: Outcome[] = [];
  const count = (...wanted: Outcome[]): number => outcomes.filter((outcome) => wanted.includes(outcome)).length;
  try {
    writeTree(root, 0);
    const finished = join(folder, 'whole');
    const whole = await runIndex(root, finished, null);
    for (let round = 0; round - count('too late') < rounds && round < rounds * 4 && !isOver(); round += 1) {
      const stateDir = join(folder, `state${round}`);
      if (round % 2 === 1) {
        cpSync(finished, stateDir, { recursive: true });
        writeTree(root, 1 + (round % 4));
      }
      outcomes.push(await playRound(root, stateDir, chooseAim(round, whole), problems));
      rmSync(stateDir, { recursive: true, force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const partial = count('killed with a part stored');
  const writing = partial + count('killed while writing');
  return { killed: writing + count('killed'), writing, partial, problems };
}
