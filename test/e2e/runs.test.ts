/** Stored runs through the command line: listed, shown, compared, printed again, removed. */
import { chmodSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FORMAT_NAMES } from '../../src/protocol/config/config-names.ts';
import { openRunStore } from '../../src/runs/store/run-store.ts';
import { readVersion } from '../../src/version.ts';
import { sampleReports } from '../support/sample-reports.ts';
import { fillRunStore, type RunToStore } from '../support/stored-runs.ts';
import { type CliResult, createFolder, runCli, runProcess } from './run-cli.ts';

// A command and a query made from a parameter alone: MEDIUM.
const SHELL = "import { exec } from 'node:child_process';\nexport const run = (name: string) => exec(`ls ${name}`);\n";
const QUERY = 'export const find = (db: Db, id: string) => db.query("SELECT * FROM t WHERE id = " + id);\n';

const validate = (name: string, document: string): unknown => {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas', name), 'utf8'));
  const check = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  return check(JSON.parse(document)) ? [] : check.errors;
};

interface Place {
  readonly folder: string;
  readonly state: string;
  run(...args: readonly string[]): Promise<CliResult>;
}

function createPlace(files: Readonly<Record<string, string>> = {}): Place {
  const folder = realpathSync(createFolder(files));
  const state = createFolder();
  return {
    folder,
    state,
    run: (...args) => runCli(args, { cwd: folder, env: { CONSENSUS_REVIEW_STATE_DIR: state } }),
  };
}

const HOUR = 3_600_000;
const stored = (place: Place, at: number, said: Partial<RunToStore> = {}): RunToStore => {
  const id = `2026111${at}T080000Z-${at}abcd${at}`;
  const report = said.report === undefined ? sampleReports.veto : said.report;
  return {
    id,
    root: place.folder,
    startedAt: Date.now() - (10 - at) * HOUR,
    ...said,
    report: report === null ? null : { ...report, run: { ...report.run, id } },
  };
};

describe('report', () => {
  /** Events are written while a run goes on: the times of a stored one differ. */
  const formats = FORMAT_NAMES.filter((format) => format !== 'jsonl');

  test('prints a run again in every format, byte for byte, with its exit code', async () => {
    const place = createPlace({ 'src/a.ts': SHELL, 'src/b.ts': QUERY });
    const outputs = (name: string) =>
      formats.flatMap((format) => ['-o', `${format}=${place.folder}/${name}.${format}`]);
    const ran = await place.run('review', 'src', '-f', 'json', '--quiet', '--fail-on', 'medium', ...outputs('ran'));
    const again = await place.run('report', 'latest', '-f', 'json', ...outputs('again'));
    expect([again.code, again.stdout]).toEqual([1, ran.stdout]);
    expect(ran.code).toBe(1);
    const { id } = JSON.parse(ran.stdout).run;
    for (const format of formats) {
      const read = (name: string): string => readFileSync(join(place.folder, `${name}.${format}`), 'utf8');
      expect(read('again')).toBe(read('ran'));
      const printed = await place.run('report', id, '-f', format, '--fail-on', 'never');
      expect([printed.code, printed.stdout]).toEqual([0, read('ran')]);
    }
    expect((await place.run('report', id, '--fail-on', 'high', '-f', 'json')).code).toBe(0);
  });

  test('of a run that ended before its time has the exit code of the run', async () => {
    const place = createPlace();
    const why = { status: 'interrupted', reason: 'the deadline passed (--deadline)', exitCode: 1 } as const;
    await fillRunStore(place.state, [stored(place, 1, { ...why, report: sampleReports.partial })]);
    expect((await place.run('report', 'latest', '-f', 'json')).code).toBe(1);
    expect((await place.run('report', 'latest', '-f', 'json', '--fail-on', 'never')).code).toBe(3);
  });

  test('of an interrupted run says so and how to go on', async () => {
    const place = createPlace();
    const why = { status: 'interrupted', reason: 'it was interrupted', exitCode: 130 } as const;
    await fillRunStore(place.state, [
      stored(place, 1, { ...why, report: sampleReports.partial }),
      stored(place, 2, { ...why, report: null }),
    ]);
    const partial = await place.run('report', 'latest~1', '-f', 'json');
    expect([partial.code, JSON.parse(partial.stdout).complete]).toEqual([130, false]);
    expect((await place.run('report', 'latest~1', '--fail-on', 'veto')).code).toBe(3);
    expect(partial.stderr).toContain('resume it with: consensus-review resume 20261111T080000Z-1abcd1');
    const none = await place.run('report', 'latest');
    expect([none.code, none.stdout]).toEqual([4, '']);
    expect(none.stderr).toContain('was interrupted before there was a report');
    expect(none.stderr).toContain('consensus-review resume 20261112T080000Z-2abcd2');
  });

  test('refuses what is not there, and a format that does not exist', async () => {
    const place = createPlace();
    const nothing = await place.run('report', 'latest');
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('no runs are stored')]);
    await fillRunStore(place.state, [stored(place, 1)]);
    const unknown = await place.run('report', 'nowhere');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no stored run is called `nowhere`')]);
    const format = await place.run('report', 'latest', '-f', 'pdf');
    expect([format.code, format.stdout]).toEqual([2, '']);
    const elsewhere = await place.run('report', 'latest', '-C', place.state);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('runs list --all')]);
  });
});

