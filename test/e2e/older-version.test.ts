/** What version 0.1.0 has stored is listed, shown, searched and reported; an interrupted run begins again; a recording that does not fit is refused. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openContextStore } from '../../src/context/store/sqlite-store.ts';
import { FORMAT_NAMES } from '../../src/protocol/config/config-names.ts';
import { openReviewCache } from '../../src/runs/cache/sqlite-review-cache.ts';
import { startLoopbackProvider } from '../../src/testing/index.ts';
import { readVersion } from '../../src/version.ts';
import { answerDiligently } from '../model/diligent-model.ts';
import { type CliResult, createFolder, runCli } from './run-cli.ts';

const STORED = join(import.meta.dirname, '../fixtures/stored-0.1.0');
/** Where it was made. */
const ROOT = '/srv/sample';

const EMBEDDED = '20261116T230842Z-0f46e3';
const AUDIT = '20261116T230846Z-f01813';
const INTERRUPTED = '20261116T230849Z-80ab7f';
const RECORDED = '20261116T230852Z-6d0bd5';
const FINISHED = [RECORDED, AUDIT, '20261116T230844Z-3c74e3', EMBEDDED];

interface Copy {
  readonly state: string;
  readonly folder: string;
  run(...args: readonly string[]): Promise<CliResult>;
}

/** The state folder and the reviewed folder, as they would lie on this machine. */
function copyStored(environment: Readonly<Record<string, string>> = {}): Copy {
  const state = createFolder();
  const folder = createFolder();
  cpSync(STORED, state, { recursive: true });
  cpSync(join(STORED, 'sample'), folder, { recursive: true });
  using database = new DatabaseSync(join(state, 'runs-1.sqlite'));
  database.prepare('UPDATE runs SET root = :folder, command = replace(command, :root, :folder)').run({
    folder,
    root: ROOT,
  });
  const env = { CONSENSUS_REVIEW_STATE_DIR: state, ...environment };
  return { state, folder, run: (...args) => runCli(args, { cwd: folder, env }) };
}

describe('runs of version 0.1.0', () => {
  test('are listed and shown', async () => {
    const { run } = copyStored();
    const { code, stdout, stderr } = await run('runs', 'list', '-f', 'json');
    expect([code, stderr]).toEqual([0, '']);
    const { runs } = JSON.parse(stdout);
    expect(runs.map(({ id, status, verdict }: Record<string, unknown>) => [id, status, verdict])).toEqual([
      [RECORDED, 'finished', 'VETO'],
      [INTERRUPTED, 'interrupted', null],
      [AUDIT, 'finished', 'VETO'],
      [FINISHED[2], 'finished', 'VETO'],
      [EMBEDDED, 'finished', 'VETO'],
    ]);
    for (const id of [...FINISHED, INTERRUPTED]) {
      const shown = await run('runs', 'show', id, '-f', 'json');
      expect([shown.code, shown.stderr, JSON.parse(shown.stdout).run.version]).toEqual([0, '', '0.1.0']);
    }
  });

  test.each(FINISHED)('%s has its report, in every format', async (id) => {
    const { run } = copyStored();
    for (const format of FORMAT_NAMES) {
      const { code, stdout, stderr } = await run('report', id, '-f', format);
      expect([format, code, stderr]).toEqual([format, 1, 'exit 1: as the run ended\n']);
      expect(stdout).not.toMatch(/undefined|NaN|\[object/u);
      expect(stdout.length).toBeGreaterThan(20);
    }
    const { verdict, findings } = JSON.parse((await run('report', id, '-f', 'json')).stdout);
    const places = findings.map(({ file, line, severity }: Record<string, unknown>) => `${file}:${line} ${severity}`);
    expect([verdict, places]).toEqual(['VETO', expect.arrayContaining(['src/users.js:6 CRITICAL'])]);
  });

  test('are compared', async () => {
    const { run } = copyStored();
    const { code, stdout } = await run('runs', 'compare', EMBEDDED, RECORDED, '-f', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ before: { id: EMBEDDED }, after: { id: RECORDED } });
  });

  test('one that was interrupted begins again, says so, and comes to its end', async () => {
    const provider = await startLoopbackProvider();
    provider.otherwise((request) => answerDiligently(request).reply);
    const { run } = copyStored(provider.environment);
    expect((await run('runs', 'list')).stdout).toContain(
      `1 run can be resumed: consensus-review resume ${INTERRUPTED}`,
    );
    const { code, stdout, stderr } = await run('resume', '--yes', '-f', 'json');
    await provider.close();
    expect([code, JSON.parse(stdout).complete, provider.requests.length > 0]).toEqual([1, true, true]);
    expect(stderr).toContain(
      `warning: ${INTERRUPTED} was started by version 0.1.0, and version ${readVersion()} cannot use what that recorded: it begins again, and calls to a model are made and paid again\n`,
    );
    const shown = JSON.parse((await run('runs', 'show', INTERRUPTED, '-f', 'json')).stdout);
    expect(shown.run).toMatchObject({ status: 'finished', resumed: 1, version: readVersion(), verdict: 'VETO' });
    expect(shown.journal.calls).toBe(JSON.parse(stdout).usage.calls);
  });
});

