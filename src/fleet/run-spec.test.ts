import { expect, test } from 'vitest';
import { BUILT_IN_REVIEWERS } from '../protocol/reviewers/reviewer-roster.ts';
import { createMemoryRepository } from '../testing/index.ts';
import { resolveConfig } from '../wiring/config.ts';
import type { Settings } from '../wiring/settings.ts';
import { composeSpec, configOf, parseSpec } from './run-spec.ts';

const settingsOf = (flags: Readonly<Record<string, unknown>>, more: Partial<Settings['config']> = {}): Settings => ({
  repository: { ...createMemoryRepository({}), [Symbol.asyncDispose]: async () => undefined },
  config: { ...resolveConfig({ files: [], env: {}, flags }), ...more },
  configPath: '/home/me/config.json',
  customReviewers: [],
  roster: BUILT_IN_REVIEWERS,
  rules: { include: [], exclude: [], ignoreLines: ['dist'], maxFileBytes: 1000 },
  ownRules: null,
  suppressions: [],
  searchPath: '/home/me/bin',
  trustsRepository: false,
  warnings: ['⚠️ known'],
});

const compose = (settings: Settings, flags = {}) =>
  composeSpec({ playbook: 'review', settings, flags, seed: 'seed', project: 'host/project' });

test('what is asked travels, and comes back as it was', () => {
  const settings = settingsOf({ model: 'anthropic/x', maxTokens: '5000', waves: '2' });
  const spec = parseSpec(JSON.parse(JSON.stringify(compose(settings))));
  expect(configOf(spec)).toEqual(settings.config);
  expect(spec).toMatchObject({ roster: settings.roster, rules: settings.rules, warnings: ['⚠️ known'] });
});

test('nothing of the machine travels: no path, no program, no permission', () => {
  const own = { semgrepRules: ['/home/me/rules'], advisoryDatabase: '/home/me/osv', allowNetwork: true };
  const settings = { ...settingsOf({}, { ...own, commands: { mine: ['/home/me/agent'] } }), trustsRepository: true };
  const spec = compose(settings);
  expect(JSON.stringify(spec)).not.toContain('/home/me');
  expect(configOf(spec)).toMatchObject({ commands: {}, semgrepRules: [], advisoryDatabase: null, allowNetwork: false });
  expect(spec.warnings.at(-1)).toContain(
    'semgrep_rules, advisory_database, allow_network, --trust-repository not used',
  );
});

test.each([
  [{ model: 'command/mine' }, {}],
  [{ panel: 'anthropic/x,command/mine' }, {}],
  [{ model: 'anthropic/x', fallback: 'command/mine' }, {}],
  [{ model: 'anthropic/x' }, { reviewerModels: { 'security-reviewer': 'command/mine' } }],
])('a program as a model is refused by whoever submits and by whoever works: %j', (flags, more) => {
  const settings = settingsOf(flags, more);
  expect(() => compose(settings)).toThrow('workers do not start programs');
  const forged = { ...compose(settingsOf({})), config: { ...compose(settingsOf({})).config } };
  const { model, panel, fallback, reviewerModels } = settings.config;
  expect(() => parseSpec({ ...forged, config: { ...forged.config, model, panel, fallback, reviewerModels } })).toThrow(
    'workers do not start programs',
  );
});

test.each([null, 1, {}, { playbook: 'review' }, { ...compose(settingsOf({})), more: true }])(
  'what is not a run of this version is refused in words: %j',
  (value) => {
    expect(() => parseSpec(value)).toThrow('does not match this version');
  },
);