test('what only reads works in a state folder that cannot be written; what writes says so', async () => {
  const place = createPlace();
  await fillRunStore(place.state, [stored(place, 1, { exitCode: 1 })]);
  for (const folder of [place.folder, place.state]) chmodSync(folder, 0o555);
  chmodSync(join(place.state, 'runs-1.sqlite'), 0o444);
  onTestFinished(() => chmodSync(place.state, 0o755));
  const env = { CONSENSUS_REVIEW_STATE_DIR: place.state };
  const run = (...args: readonly string[]) => runProcess(args, { cwd: place.folder, env, isBound: true });
  const list = await run('runs', '-f', 'json');
  expect([list.code, list.stderr, JSON.parse(list.stdout).runs.length]).toEqual([0, '', 1]);
  const report = await run('report', 'latest', '-f', 'json');
  expect([report.code, JSON.parse(report.stdout).run.id]).toEqual([1, '20261111T080000Z-1abcd1']);
  expect((await run('runs', 'show', 'latest')).code).toBe(0);
  const pruned = await run('runs', 'prune', '--keep', '0', '--yes');
  expect([pruned.code, pruned.stderr]).toEqual([2, expect.stringContaining('CONSENSUS_REVIEW_STATE_DIR')]);
});

describe('runs', () => {
  test('are listed newest first, by folder, with a limit; every name of a run finds it', async () => {
    const place = createPlace();
    await fillRunStore(place.state, [
      ...[1, 2, 3].map((at) => stored(place, at)),
      stored(place, 4, { root: '/elsewhere', report: sampleReports.complete }),
    ]);
    const list = await place.run('runs', 'list', '-f', 'json', '--limit', '2');
    expect(validate('runs.schema.json', list.stdout)).toEqual([]);
    const document = JSON.parse(list.stdout);
    expect(document.runs.map((run: { id: string }) => run.id.slice(-6))).toEqual(['3abcd3', '2abcd2']);
    expect(document).toMatchObject({ root: place.folder, left_out: 1, elsewhere: 1 });
    expect(document.runs[0]).toMatchObject({ verdict: 'VETO', status: 'finished', resumable: false, has_report: true });
    const all = JSON.parse((await place.run('runs', '--all', '-f', 'json')).stdout);
    expect([all.root, all.runs.length, all.runs[0].root]).toEqual([null, 4, '/elsewhere']);
    const table = await place.run('runs', '-f', 'terminal');
    expect(table.stdout.split('\n').filter((line) => line.startsWith('2026'))).toHaveLength(3);
    for (const name of ['latest', '20261113', '3abcd3', '3ab', '20261113T080000Z-3abcd3']) {
      const { stdout } = await place.run('runs', 'show', name, '-f', 'json');
      expect(JSON.parse(stdout).run.id).toBe('20261113T080000Z-3abcd3');
    }
    const ambiguous = await place.run('runs', 'show', '2026111');
    expect([ambiguous.code, ambiguous.stderr]).toEqual([2, expect.stringContaining('Give more characters of the id')]);
    const before = await place.run('-C', place.folder, 'runs', 'show', 'latest~2', '-f', 'json');
    expect(JSON.parse(before.stdout).run.id).toBe('20261111T080000Z-1abcd1');
    expect((await place.run('runs', 'list', '--limit', '0')).code).toBe(2);
    const over = await place.run('resume', '3ab');
    expect([over.code, over.stderr]).toEqual([0, expect.stringContaining('is already finished')]);
  });

  test('nothing stored is an empty list, not an error', async () => {
    const place = createPlace();
    const { code, stdout } = await place.run('runs', '-f', 'json');
    expect([code, JSON.parse(stdout).runs]).toEqual([0, []]);
    expect((await place.run('runs', 'prune', '--yes')).stdout).toBe('Nothing to remove.\n');
  });

  test('the ledger of a run is its bill, as JSON, CSV and on the page', async () => {
    const place = createPlace();
    await fillRunStore(place.state, [stored(place, 1, { report: sampleReports.audit })]);
    const json = await place.run('runs', 'show', '-f', 'json');
    expect(validate('run.schema.json', json.stdout)).toEqual([]);
    const { ledger } = JSON.parse(json.stdout);
    const { ledger: entries, ...bill } = sampleReports.audit.usage;
    expect([ledger.total, ledger.entries, ledger.source]).toEqual([bill, entries, 'report']);
    const rows = (await place.run('runs', 'show', '-f', 'csv')).stdout
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const sumOf = (name: string): number => {
      const column = rows[0]?.indexOf(name) ?? -1;
      return rows.slice(1).reduce((sum, row) => sum + Number(row[column]), 0);
    };
    for (const name of Object.keys(bill) as (keyof typeof bill)[]) expect(sumOf(name)).toBeCloseTo(bill[name], 6);
    const page = await place.run('runs', 'show', '-f', 'terminal');
    expect(page.stdout).toMatch(/Total +14 +51,200 +30,000 +4,100 +\$0\.21\+\?/u);
  });

  test('a run that broke off shows what was recorded, and what nobody can tell', async () => {
    const place = createPlace();
    const usage = {
      inputTokens: 4000,
      cachedInputTokens: 0,
      cacheWriteInputTokens: 0,
      outputTokens: 50,
      isEstimated: false,
    };
    const attempts = [{ model: 'anthropic/claude-sonnet-4-5', outcome: { kind: 'replied', mayBeBilled: true, usage } }];
    await fillRunStore(place.state, [
      stored(place, 1, {
        report: null,
        status: 'interrupted',
        version: readVersion(),
        steps: [{ key: '1/security-reviewer/1', kind: 'call', value: { attempts } }],
        openSteps: [{ key: '1/go-reviewer/1', kind: 'call' }],
      }),
    ]);
    const { ledger, journal, run } = JSON.parse((await place.run('runs', 'show', '-f', 'json')).stdout);
    expect(ledger).toMatchObject({ source: 'journal', open_calls: 1, total: { calls: 1, input_tokens: 4000 } });
    expect(ledger.total.cost_usd).toBeCloseTo((4000 * 3 + 50 * 15) / 1e6, 9);
    expect([journal.open, run.resumable]).toEqual([1, true]);
  });
});

