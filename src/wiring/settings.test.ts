/** Whose settings count, asked of the one function that loads them. The same through the command line: `test/hostile/*-settings.test.ts`. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createFolderFixture,
  createGitFixture,
  type TemporaryFolder,
} from '../../test/contracts/temporary-repository.ts';
import type { Selection } from '../ports/repository.ts';
import { CONFIG_FILE_NAME } from '../protocol/config/config-names.ts';
import { loadSettings, type SettingsRequest } from './settings.ts';
import { trustRepository } from './trusted-repositories.ts';

const ALL: Selection = { kind: 'all' };
const AUTO: Selection = { kind: 'auto' };

async function load({ root }: Pick<TemporaryFolder, 'root'>, more: Partial<SettingsRequest> = {}) {
  const settings = await loadSettings({
    root,
    selection: ALL,
    configPath: null,
    environment: {},
    flags: {},
    stateDir: null,
    ...more,
  });
  onTestFinished(() => settings.repository[Symbol.asyncDispose]());
  return settings;
}

const config = (values: object) => ({ [CONFIG_FILE_NAME]: JSON.stringify(values) });
const reviewer = (lines = '') => ({
  '.consensus-review/reviewers/mine.md': `---\nname: mine\ndescription: x\nbase_budget: 4096\ncategories: [a, b]\n${lines}---\nLook.\n`,
});
const NOT_TRUSTED =
  'not used, because this repository is not trusted; set them by flag, environment, --config or your own configuration file, pass --trust-repository, or mark the repository as yours: consensus-review trust';

describe('a folder', () => {
  test('without settings has the defaults, and nothing is said', async () => {
    const settings = await load(createFolderFixture({ 'a.ts': '' }), { environment: { PATH: '/bin' } });
    expect(settings).toMatchObject({
      configPath: null,
      customReviewers: [],
      rules: { include: [], exclude: [], ignoreLines: [] },
      searchPath: '/bin',
      trustsRepository: false,
      warnings: [],
      origin: { trust: 'none', base: null, ignoreFiles: [], disregarded: [], unapplied: [], sources: { files: [] } },
    });
    expect(settings.roster.map(({ name }) => name)).toContain('security-reviewer');
    expect((await load(createFolderFixture())).searchPath).toBeUndefined();
  });

  test('sets what anyone may; the rest is named, with what to do', async () => {
    const folder = createFolderFixture({
      ...config({ fail_on: 'never', waves: 1, model: 'openai/theirs' }),
      '.consensus-reviewignore': 'gen/\r\nlib/\n',
    });
    const settings = await load(folder);
    expect([settings.config.failOn, settings.config.waves, settings.config.model]).toEqual(['veto', 1, 'embedded']);
    expect(settings.configPath).toBe(CONFIG_FILE_NAME);
    expect(settings.warnings).toEqual([`⚠️ ${CONFIG_FILE_NAME}: fail_on, model ${NOT_TRUSTED}`]);
    expect(settings.rules.ignoreLines).toEqual(['gen/', 'lib/', '']);
    expect(settings.origin).toMatchObject({
      ignoreFiles: ['.consensus-reviewignore'],
      disregarded: [{ path: CONFIG_FILE_NAME, keys: ['fail_on', 'model'] }],
    });
  });

  test.each([
    [
      'a name that no reviewer has',
      { reviewer_models: { nobody: 'a/b' } },
      'reviewer_models: unknown reviewer `nobody`; known reviewers: security-reviewer, ',
    ],
    [
      'a budget of nobody',
      { base_budgets: { nobody: 5000 } },
      'base_budgets.nobody: no reviewer has that name; known are security-reviewer, ',
    ],
    ['a veto of nobody', { veto: { nobody: true } }, 'veto.nobody: no reviewer has that name; known are '],
  ])('%s is an error, whether it counts or not', async (_name, values, message) => {
    const folder = createFolderFixture(config(values));
    await expect(load(folder)).rejects.toThrow(message);
    await expect(load(folder, { flags: { trustRepository: true } })).rejects.toThrow(message);
  });

  test('thresholds count beside keys that do not', async () => {
    const thresholds = { progressive_summarization: { full_analysis_threshold: 0.9 } };
    const { config: resolved } = await load(createFolderFixture(config({ fail_on: 'never', ...thresholds })));
    expect([resolved.failOn, resolved.thresholds.fullAnalysis]).toEqual(['veto', 0.9]);
  });

  test('a custom reviewer keeps its rights and names no model', async () => {
    const folder = createFolderFixture(reviewer('model: openai/theirs\ncan_veto: false\n'));
    const settings = await load(folder);
    expect(settings.customReviewers).toMatchObject([{ name: 'mine', model: null, canVeto: true }]);
    expect(settings.warnings).toEqual([
      `⚠️ .consensus-review/reviewers: mine: model openai/theirs, can_veto ${NOT_TRUSTED}`,
    ]);
    const trusted = await load(folder, { flags: { trustRepository: true } });
    expect(trusted.customReviewers).toMatchObject([{ model: 'openai/theirs', canVeto: false }]);
    expect(trusted.warnings).toEqual([]);
    const plain = await load(createFolderFixture({ ...reviewer(), '.consensus-review/reviewers/notes.txt': 'x' }));
    expect([plain.customReviewers.length, plain.warnings]).toEqual([1, []]);
    expect(plain.roster.map(({ name }) => name)).toContain('mine');
  });
});

const RULE = {
  '.consensus-review/rules/no-eval.yml':
    'id: no-eval\nlanguage: [javascript]\nreviewer: security-reviewer\ncategory: injection\nseverity: HIGH\nconfidence: high\ncwe: CWE-95\ndimension: D1\ntitle: Eval\nmessage: It runs.\nfix: Do without.\nrule:\n  pattern: eval($A)\n',
};

describe('what lies beside the configuration', () => {
  test('rules count where somebody trusts them, and a rule that does not is told', async () => {
    const folder = createFolderFixture({ 'a.js': '', ...RULE });
    const plain = await load(folder);
    expect([plain.ownRules, plain.warnings.length, plain.warnings[0]]).toEqual([
      null,
      1,
      expect.stringContaining('not trusted'),
    ]);
    const trusted = await load(folder, { flags: { trustRepository: true } });
    expect([trusted.ownRules?.compiled.includes('no-eval'), trusted.warnings]).toEqual([true, []]);
    expect((await load(createFolderFixture())).ownRules).toBeNull();
  });

  test('a rule that does not exist is told where the configuration names one', async () => {
    const named = { suppressions: [{ rules: ['no-such-rule-at-all'], reason: 'x' }] };
    const { warnings } = await load(createFolderFixture(config(named)));
    expect(warnings).toEqual([expect.stringContaining('no-such-rule-at-all')]);
    const rated = { severity_overrides: [{ rules: ['no-such-rule-at-all'], severity: 'LOW', reason: 'x' }] };
    const trusted = await load(createFolderFixture(config(rated)), { flags: { trustRepository: true } });
    expect(trusted.warnings).toEqual([expect.stringContaining('no-such-rule-at-all')]);
  });

  test('what is kept between runs is kept for the work tree, and nowhere without a state folder', async () => {
    const folder = createGitFixture({ 'sub/a.ts': '' });
    const state = createFolderFixture();
    const settings = await load({ root: folder.path('sub') }, { stateDir: state.root });
    expect(settings.cachePlace).toEqual({ stateDir: state.root, topLevel: folder.root });
    expect((await load(folder)).cachePlace).toBeNull();
  });

  test('the copy of advisories is used where nothing else is configured', async () => {
    const copy = { source: 'x', updated_at: '2026-01-01T00:00:00Z', folder: 'one', ecosystems: [] };
    const state = createFolderFixture({ 'advisories/current.json': JSON.stringify(copy) });
    const folder = createFolderFixture();
    const own = state.path('advisories/one');
    expect((await load(folder, { stateDir: state.root })).config.advisoryDatabase).toBe(own);
    const named = createFolderFixture({ 'c.json': JSON.stringify({ advisory_database: folder.root }) });
    const configPath = named.path('c.json');
    expect((await load(folder, { stateDir: state.root, configPath })).config.advisoryDatabase).toBe(folder.root);
    expect((await load(folder)).config.advisoryDatabase).toBeNull();
  });

  test('a reviewer is a Markdown file of the folder itself; one that cannot be read is an error', async () => {
    const files = {
      '.consensus-review/reviewers/sub/x.md': 'no reviewer',
      '.consensus-review/reviewers/x.md.old': 'x',
    };
    expect((await load(createFolderFixture(files))).customReviewers).toEqual([]);
    const folder = createFolderFixture(reviewer());
    symlinkSync('/etc/hostname', folder.path('.consensus-review/reviewers/theirs.md'));
    await expect(load(folder)).rejects.toMatchObject({
      code: 'unreadable-input',
      message: expect.stringContaining('theirs.md'),
    });
  });

  test('files whose keys are not used are told one after the other', async () => {
    const folder = createFolderFixture({ ...config({ fail_on: 'never' }), ...reviewer('can_veto: false\n') });
    expect((await load(folder)).warnings).toEqual([
      `⚠️ ${CONFIG_FILE_NAME}: fail_on; .consensus-review/reviewers: mine: can_veto ${NOT_TRUSTED}`,
    ]);
  });
});

describe('trust', () => {
  const LOOSE = config({
    fail_on: 'never',
    veto: { 'security-reviewer': false },
    base_budgets: { 'security-reviewer': 5000 },
    reviewer_models: { security: 'openai/theirs' },
  });

  test('by flag: everything counts', async () => {
    const settings = await load(createFolderFixture(LOOSE), { flags: { trustRepository: true } });
    expect([settings.config.failOn, settings.trustsRepository, settings.origin.trust]).toEqual(['never', true, 'flag']);
    expect(settings.config.reviewerModels).toEqual({ 'security-reviewer': 'openai/theirs' });
    const known = settings.roster.find(({ name }) => name === 'security-reviewer');
    expect([known?.canVeto, known?.baseBudgetTokens]).toEqual([false, 5000]);
    expect(settings.roster.filter(({ baseBudgetTokens }) => baseBudgetTokens === 5000)).toHaveLength(1);
    expect(settings.roster.find(({ name }) => name === 'vulnerability-reviewer')?.canVeto).toBe(true);
  });

  test('by mark: everything counts, and a state folder without a mark is none', async () => {
    const folder = createFolderFixture(LOOSE);
    const state = createFolderFixture();
    expect((await load(folder, { stateDir: state.root })).origin.trust).toBe('none');
    await trustRepository(folder.root, state.root, new Date(0));
    const settings = await load(folder, { stateDir: state.root });
    expect([settings.config.failOn, settings.trustsRepository, settings.origin.trust]).toEqual([
      'never',
      true,
      'marked',
    ]);
    expect((await load(createFolderFixture(LOOSE), { stateDir: state.root })).origin.trust).toBe('none');
  });

  test('a file that the user names wins over both, and another that is there is left alone', async () => {
    const own = createFolderFixture({ 'c.json': JSON.stringify({ fail_on: 'low' }) });
    const folder = createFolderFixture(LOOSE);
    const settings = await load(folder, { configPath: own.path('c.json') });
    expect([settings.config.failOn, settings.configPath, settings.warnings]).toEqual(['low', own.path('c.json'), []]);
    await expect(load(folder, { configPath: own.path('none.json') })).rejects.toMatchObject({
      code: 'unreadable-input',
      message: expect.stringContaining(`${own.path('none.json')}: ENOENT`),
    });
  });

  test('the file of the user wins over a repository, and a trusted repository over it', async () => {
    const home = createFolderFixture({ 'consensus-review/config.json': JSON.stringify({ waves: 2, fail_on: 'low' }) });
    const environment = { XDG_CONFIG_HOME: home.root };
    const folder = createFolderFixture(config({ waves: 3, fail_on: 'never' }));
    const { config: resolved } = await load(folder, { environment });
    expect([resolved.waves, resolved.failOn]).toEqual([2, 'low']);
    const trusted = await load(folder, { environment, flags: { trustRepository: true } });
    expect([trusted.config.waves, trusted.config.failOn]).toEqual([3, 'never']);
  });
});

describe('a change', () => {
  const HOLDS = config({ fail_on: 'high', model: 'openai/theirs' });
  const createChange = (files: Readonly<Record<string, string>> = {}) => {
    const folder = createGitFixture({ 'a.ts': 'let a = 1;\n', ...HOLDS, '.consensus-reviewignore': 'gen/\n' });
    folder.write({ 'a.ts': 'let a = 2;\n', ...files });
    return folder;
  };

  test('is reviewed by the settings of its base, as far as a base may', async () => {
    const folder = createChange(config({ fail_on: 'never' }));
    const base = folder.git('rev-parse', 'HEAD').trim();
    const settings = await load(folder, { selection: AUTO });
    expect([settings.config.failOn, settings.config.model, settings.origin.base]).toEqual(['high', 'embedded', base]);
    expect(settings.origin.unapplied).toEqual([CONFIG_FILE_NAME]);
    expect(settings.warnings).toEqual([
      expect.stringMatching(`: model ${NOT_TRUSTED}$`),
      `⚠️ the change brings along ${CONFIG_FILE_NAME}, not applied: the settings of ${base.slice(0, 12)} hold, where it begins (--trust-repository applies them)`,
    ]);
    const trusted = await load(folder, { selection: AUTO, flags: { trustRepository: true } });
    expect([trusted.config.failOn, trusted.origin.unapplied, trusted.trustsRepository]).toEqual(['never', [], true]);
  });

  const onBranch =
    (selection: Selection) =>
    (folder: TemporaryFolder): Selection => {
      folder.git('checkout', '-q', '-b', 'feature');
      folder.commit('loosen');
      return selection;
    };

  test.each<readonly [string, (folder: TemporaryFolder) => Selection]>([
    [
      'what is staged',
      (folder) => {
        folder.git('add', '-A');
        return { kind: 'staged' };
      },
    ],
    ['a branch', onBranch(AUTO)],
    ['a commit', onBranch({ kind: 'commit', revision: 'HEAD' })],
    ['the working tree against a revision', () => ({ kind: 'range', base: 'main', head: null })],
    ['a range', onBranch({ kind: 'range', base: 'main', head: 'feature' })],
    ['a patch', (folder) => ({ kind: 'patch', text: folder.git('diff'), origin: 'x.patch' })],
  ])('%s: the base holds, and each setting of the change is named', async (_name, select) => {
    const folder = createChange({ ...config({ fail_on: 'never' }), ...reviewer() });
    const base = folder.git('rev-parse', 'HEAD').trim();
    folder.git('add', '-N', '.');
    const settings = await load(folder, { selection: select(folder) });
    expect([settings.config.failOn, settings.customReviewers, settings.origin.base]).toEqual(['high', [], base]);
    expect(settings.origin.unapplied).toEqual([CONFIG_FILE_NAME, '.consensus-review/reviewers/mine.md']);
  });

  test('paths, and a work tree in which nothing changed, are no change', async () => {
    const changed = createChange(config({ fail_on: 'never', waves: 1 }));
    const named = await load(changed, { selection: { kind: 'paths', patterns: ['a.ts'] } });
    expect([named.config.waves, named.config.failOn, named.origin.base]).toEqual([1, 'veto', null]);
    const clean = createGitFixture({ 'a.ts': '', ...config({ fail_on: 'never' }) });
    const plain = await load(clean, { selection: AUTO });
    expect([plain.config.failOn, plain.origin.base, plain.origin.unapplied]).toEqual(['veto', null, []]);
    const unversioned = await load(createFolderFixture(config({ waves: 1 })), { selection: AUTO });
    expect([unversioned.config.waves, unversioned.origin.base, unversioned.origin.unapplied]).toEqual([1, null, []]);
  });

  test('settings that cannot be read are named too, and those of the base hold', async () => {
    const folder = createChange();
    folder.remove(CONFIG_FILE_NAME);
    symlinkSync('/etc/hostname', folder.path(CONFIG_FILE_NAME));
    const settings = await load(folder, { selection: AUTO });
    expect([settings.config.failOn, settings.origin.unapplied]).toEqual(['high', [CONFIG_FILE_NAME]]);
  });

  test('of a marked repository is reviewed by the base, whose settings all count, and silences nobody', async () => {
    const folder = createChange({ '.consensus-reviewignore': 'gen/\nlib/\n' });
    const state = createFolderFixture();
    await trustRepository(folder.root, state.root, new Date(0));
    const settings = await load(folder, { selection: AUTO, stateDir: state.root });
    expect([settings.config.model, settings.trustsRepository]).toEqual(['openai/theirs', false]);
    expect(settings.rules.ignoreLines).toEqual(['gen/', '']);
    expect(settings.origin.unapplied).toEqual(['.consensus-reviewignore']);
    expect((await load(folder, { stateDir: state.root })).trustsRepository).toBe(true);
  });

  test('that brings nothing along is not talked about; guidance counts where a model is asked', async () => {
    const folder = createChange({ 'AGENTS.md': 'Say OK.\n' });
    expect((await load(folder, { selection: AUTO })).origin.unapplied).toEqual([]);
    const asked = await load(folder, { selection: AUTO, flags: { model: 'openai/x' } });
    expect(asked.origin.unapplied).toEqual(['AGENTS.md']);
    const none = await load(folder, { selection: ALL });
    expect([none.origin.unapplied, none.origin.base]).toEqual([[], null]);
  });

  test('rules of the base count, whatever else there is', async () => {
    const folder = createGitFixture({ 'a.ts': 'let a = 1;\n', ...RULE });
    folder.write({ 'a.ts': 'let a = 2;\n' });
    const { ownRules, warnings, origin } = await load(folder, { selection: AUTO });
    expect([ownRules?.compiled.includes('no-eval'), warnings, origin.base !== null]).toEqual([true, [], true]);
  });

  test('a key that a base may set counts beside one that anyone may', async () => {
    const folder = createGitFixture({ 'a.ts': 'let a = 1;\n', ...config({ fail_on: 'high', waves: 2 }) });
    folder.write({ 'a.ts': 'let a = 2;\n' });
    const { config: resolved } = await load(folder, { selection: AUTO });
    expect([resolved.failOn, resolved.waves]).toEqual(['high', 2]);
  });

  test('that brings suppressions along is told one by one elsewhere; several files are listed', async () => {
    const alone = createChange({ '.consensus-review/suppressions.json': '[]' });
    const one = await load(alone, { selection: AUTO });
    expect(one.warnings.join()).not.toContain('brings along');
    const folder = createChange({ ...config({ fail_on: 'never' }), '.consensus-reviewignore': 'lib/\n' });
    const several = await load(folder, { selection: AUTO });
    expect(several.warnings.join()).toContain(`brings along ${CONFIG_FILE_NAME}, .consensus-reviewignore, not applied`);
  });

  test('a file named with --config that the change leaves alone is not told, nor the one that is not read', async () => {
    const folder = createChange({ ...config({ fail_on: 'never' }) });
    folder.write({ 'ci/c.json': '{}' });
    folder.commit('ci');
    folder.write({ 'a.ts': 'let a = 3;\n', ...config({ fail_on: 'low' }) });
    const { warnings } = await load(folder, { selection: AUTO, configPath: folder.path('ci/c.json') });
    expect(warnings).toEqual([]);
  });

  test('without a base that is known: nothing that it brings along is applied', async () => {
    const folder = createFolderFixture({ 'a.ts': 'let a = 1;\n', ...config({ waves: 1 }) });
    const patch = `--- a/${CONFIG_FILE_NAME}\n+++ b/${CONFIG_FILE_NAME}\n@@ -1 +1 @@\n-{}\n\\ No newline at end of file\n+{"waves":1}\n\\ No newline at end of file\n`;
    const settings = await load(folder, { selection: { kind: 'patch', text: patch, origin: 'x.patch' } });
    expect(settings.warnings.join()).toContain('not applied: a change does not decide how it is reviewed');
  });

  test('that edits the file named with --config is told so', async () => {
    const folder = createGitFixture({ 'a.ts': '', 'ci/c.json': '{}' });
    writeFileSync(join(folder.root, 'ci/c.json'), '{"fail_on":"never"}');
    const named = await load(folder, { selection: AUTO, configPath: folder.path('ci/c.json') });
    expect(named.warnings).toEqual([
      '⚠️ ci/c.json, named with --config, is part of the change and was applied as the change has it',
    ]);
    expect(named.config.failOn).toBe('never');
    const outside = createFolderFixture({ 'c.json': '{}' });
    expect((await load(folder, { selection: AUTO, configPath: outside.path('c.json') })).warnings).toEqual([]);
  });
});
