import { expect, test } from 'vitest';
import { CONFIG_KEYS } from './config-keys.ts';
import type { ConfigKey } from './config-schema.ts';
import { mayRepositorySet, sortByTrust } from './config-trust.ts';

const listKeys = (standing: 'untrusted' | 'base' | 'trusted'): readonly ConfigKey[] =>
  CONFIG_KEYS.filter((key) => mayRepositorySet(key, standing)).toSorted();

const ANYONE = [
  '$schema',
  'concurrency',
  'deadline',
  'exclude',
  'format',
  'max_cost',
  'max_file_bytes',
  'max_tokens',
  'progressive_summarization',
  'suppressions',
  'waves',
];
const BASE = [
  'accept_not_assessed',
  'agent_timeout',
  'allow_empty',
  'allow_partial',
  'base_budgets',
  'call_timeout',
  'complexity',
  'reasoning',
  'checklists',
  'context_windows',
  'context_files',
  'external_analyzers',
  'fail_on',
  'ignore_vetoes',
  'include',
  'journal',
  'min_agreement',
  'verify',
  'models_without_tools',
  'project_kind',
  'protocol',
  'reviewers',
  'severity_overrides',
  'veto',
];

test('which keys count of a folder, of the base of a change, of a repository that is trusted [TRUST-01, TRUST-02]', () => {
  expect(listKeys('untrusted')).toEqual(ANYONE);
  expect(listKeys('base')).toEqual([...ANYONE, ...BASE].toSorted());
  expect(listKeys('trusted')).toEqual(CONFIG_KEYS.toSorted());
});

test('what does not count is named in the order of the file', () => {
  const values = { model: 'a/b', waves: 1, fail_on: 'never', exclude: ['x'] } as const;
  expect(sortByTrust(values, 'untrusted')).toEqual({
    kept: { waves: 1, exclude: ['x'] },
    disregarded: ['model', 'fail_on'],
  });
  expect(sortByTrust(values, 'base')).toEqual({
    kept: { waves: 1, fail_on: 'never', exclude: ['x'] },
    disregarded: ['model'],
  });
  expect(sortByTrust(values, 'trusted')).toEqual({ kept: values, disregarded: [] });
});
