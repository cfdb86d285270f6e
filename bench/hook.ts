/**
 * `hook stop` (at most 2 s) and `review --base HEAD` (at most 1.5 s) after a change of 10 files in a repository of 5,000, index and cache
 * filled, against the bare runtime.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchResult, median } from './bench-result.ts';
import { measureCommand } from './measured-run.ts';

const FOLDERS = 100;
const FILES = 50;
const CHANGED = 10;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? '5');
const LIMIT_MS = 2000;
const REVIEW_LIMIT_MS = 1500;
const MAIN = join(import.meta.dirname, '../src/cli/bin.js');

/** 4 KB of functions that read a file, and an import of a neighbour. */
const fileText = (folder: number, file: number): string =>
  `import { readFile } from 'node:fs/promises';\nimport * as next from './f${(file + 1) % FILES}.ts';\nexport const neighbour = next;\n${Array.from(
    { length: 12 },
    (_, i) =>
      `export async function read${folder}of${file}at${i}(name: string, n: number): Promise<number> {\n  const text = await readFile(name, 'utf8');\n  let sum = 0;\n  for (const line of text.split('\\n')) {\n    if (line.startsWith(String(n + ${i}))) sum += line.length;\n  }\n  return sum;\n}\n`,
  ).join('\n')}`;

function git(folder: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org'];
  const { status, stderr } = spawnSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}

function createRepository(folder: string): void {
  for (let i = 0; i < FOLDERS; i += 1) {
    mkdirSync(join(folder, `src/m${i}`), { recursive: true });
    for (let file = 0; file < FILES; file += 1) writeFileSync(join(folder, `src/m${i}/f${file}.ts`), fileText(i, file));
  }
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
}

const change = (folder: string, round: number, name = 'changed'): void => {
  for (let i = 0; i < CHANGED; i += 1)
    appendFileSync(join(folder, `src/m${i * 7}/f${round}.ts`), `export const ${name}${round} = ${i};\n`);
};

export async function benchHook(): Promise<readonly BenchResult[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cr-bench-hook-')));
  const event = join(folder, 'event.json');
  const root = join(folder, 'repository');
  const place = { cwd: root, env: { CONSENSUS_REVIEW_STATE_DIR: join(folder, 'state'), CLAUDE_PROJECT_DIR: root } };
  try {
    mkdirSync(root);
    createRepository(root);
    writeFileSync(event, '{}');
    const hook = () => measureCommand([MAIN, 'hook', 'stop'], { ...place, input: event });
    measureCommand([MAIN, 'index', '-f', 'json'], place);
    change(root, 0);
    hook();
    const review = () => measureCommand([MAIN, 'review', '--base', 'HEAD', '--quiet', '-f', 'json'], place);
    const ours: ReturnType<typeof hook>[] = [];
    const reviews: ReturnType<typeof hook>[] = [];
    const idle: ReturnType<typeof hook>[] = [];
    const bare: ReturnType<typeof hook>[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      git(root, 'checkout', '-q', '.');
      change(root, round);
      ours.push(hook());
      // The first one may find files that were written this moment.
      hook();
      idle.push(hook());
      git(root, 'checkout', '-q', '.');
      change(root, round, 'reviewed');
      reviews.push(review());
      bare.push(measureCommand(['-e', '0'], place));
    }
    const row = (name: string, runs: typeof ours, of: 'wallMs' | 'cpuMs', limit = LIMIT_MS): BenchResult => {
      const values = runs.map((run) => run[of]);
      const peer = median(bare.map((run) => run[of]));
      const own = median(values);
      const note = of === 'wallMs' ? `limit ${limit} ms ${own <= limit ? 'held' : 'MISSED'}` : null;
      return { name, rounds: ROUNDS, unit: 'ms', ours: own, peer, peerName: 'node -e 0', ratio: own / peer, note };
    };
    return [
      row('hook: 10 of 5,000 files changed, wall', ours, 'wallMs'),
      row('hook: 10 of 5,000 files changed, processor', ours, 'cpuMs'),
      row('review --base HEAD: 10 of 5,000 files changed, wall', reviews, 'wallMs', REVIEW_LIMIT_MS),
      row('review --base HEAD: 10 of 5,000 files changed, processor', reviews, 'cpuMs'),
      row('hook: nothing changed, wall', idle, 'wallMs'),
      row('hook: nothing changed, processor', idle, 'cpuMs'),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