test('what a run of a fleet cost is not told as nothing where its report is not here', async () => {
  const place = createPlace();
  const database = 'postgresql://reviewer@db.example/reviews';
  const command = { name: 'review', positional: ['src'], flags: { database }, cwd: place.folder } as const;
  const handedOver = stored(place, 1, { report: null, status: 'interrupted', reason: 'its process ended', command });
  await fillRunStore(place.state, [handedOver, stored(place, 2, { command })]);
  const show = `consensus-review runs show ${handedOver.id} --database URL`;
  for (const format of ['terminal', 'markdown']) {
    const { stdout } = await place.run('runs', 'show', handedOver.id, '-f', format);
    expect(stdout.replaceAll(/\s+/gu, ' ')).toContain(
      'handed to a fleet and its report was not fetched; the fleet knows its cost',
    );
    expect(stdout).toContain(show);
    expect(stdout).not.toContain('nothing was spent');
  }
  const json = (await place.run('runs', 'show', handedOver.id, '-f', 'json')).stdout;
  expect(validate('run.schema.json', json)).toEqual([]);
  expect(JSON.parse(json)).toMatchObject({ ledger: null, database });
  const csv = await place.run('runs', 'show', handedOver.id, '-f', 'csv');
  expect(csv.stderr).toContain('the fleet knows its cost');
  const followed = await place.run('runs', 'show', 'latest', '-f', 'json');
  expect(JSON.parse(followed.stdout)).toMatchObject({ ledger: { source: 'report' }, database });
});

