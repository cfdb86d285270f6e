import { expect, test } from 'vitest';
import type { ReportFileCoverage } from './report-document.ts';
import { describeRuleCoverage, RULE_LIMITS } from './rule-coverage.ts';

const file = (status: ReportFileCoverage['status'], by: ReportFileCoverage['by']): ReportFileCoverage => ({
  path: 'a.ts',
  status,
  depth: 'full',
  reason: null,
  by,
});
const rules = { agent: 'code-quality-reviewer', model: null };
const model = { agent: 'security-reviewer', model: 'anthropic/x' };

test.each([
  ['by rules alone', [file('reviewed', { 'code-quality-reviewer': 'reviewed' })], [rules], 1],
  [
    'by rules and a model',
    [file('reviewed', { 'code-quality-reviewer': 'reviewed', 'security-reviewer': 'reviewed' })],
    [rules, model],
    0,
  ],
  [
    'by rules, the model left it out',
    [file('partial', { 'code-quality-reviewer': 'reviewed', 'security-reviewer': 'skipped' })],
    [rules, model],
    1,
  ],
  ['by nobody', [file('skipped', { 'code-quality-reviewer': 'skipped' })], [rules], 0],
  ['in an audit by rules', [file('reviewed', {})], [rules], 1],
  ['in an audit by a model', [file('reviewed', {})], [model], 0],
] as const)('a file reviewed %s', (_, files, agents, count) => {
  expect(describeRuleCoverage(files, agents)).toEqual({
    checked_by_rules: count,
    not_assessed: count === 0 ? [] : RULE_LIMITS,
  });
});
