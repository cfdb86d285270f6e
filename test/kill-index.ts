/** Kills `index` with SIGKILL at random moments and looks at what is left: a sound database that the next run completes. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { search } from '../src/context/search/search.ts';
import { openContextStore } from '../src/context/store/context-store.ts';

const MAIN = join(import.meta.dirname, '../src/cli/main.ts');
const FOLDERS = 20;
const FILES_PER_FOLDER = 25;

export interface KillReport {
  /** Times the process was still running when it was killed. */
  readonly killed: number;
  /** Rounds in which the killed process left some but not all files behind. */
  readonly partial: number;
  readonly problems: readonly string[];
}

interface Ended {
  readonly signal: string | null;
  readonly stdout: string;
  readonly milliseconds: number;
}

function runIndex(root: string, stateDir: string, killAfterMs: number | null): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const env = { PATH: process.env.PATH, CONSENSUS_REVIEW_STATE_DIR: stateDir };
    const child = spawn(process.execPath, [MAIN, 'index', '-C', root, '-f', 'json'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    const timer = killAfterMs === null ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    child.on('error', reject);
    child.on('close', (_code, signal) => {
      clearTimeout(timer);
      resolve({ signal, stdout, milliseconds: performance.now() - started });
    });
  });
}

/** Sources with a name of their own in each, large enough that writing takes several batches. */
function writeTree(root: string, version: number): void {
  for (let i = 0; i < FOLDERS * FILES_PER_FOLDER; i += 1) {
    const folder = join(root, `part${i % FOLDERS}`);
    mkdirSync(folder, { recursive: true });
    if (version > 0 && i % 7 !== version % 7) continue;
    const body = Array.from(
      { length: 400 },
      (_, line) => `  const value${line} = compute${(i * 31 + line) % 977}(${version});`,
    ).join('\n');
    writeFileSync(join(folder, `file${i}.ts`), `export function unique${i}x${version}() {\n${body}\n}\n`);
  }
}

const countRows = (stateDir: string, root: string, problems: string[]): number => {
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
  const terms = database.prepare('SELECT count(*) AS n FROM doc').get()?.n;
  return Number(terms);
};

function checkComplete(stateDir: string, root: string, stdout: string, problems: string[]): void {
  const files = (JSON.parse(stdout) as { files_indexed: number }).files_indexed;
  if (files !== FOLDERS * FILES_PER_FOLDER) problems.push(`${files} files after the next run`);
  using store = openContextStore({ stateDir, root });
  const { count } = { count: store.database.prepare('SELECT count(*) AS n FROM entry').get()?.n };
  if (count !== files) problems.push(`${String(count)} searchable files of ${files}`);
  const found = search(store, { query: 'unique33x0', limit: 1, branch: null }).results[0]?.filePath;
  if (found !== 'part13/file33.ts') problems.push(`search found ${String(found)}`);
}

/** Every other round begins from nothing, the rest from a finished index of files that have changed since. */
export async function killIndex(rounds: number): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'consensus-review-kill-'));
  const root = join(folder, 'tree');
  const problems: string[] = [];
  let killed = 0;
  let partial = 0;
  try {
    writeTree(root, 0);
    let whole = (await runIndex(root, join(folder, 'whole'), null)).milliseconds;
    for (let round = 0; killed < rounds && round < rounds * 4; round += 1) {
      const stateDir = join(folder, `state${round}`);
      if (round % 2 === 1) {
        await runIndex(root, stateDir, null);
        writeTree(root, 1 + (round % 4));
      }
      const ended = await runIndex(root, stateDir, randomInt(100, Math.max(200, Math.ceil(whole))));
      killed += ended.signal === 'SIGKILL' ? 1 : 0;
      const left = countRows(stateDir, root, problems);
      partial += left > 0 && left < FOLDERS * FILES_PER_FOLDER ? 1 : 0;
      const next = await runIndex(root, stateDir, null);
      checkComplete(stateDir, root, next.stdout, problems);
      if (left === 0) whole = next.milliseconds;
      rmSync(stateDir, { recursive: true, force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { killed, partial, problems };
}