describe('runs compare', () => {
  test('says what is new, fixed and still there, and nothing of what it did not look at', async () => {
    const place = createPlace({ 'src/a.ts': SHELL, 'src/b.ts': QUERY, 'lib/c.ts': QUERY });
    await place.run('review', '--all', '--quiet', '-f', 'json', '-o', `json=${place.folder}/first.json`);
    writeFileSync(join(place.folder, 'src/a.ts'), `// moved\n\n${SHELL}`);
    writeFileSync(join(place.folder, 'src/b.ts'), 'export const nothing = 1;\n');
    writeFileSync(join(place.folder, 'src/d.ts'), SHELL);
    await place.run('review', 'src', '--quiet');
    const json = await place.run('runs', 'compare', 'latest~1', 'latest', '-f', 'json');
    expect(validate('comparison.schema.json', json.stdout)).toEqual([]);
    const comparison = JSON.parse(json.stdout);
    const filesOf = (change: string): readonly string[] =>
      comparison[change].map(({ before, after }: Record<string, { file: string }>) => (after ?? before)?.file);
    expect(new Set(filesOf('fixed'))).toEqual(new Set(['src/b.ts']));
    expect(new Set(filesOf('unknown'))).toEqual(new Set(['lib/c.ts']));
    expect([new Set(filesOf('new')), filesOf('newly_seen')]).toEqual([new Set(['src/d.ts']), []]);
    expect(new Set(filesOf('still_there'))).toEqual(new Set(['src/a.ts']));
    expect(comparison.still_there[0]).toMatchObject({ before: { line: 2 }, after: { line: 4 } });
    expect(comparison.differences).toContain('scope: whole folder → src');
    const fromFile = await place.run('runs', 'compare', 'first.json', '-f', 'json');
    expect(JSON.parse(fromFile.stdout)).toEqual(comparison);
    const gate = await place.run('runs', 'compare', 'latest~1', '--fail-on', 'medium');
    expect([json.code, gate.code]).toEqual([0, 1]);
    expect(gate.stderr).toContain('--fail-on medium');
    const page = await place.run('runs', 'compare', 'latest~1', '-f', 'terminal');
    expect(page.stdout).toMatch(/[1-9]\d* new · \d+ fixed · \d+ unknown · \d+ still there/u);
    const itself = await place.run('runs', 'compare', 'latest', 'latest', '--fail-on', 'low');
    expect(itself.code).toBe(0);
  });

  test('a file that is no report is refused with its first fault', async () => {
    const place = createPlace({ 'broken.json': '{', 'other.json': '{"schema":"x"}' });
    for (const name of ['broken.json', 'other.json', 'absent.json']) {
      const { code, stdout, stderr } = await place.run('runs', 'compare', name, 'latest');
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(name);
    }
  });
});

