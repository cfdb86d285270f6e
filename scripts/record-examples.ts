/**
 * Makes examples/recordings: whole runs with scripted answers over real HTTP, and the reports they must give when they are
 * played again. Words of chance and times are chosen, so that the same scripts make the same files.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runReview } from '../src/engine/review/run-review.ts';
import type { Clock } from '../src/ports/clock.ts';
import { recordTo } from '../src/runs/open-recording.ts';
import { type LoopbackReply, startLoopbackProvider } from '../src/testing/index.ts';
import { readEnvironment } from '../src/wiring/environment.ts';
import { createEnginePorts, createReviewRequest } from '../src/wiring/review-ports.ts';
import { loadSettings } from '../src/wiring/settings.ts';
import { createRandomIds } from '../src/wiring/system.ts';
import { ROOT } from './recordings/act.ts';
import { DEPOT_ANSWERS } from './recordings/depot.ts';
import { SHOP_ANSWERS } from './recordings/shop.ts';

const MODEL = 'openai-compatible/scripted';
const NOTE =
  'Its answers were written by hand and served by the loopback provider of consensus-review/testing: no commercial model made them.';
const STARTED_AT = Date.parse('2026-11-16T09:00:00Z');

interface Example {
  readonly name: string;
  readonly scope: string;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly answers: readonly LoopbackReply[];
  readonly seconds: number;
}

const EXAMPLES: readonly Example[] = [
  {
    name: 'shop',
    scope: 'examples/shop',
    flags: { model: MODEL, verify: 'never' },
    answers: SHOP_ANSWERS,
    seconds: 74,
  },
  {
    name: 'depot',
    scope: 'examples/depot',
    flags: { model: MODEL, verify: 'never', waves: '1', reviewers: ['security,typescript,documentation,user-persona'] },
    answers: DEPOT_ANSWERS,
    seconds: 108,
  },
];

const chooseNonce = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);

async function record({ name, scope, flags, answers, seconds }: Example, path: string): Promise<void> {
  const provider = await startLoopbackProvider(...answers);
  const begun = Date.now();
  const clock: Clock = { now: () => STARTED_AT + Date.now() - begun, timeout: (ms) => AbortSignal.timeout(ms) };
  const ids = { ...createRandomIds(clock), runId: () => `20261116T090000Z-${name}` };
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const recording = recordTo(path, { version, model: MODEL, flags, note: NOTE, chooseNonce, clock, ids });
  const environment = { ...provider.environment, CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'none' };
  const selection = { kind: 'paths', patterns: [scope] } as const;
  const settings = await loadSettings({ root: ROOT, selection, configPath: null, stateDir: null, environment, flags });
  await using _repository = settings.repository;
  const { signal } = new AbortController();
  const emit = (): void => undefined;
  // The notes of this project are not those of its examples.
  const repository = { ...settings.repository, readSettings: async () => [] };
  const alone = { ...settings, repository };
  const ports = await createEnginePorts({
    settings: alone,
    selection,
    environment,
    store: null,
    recording,
    emit,
    signal,
  });
  await runReview(createReviewRequest(settings, selection), ports);
  recording.end(STARTED_AT + seconds * 1000);
  await provider.close();
  provider.assertPlayed();
}

type Line = { readonly kind: string; readonly key?: string; readonly call?: { readonly key: string } };

const ORDER = ['head', 'scope', 'nonce', 'step', 'analysis', 'call', 'end'];
const keyOf = ({ key, call }: Line): string => call?.key ?? key ?? '';

/** Lines in a fixed order, and no trace of how fast this machine was. */
function settle(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '');
  const parsed = lines.map((line) =>
    JSON.parse(line, (name, value: unknown) => {
      if (['startedAt', 'startedAtMs', 'endedAtMs'].includes(name)) return STARTED_AT;
      return name === 'waitMs' && typeof value === 'number' ? Math.floor(value / 1000) * 1000 : value;
    }),
  ) as Line[];
  parsed.sort(
    (a, b) =>
      ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || keyOf(a).localeCompare(keyOf(b), 'en', { numeric: true }),
  );
  return `${parsed.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** The reports that a replay must give, byte for byte. */
function writeReports({ name, scope }: Example): void {
  const golden = join(ROOT, 'test/golden/recordings', name);
  mkdirSync(dirname(golden), { recursive: true });
  const args = ['src/cli/bin.js', 'review', scope, '--replay', `examples/recordings/${name}.jsonl`, '--quiet'];
  const outputs = ['-f', 'json', '-o', `terminal=${golden}.txt`];
  const env = { PATH: readEnvironment().PATH, HOME: folder, NO_COLOR: '1', CI: 'true' };
  const { stdout } = spawnSync(process.execPath, [...args, ...outputs], { cwd: ROOT, env, encoding: 'utf8' });
  writeFileSync(`${golden}.json`, stdout);
}

const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
for (const example of EXAMPLES) {
  const path = join(folder, `${example.name}.jsonl`);
  await record(example, path);
  const target = join(ROOT, 'examples/recordings', `${example.name}.jsonl`);
  writeFileSync(target, settle(readFileSync(path, 'utf8')));
  writeReports(example);
  process.stdout.write(`${target}\n`);
}
rmSync(folder, { recursive: true });
// The threads of the analyzers stay.
process.exit(0);
