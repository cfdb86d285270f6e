/** Settings of a repository that nobody trusts: what decides the exit code, sends anything out or starts anything does not count (TRUST-02). */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { CONFIG_KEYS } from '../../src/protocol/config/config-keys.ts';
import type { ConfigKey, ConfigValues } from '../../src/protocol/config/config-schema.ts';
import { KEY_TRUST, mayRepositorySet, type Standing } from '../../src/protocol/config/config-trust.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { loadSettings } from '../../src/wiring/settings.ts';
import { createFolder, runCli, testEnvironment, writeFiles } from '../e2e/run-cli.ts';
import { times } from '../tier.ts';

const INJECTION =
  "import { exec } from 'node:child_process';\n\nexport function run(request: { query: { name: string } }): void {\n  exec(`ls ${request.query.name}`);\n}\n";
const CONFIG = 'consensus-review.config.json';
const LOOSE = JSON.stringify({ fail_on: 'never', ignore_vetoes: true });
const OWN_CONFIG = 'consensus-review/config.json';

/** A value of every key that is not its default. */
const VALUES: Required<ConfigValues> = {
  $schema: './schema.json',
  reviewers: ['documentation-reviewer'],
  model: 'openai/theirs',
  reviewer_models: { 'security-reviewer': 'openai/theirs' },
  panel: ['openai/theirs', 'openai/other'],
  fallback: 'openai/theirs',
  protocol: 'vote',
  min_agreement: 3,
  verify: 'never',
  models_without_tools: ['openai/theirs'],
  reasoning: 'high',
  checklists: 'split',
  context_windows: { 'openai/theirs': 4096 },
  context_files: ['docs/threats.md'],
  complexity: 'complex',
  project_kind: 'library',
  embedding_model: 'openai/vectors',
  commands: { mine: ['touch', 'x'] },
  prices: { 'openai/theirs': { input: 0, output: 0 } },
  waves: 1,
  concurrency: 1,
  max_tokens: 100_000,
  max_cost: 1,
  deadline: '1h',
  agent_timeout: '1h',
  call_timeout: '1h',
  fail_on: 'never',
  allow_partial: true,
  accept_not_assessed: true,
  allow_empty: true,
  journal: false,
  ignore_vetoes: true,
  include: ['docs/**'],
  exclude: ['gen/**'],
  max_file_bytes: 100_000,
  progressive_summarization: { full_analysis_threshold: 0.5 },
  veto: { 'security-reviewer': false },
  base_budgets: { 'security-reviewer': 1000 },
  external_analyzers: ['none'],
  semgrep_rules: ['rules.yaml'],
  advisory_database: 'osv',
  allow_network: true,
  suppressions: [{ paths: ['gen/**'], reason: 'made by a program' }],
  severity_overrides: [{ rules: ['a-b'], severity: 'LOW', reason: 'agreed' }],
  format: 'json',
};

const showConfig = async (cwd: string, ...flags: readonly string[]) => {
  const env = { CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: '' };
  const { stdout, stderr, code } = await runCli(['config', 'show', '-f', 'json', ...flags], { cwd, env });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as {
    readonly values: Readonly<Record<string, { readonly value: unknown; readonly origin: string }>>;
    readonly disregarded: readonly { readonly path: string; readonly keys: readonly string[] }[];
    readonly trusted: string;
  };
};