describe('runs prune', () => {
  const big = { key: 'k', kind: 'call', value: Array.from({ length: 40_000 }, (_, i) => (i * 2_654_435_761) % 99_991) };

  test('shows first, removes with --yes, keeps what is under way and gives the space back', async () => {
    const place = createPlace();
    await fillRunStore(
      place.state,
      [1, 2, 3, 4].map((at) => stored(place, at, { steps: [big] })),
    );
    using store = openRunStore({ stateDir: place.state, clock: { now: () => Date.now() } });
    const facts = {
      root: place.folder,
      playbook: 'review',
      mode: 'review',
      model: 'embedded',
      selection: 'src',
    } as const;
    const command = { name: 'review', positional: [], flags: {}, cwd: place.folder } as const;
    using _running = store.begin({ ...facts, id: 'under-way', command, settings: {}, version: '0', startedAt: 1000 });
    const file = join(place.state, 'runs-1.sqlite');
    const idsOf = async (): Promise<readonly string[]> =>
      JSON.parse((await place.run('runs', '-f', 'json')).stdout).runs.map((run: { id: string }) => run.id);
    const before = await idsOf();
    const shown = await place.run('runs', 'prune', '--keep', '2');
    expect(shown.stdout).toContain('Nothing was removed. Add --yes to remove.');
    expect(await idsOf()).toEqual(before);
    const dry = await place.run('runs', 'prune', '--keep', '2', '--yes', '--dry-run', '-f', 'json');
    expect(validate('pruned.schema.json', dry.stdout)).toEqual([]);
    const size = statSync(file).size;
    const done = await place.run('runs', 'prune', '--keep', '2', '--yes', '-f', 'json');
    expect(JSON.parse(done.stdout)).toMatchObject({ removed: true, runs: JSON.parse(dry.stdout).runs });
    expect(await idsOf()).toEqual(['20261114T080000Z-4abcd4', 'under-way']);
    expect(statSync(file).size).toBeLessThan(size);
    const old = await place.run('runs', 'prune', '--older-than', '1h', '--yes', '-f', 'json');
    expect(JSON.parse(old.stdout).runs).toEqual(['20261114T080000Z-4abcd4']);
    const busy = await place.run('runs', 'prune', 'under-way', '--yes');
    expect([busy.code, busy.stderr]).toEqual([2, expect.stringContaining('under-way is still running')]);
    expect(await idsOf()).toEqual(['under-way']);
  });

  test('removes named runs, or the oldest down to a size', async () => {
    const place = createPlace();
    await fillRunStore(
      place.state,
      [1, 2, 3].map((at) => stored(place, at, { steps: [big] })),
    );
    const named = await place.run('runs', 'prune', 'latest~1', '--yes', '-f', 'json');
    expect(JSON.parse(named.stdout)).toMatchObject({ removed: true, runs: ['20261112T080000Z-2abcd2'], kept: 2 });
    expect(JSON.parse(named.stdout).bytes).toBeGreaterThan(0);
    const sized = await place.run('runs', 'prune', '--max-size', '1', '--yes', '-f', 'json');
    expect(JSON.parse(sized.stdout).runs).toHaveLength(2);
    expect((await place.run('runs', 'prune', '--older-than', 'soon')).code).toBe(2);
  });
});

test('a name that several runs share is ambiguous, not missing', async () => {
  const place = createPlace();
  await fillRunStore(place.state, [stored(place, 1), stored(place, 2)]);
  const { code, stderr } = await place.run('runs', 'show', '20');
  expect(code).toBe(2);
  expect(stderr).toBe(
    'error: Several runs match: `20` could be 20261112T080000Z-2abcd2, 20261111T080000Z-1abcd1.\n  Give more characters of the id.\n',
  );
});

test('a word that is no verb of `runs` is named, with those that are', async () => {
  const bogus = await runCli(['runs', 'bogus']);
  expect([bogus.code, bogus.stderr]).toEqual([
    2,
    expect.stringContaining('Unknown flag or argument: `runs bogus`; there are list, show, compare, prune.'),
  ]);
  const more = await runCli(['runs', 'list', 'bogus']);
  expect([more.code, more.stderr]).toEqual([2, expect.stringContaining('`runs list` takes no `bogus`.')]);
});

test('help teaches by example, and shells complete the verbs', async () => {
  const { stdout } = await runCli(['runs', '--help']);
  expect(stdout).toContain('consensus-review runs compare latest~1');
  for (const verb of ['list', 'show', 'compare', 'prune']) expect(stdout).toContain(`${verb} `);
  expect((await runCli(['report', '--help'])).stdout).toMatch(
    new RegExp(`as ${FORMAT_NAMES.join(',\\s+')}[^]*consensus-review report latest`, 'u'),
  );
  expect((await runCli(['completion', 'bash'])).stdout).toMatch(/runs\) words="list show compare prune/u);
});