test('the index of version 0.1.0 is emptied without a warning: it is made anew when it is used', async () => {
  using store = openContextStore({ stateDir: copyStored().state, root: ROOT });
  const { results } = await store.search({ query: 'eval request body', limit: 3 });
  expect([store.warning, results[0]?.filePath, store.extentOf(null)]).toEqual([null, undefined, 'none']);
});

test('reviews that version 0.1.0 has cached are there', async () => {
  const { state } = copyStored();
  using database = new DatabaseSync(join(state, 'recollections-1.sqlite'));
  const keys = database
    .prepare('SELECT key FROM recollection')
    .all()
    .map(({ key }) => String(key));
  using cache = openReviewCache({ stateDir: state, now: Date.now });
  expect(keys.length).toBeGreaterThan(0);
  expect([cache.warning, [...(await cache.read(keys)).keys()].toSorted()]).toEqual([null, keys.toSorted()]);
});

describe('a recording of version 0.1.0', () => {
  const replay = ({ run }: Copy, path: string): Promise<CliResult> =>
    run('review', '--all', '--replay', path, '-f', 'json');
  const refusal =
    `error: The recording does not fit: version 0.1.0 made it, and version ${readVersion()} with these settings asks models something else.\n` +
    '  Replay it with consensus-review@0.1.0, or record the run again with --record.\n';

  test('gives its report again, or is refused with one sentence where prompts have changed since', async () => {
    const copy = copyStored();
    const { code, stdout, stderr } = await replay(copy, join(STORED, 'recording.jsonl'));
    const stored = JSON.parse((await copy.run('report', RECORDED, '-f', 'json')).stdout);
    if (code === 2) expect([stdout, stderr]).toEqual(['', expect.stringContaining(refusal)]);
    else {
      const { verdict, findings, usage } = JSON.parse(stdout);
      expect([code, verdict, findings, usage]).toEqual([1, stored.verdict, stored.findings, stored.usage]);
    }
  });

  test('is refused where another question was asked', async () => {
    const path = join(createFolder(), 'recording.jsonl');
    const text = readFileSync(join(STORED, 'recording.jsonl'), 'utf8');
    writeFileSync(path, text.replaceAll(/"question":"[^"]*"/gu, '"question":"another"'));
    const { code, stdout, stderr } = await replay(copyStored(), path);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(refusal)]);
  });

  test('with a line that nobody understands any more names who made it', async () => {
    const path = join(createFolder(), 'recording.jsonl');
    const text = readFileSync(join(STORED, 'recording.jsonl'), 'utf8');
    writeFileSync(
      path,
      text.replace('\n', '\n{"kind":"semgrep","scan":{"status":"completed","findings":[{"path":"a"}]}}\n'),
    );
    const { code, stdout, stderr } = await replay(copyStored(), path);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      'recording.jsonl: line 2 is not a line of a recording that this version can read; version 0.1.0 made it.\n',
    );
  });
});