describe('every key of a configuration that lies in the reviewed folder [TRUST-02]', () => {
  const keys = CONFIG_KEYS.filter((key) => key !== '$schema');

  let plain: Awaited<ReturnType<typeof showConfig>>;
  beforeAll(async () => {
    plain = await showConfig(createFolder({ 'src/a.ts': '' }), '--all');
  });

  test.each(keys)('%s', async (key) => {
    const folder = createFolder({ [CONFIG]: JSON.stringify({ [key]: VALUES[key] }), 'src/a.ts': '' });
    const [shown, trusting] = [
      await showConfig(folder, '--all'),
      await showConfig(folder, '--all', '--trust-repository'),
    ];
    expect(trusting.values).not.toEqual(plain.values);
    expect(trusting.disregarded).toEqual([]);
    if (KEY_TRUST[key] === 'anyone') expect([shown.values, shown.disregarded]).toEqual([trusting.values, []]);
    else expect([shown.values, shown.disregarded]).toEqual([plain.values, [{ path: CONFIG, keys: [key] }]]);
  });

  test.each(keys)('%s is checked though it does not count', async (key) => {
    const folder = createFolder({ [CONFIG]: JSON.stringify({ [key]: { no: { such: null } } }), 'src/a.ts': '' });
    const { code, stderr } = await runCli(['review', '--all'], { cwd: folder });
    expect([code, stderr]).toEqual([2, expect.stringContaining(key)]);
  });

  test.each([
    { reviewer_models: { 'securty-reviewer': 'openai/x' } },
    { veto: { nobody: false } },
    { panel: ['openai/a', 'openai/a'] },
  ])('%j is wrong, though it does not count', async (config) => {
    const folder = createFolder({ [CONFIG]: JSON.stringify(config), 'src/a.ts': '' });
    expect((await runCli(['review', '--all'], { cwd: folder })).code).toBe(2);
  });

  test('what decides the exit code, sends or starts anything is none of anyone', () => {
    const strict = ['fail_on', 'allow_partial', 'ignore_vetoes', 'veto', 'reviewers', 'include', 'external_analyzers'];
    const outward = ['model', 'reviewer_models', 'panel', 'fallback', 'embedding_model', 'commands', 'allow_network'];
    for (const key of [...strict, ...outward]) expect(mayRepositorySet(key as ConfigKey, 'untrusted')).toBe(false);
    for (const key of outward) expect(mayRepositorySet(key as ConfigKey, 'base')).toBe(false);
  });
});

/** Some keys with a value that differs from the default; the order is any. */
const someValues = fc
  .uniqueArray(fc.constantFrom(...CONFIG_KEYS), { maxLength: 12 })
  .map((keys) => Object.fromEntries(keys.map((key) => [key, VALUES[key]])) as ConfigValues);

/** What the user may have said, other than the repository does. */
const ofUser = fc.record(
  {
    fail_on: fc.constantFrom('low', 'high'),
    model: fc.constantFrom('embedded', 'anthropic/mine'),
    veto: fc.constant({ 'security-reviewer': true }),
    max_tokens: fc.constant(5),
    reviewer_models: fc.constant({ 'documentation-reviewer': 'anthropic/mine' }),
  },
  { requiredKeys: [] },
);

test('whatever an untrusted repository sets, keys that need trust are as if it were not there [TRUST-02]', async () => {
  const root = createFolder({ 'src/a.ts': '' });
  const bare = createFolder({ 'src/a.ts': '' });
  const home = createFolder({ [OWN_CONFIG]: '{}' });
  const load = async (folder: string, env: Readonly<Record<string, string>>) => {
    const selection = { kind: 'all' } as const;
    const environment = { XDG_CONFIG_HOME: home, ...env };
    const settings = await loadSettings({
      root: folder,
      selection,
      configPath: null,
      environment,
      flags: {},
      stateDir: null,
    });
    await settings.repository[Symbol.asyncDispose]();
    return settings;
  };
  await fc.assert(
    fc.asyncProperty(someValues, ofUser, fc.boolean(), async (theirs, mine, byVariable) => {
      writeFileSync(join(root, CONFIG), JSON.stringify(theirs));
      writeFileSync(join(home, OWN_CONFIG), JSON.stringify(mine));
      const env: Record<string, string> = byVariable ? { CONSENSUS_REVIEW_FAIL_ON: 'medium' } : {};
      const [with_, without] = [await load(root, env), await load(bare, env)];
      const needing = Object.entries(with_.config).filter(([name]) => {
        const key = name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`).replace(/_usd$|_ms$/u, '');
        return key in KEY_TRUST && KEY_TRUST[key as ConfigKey] !== 'anyone';
      });
      expect(needing.length).toBeGreaterThan(15);
      for (const [name, value] of needing) expect([name, value]).toEqual([name, without.config[name as 'failOn']]);
      expect(with_.roster).toEqual(without.roster);
      expect(with_.trustsRepository).toBe(false);
      const named = Object.keys(theirs).filter((key) => KEY_TRUST[key as ConfigKey] !== 'anyone');
      expect(with_.origin.disregarded.flatMap(({ keys }) => keys).sort()).toEqual(named.sort());
      // What the user says wins over a repository that is not trusted.
      if (mine.max_tokens !== undefined) expect(with_.config.maxTokens).toBe(mine.max_tokens);
    }),
    { numRuns: times(1000, 10_000) },
  );
});

const reviewJson = async (cwd: string, env: Readonly<Record<string, string>>, ...flags: readonly string[]) => {
  const { code, stdout, stderr } = await runCli(
    ['review', '--all', '-f', 'json', '--quiet', '--reviewers', 'security', ...flags],
    { cwd, env },
  );
  return { code, stderr, report: JSON.parse(stdout === '' ? '{}' : stdout) as ReportDocument };
};

describe('who is believed', () => {
  const open = (): string => createFolder({ 'src/run.ts': INJECTION, [CONFIG]: LOOSE });

  test('not the repository: its review blocks, and says what was not used and what to do', async () => {
    const { code, stderr, report } = await reviewJson(open(), {});
    expect([code, report.verdict]).toEqual([1, 'VETO']);
    const line = `${CONFIG}: fail_on, ignore_vetoes not used, because this repository is not trusted`;
    expect(report.warnings).toEqual([expect.stringContaining(line)]);
    for (const way of ['--trust-repository', '--config', 'consensus-review trust']) expect(stderr).toContain(way);
    expect(stderr.split('\n').filter((each) => each.includes('not used'))).toHaveLength(1);
  });

  test('flag, environment, --config, the own configuration of the user', async () => {
    const own = createFolder({ [OWN_CONFIG]: '{ "fail_on": "never" }' });
    const home = createFolder({ [`.config/${OWN_CONFIG}`]: '{ "fail_on": "never" }' });
    const folder = open();
    expect((await reviewJson(folder, {}, '--trust-repository')).code).toBe(0);
    expect((await reviewJson(folder, {}, '--fail-on', 'never')).code).toBe(0);
    expect((await reviewJson(folder, {}, '--config', join(folder, CONFIG))).code).toBe(0);
    expect((await reviewJson(folder, { CONSENSUS_REVIEW_FAIL_ON: 'never' })).code).toBe(0);
    expect((await reviewJson(folder, { XDG_CONFIG_HOME: own })).code).toBe(0);
    expect((await reviewJson(folder, { HOME: home })).code).toBe(0);
  });

  test('not an own configuration that lies in the reviewed folder, or a relative one', async () => {
    const folder = open();
    writeFiles(folder, { [`home/${OWN_CONFIG}`]: '{ "fail_on": "never" }' });
    const { code, report } = await reviewJson(folder, { XDG_CONFIG_HOME: join(folder, 'home') });
    expect([code, report.warnings]).toEqual([
      1,
      expect.arrayContaining([expect.stringContaining('lies in the reviewed')]),
    ]);
    expect((await reviewJson(folder, { XDG_CONFIG_HOME: 'home' })).code).toBe(1);
  });

  test('a wrong value in the own configuration is an error that names it', async () => {
    const own = createFolder({ [OWN_CONFIG]: '{ "fail_onn": "never" }' });
    const { code, stderr } = await runCli(['review', '--all'], { cwd: open(), env: { XDG_CONFIG_HOME: own } });
    expect([code, stderr]).toEqual([2, expect.stringContaining(join(own, OWN_CONFIG))]);
  });

  test('a custom reviewer names no model and gives up no right without trust', async () => {
    const house = '---\nname: house\ndescription: Ours.\ncan_veto: false\nmodel: openai/theirs\n---\nLook.\n';
    const folder = createFolder({ 'src/a.ts': '', '.consensus-review/reviewers/house.md': house });
    const reviewersOf = async (...flags: readonly string[]): Promise<unknown> =>
      JSON.parse((await runCli(['config', 'show', '--all', '-f', 'json', ...flags], { cwd: folder })).stdout).reviewers;
    expect(await reviewersOf()).toEqual([{ name: 'house', model: null, can_veto: true }]);
    expect(await reviewersOf('--trust-repository')).toEqual([
      { name: 'house', model: 'openai/theirs', can_veto: false },
    ]);
  });

  test('what its ignore file and its exclude leave out is counted and named', async () => {
    const folder = createFolder({
      'src/run.ts': INJECTION,
      'src/b.ts': '',
      'gen/c.ts': '',
      [CONFIG]: '{ "exclude": ["gen/**"] }',
      '.consensus-reviewignore': 'src/run.ts\n',
    });
    const { report } = await reviewJson(folder, {});
    const note = '2 source files were left out by the ignore file, exclude or .gitignore: gen/c.ts, src/run.ts';
    expect(report.notes).toContain(note);
    expect(report.scope).toMatchObject({ source_left_out: { ignored: 2 } });
    for (const format of ['terminal', 'markdown']) {
      const { stdout } = await runCli(['review', '--all', '-f', format, '--quiet'], { cwd: folder });
      expect(stdout.replace(/\s+/gu, ' ')).toContain('2 source files were left out');
    }
  });
});

describe('consensus-review trust', () => {
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const clone = (origin = 'https://me:secret@example.org/a/b.git'): string => {
    const folder = createFolder({ 'src/run.ts': INJECTION, [CONFIG]: LOOSE });
    git(folder, 'init', '-q', '-b', 'main');
    git(folder, 'remote', 'add', 'origin', origin);
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'first');
    return folder;
  };
  const trust = (cwd: string, state: string, ...flags: readonly string[]) =>
    runCli(['trust', ...flags], { cwd, env: { CONSENSUS_REVIEW_STATE_DIR: state } });
  const exitOf = async (cwd: string, state: string): Promise<number | null> =>
    (await reviewJson(cwd, { CONSENSUS_REVIEW_STATE_DIR: state })).code;

  test('marks a repository by path and origin, for all of its folders, until it is taken back', async () => {
    const [folder, state] = [clone(), createFolder()];
    expect(await exitOf(folder, state)).toBe(1);
    expect((await trust(folder, state)).stdout).toBe(`trusted: ${folder} (example.org/a/b)\n`);
    expect(readFileSync(join(state, 'trusted.json'), 'utf8')).not.toContain('secret');
    expect([await exitOf(folder, state), await exitOf(join(folder, 'src'), state)]).toEqual([0, 0]);
    expect((await trust(folder, state, '--list')).stdout).toContain(folder);
    expect((await trust(folder, state, '--remove')).stdout).toContain('no longer trusted');
    expect(await exitOf(folder, state)).toBe(1);
    expect((await trust(folder, state, '--list', '-f', 'json')).stdout).toContain('"repositories": []');
  });

  test('does not hold for a copy elsewhere, another origin, another repository inside, or a state folder of its own', async () => {
    const [folder, state] = [clone(), createFolder()];
    await trust(folder, state);
    const copy = join(createFolder(), 'copy');
    cpSync(folder, copy, { recursive: true });
    expect(await exitOf(copy, state)).toBe(1);
    // What the repository could bring along itself.
    const inside = join(copy, '.state');
    mkdirSync(inside);
    const mark = { path: copy, origin: 'example.org/a/b', since: '2026-01-01T00:00:00.000Z' };
    writeFileSync(join(inside, 'trusted.json'), JSON.stringify({ repositories: [mark] }));
    expect(await exitOf(copy, inside)).toBe(1);
    expect(await trust(copy, inside)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('lies in the repository'),
    });
    const nested = join(folder, 'nested');
    cpSync(copy, nested, { recursive: true });
    expect(await exitOf(nested, state)).toBe(1);
    git(folder, 'remote', 'set-url', 'origin', 'https://evil.example/a/b.git');
    expect(await exitOf(folder, state)).toBe(1);
    writeFileSync(join(state, 'trusted.json'), '{ "repositories": [ { "path": ');
    expect(await exitOf(folder, state)).toBe(1);
  });

  test('goes by the real path: a link to the folder is the folder, a link that leads elsewhere is not', async () => {
    const [folder, other, state] = [clone(), clone(), createFolder()];
    const link = join(createFolder(), 'link');
    symlinkSync(folder, link);
    await trust(link, state);
    expect([await exitOf(folder, state), await exitOf(link, state)]).toEqual([0, 0]);
    renameSync(link, `${link}-old`);
    symlinkSync(other, link);
    expect(await exitOf(link, state)).toBe(1);
  });

  test('a linked work tree is a folder of its own, and its mark goes with the repository that it shares', async () => {
    const [folder, state] = [clone(), createFolder()];
    await trust(folder, state);
    const tree = join(createFolder(), 'tree');
    git(folder, 'worktree', 'add', '-q', '-b', 'x', tree);
    expect(await exitOf(tree, state)).toBe(1);
    await trust(tree, state);
    expect(await exitOf(tree, state)).toBe(0);
    const moved = join(dirname(tree), 'moved');
    renameSync(tree, moved);
    expect(await exitOf(moved, state)).toBe(1);
  });

  test('does not apply what a change brings along, and lets its comments silence nobody', async () => {
    const [folder, state] = [clone(), createFolder()];
    writeFiles(folder, { [CONFIG]: '{ "model": "openai/ours", "fail_on": "high" }' });
    git(folder, 'commit', '-qam', 'second');
    await trust(folder, state);
    git(folder, 'checkout', '-q', '-b', 'x');
    writeFiles(folder, { [CONFIG]: LOOSE });
    git(folder, 'commit', '-qam', 'third');
    const settings = await loadSettings({
      root: folder,
      selection: { kind: 'auto' },
      configPath: null,
      environment: testEnvironment(),
      flags: {},
      stateDir: state,
    });
    await settings.repository[Symbol.asyncDispose]();
    expect(settings.config).toMatchObject({ model: 'openai/ours', failOn: 'high', ignoreVetoes: false });
    expect([settings.trustsRepository, settings.origin.unapplied]).toEqual([false, [CONFIG]]);
  });

  test('init trusts the repository that it configures', async () => {
    const [folder, state] = [createFolder({ 'src/run.ts': INJECTION }), createFolder()];
    const env = { CONSENSUS_REVIEW_STATE_DIR: state };
    expect((await runCli(['init', '--print'], { cwd: folder, env })).code).toBe(0);
    expect(existsSync(join(state, 'trusted.json'))).toBe(false);
    expect((await runCli(['init'], { cwd: folder, env })).stdout).toContain(`trusted ${folder}`);
    writeFiles(folder, { [CONFIG]: LOOSE });
    expect(await exitOf(folder, state)).toBe(0);
  });
});

describe('config show', () => {
  test('names the origin of every value, for people and for programs', async () => {
    const own = createFolder({ [OWN_CONFIG]: '{ "max_cost": 2, "veto": { "go-reviewer": false } }' });
    const folder = createFolder({ 'src/a.ts': '', [CONFIG]: '{ "exclude": ["gen/**"], "fail_on": "never" }' });
    const env = { XDG_CONFIG_HOME: own, CONSENSUS_REVIEW_WAVES: '2' };
    const call = ['config', 'show', '--all', '--panel', 'openai/a,openai/b'];
    const { stdout } = await runCli([...call, '-f', 'json'], { cwd: folder, env });
    const { values, schema } = JSON.parse(stdout);
    expect(schema).toBe('consensus-review/config@1');
    expect(values).toMatchObject({
      max_cost: { value: 2, origin: join(own, OWN_CONFIG) },
      'veto.go-reviewer': { value: false, origin: join(own, OWN_CONFIG) },
      exclude: { value: ['gen/**'], origin: CONFIG },
      fail_on: { value: 'veto', origin: 'default' },
      waves: { value: 2, origin: 'CONSENSUS_REVIEW_WAVES' },
      panel: { value: ['openai/a', 'openai/b'], origin: '--panel' },
      'progressive_summarization.full_analysis_threshold': { value: 0.8, origin: 'default' },
    });
    const page = (await runCli(call, { cwd: folder, env })).stdout;
    expect(page).toMatch(/`max_cost` +\| `2` +\| .*config\.json/u);
    expect(page).toContain('fail\\_on not used');
  });

  test('names the base revision of a change', async () => {
    const standing: Standing = 'base';
    expect(mayRepositorySet('fail_on', standing)).toBe(true);
    const folder = createFolder({ 'a.ts': 'a\n', [CONFIG]: '{ "fail_on": "high" }' });
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' });
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-qm', 'first');
    writeFiles(folder, { 'a.ts': 'b\n', [CONFIG]: LOOSE });
    const { stdout } = await runCli(['config', 'show', '-f', 'json'], { cwd: folder });
    const { values, base, not_applied } = JSON.parse(stdout);
    expect(base).toBe(git('rev-parse', 'HEAD').trim());
    expect(values.fail_on).toEqual({ value: 'high', origin: `${base.slice(0, 12)}:${CONFIG}` });
    expect(not_applied).toEqual([CONFIG]);
  });
});
