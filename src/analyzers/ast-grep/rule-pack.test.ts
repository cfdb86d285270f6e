/** The loader of the rule pack: what it takes, what it refuses and how it names the fault. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { loadRulePack } from './rule-pack.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rule-pack-'));
});
afterAll(() => rm(folder, { recursive: true }));

const VALID = {
  id: 'js-sample',
  language: 'javascript',
  reviewer: 'security-reviewer',
  category: 'injection',
  severity: 'HIGH',
  confidence: 'high',
  cwe: 'CWE-95',
  dimension: 'D1',
  title: 'Sample',
  message: 'Why it matters.',
  fix: 'What to do.',
  rule: { pattern: 'eval($CODE, $$$REST)' },
};

const QUALITY = {
  ...VALID,
  reviewer: 'code-quality-reviewer',
  category: 'logic',
  cwe: 'CWE-561',
  dimension: undefined,
};

async function load(rule: unknown, name: string) {
  const root = join(folder, name);
  await mkdir(join(root, 'javascript', 'topic'), { recursive: true });
  await writeFile(join(root, 'javascript', 'topic', 'js-sample.yml'), stringify(rule));
  await writeFile(join(root, 'javascript', 'topic', 'js-sample.cases.yml'), 'positive: []');
  return loadRulePack(pathToFileURL(`${root}/`));
}

const MATCHER = { all: [{ any: [{ pattern: 'eval($CODE, $$$REST)' }, { pattern: 'eval($CODE)' }] }] };

test('fills what a rule leaves out and links its weakness', async () => {
  const { rules, vocabularies } = await load(VALID, 'valid');
  expect(rules).toEqual([
    {
      ...VALID,
      yieldsTo: [],
      language: ['javascript'],
      alarm: false,
      extra: {},
      references: ['https://cwe.mitre.org/data/definitions/95.html'],
      rule: MATCHER,
      matchers: [MATCHER],
    },
  ]);
  expect(vocabularies.size).toBe(0);
});

test('alternatives that fit the same calls are searched one after the other', async () => {
  const any = [{ pattern: '$A.$B($C)' }, { pattern: 'x.f($C)' }, { pattern: '$D($C)' }];
  const { rules } = await load({ ...VALID, rule: { any } }, 'alternatives');
  expect(rules[0]?.matchers).toEqual(any.map((alternative) => ({ any: [alternative] })));
});

test.each([
  ['an unknown key', { ...VALID, sevrity: 'HIGH' }, 'sevrity'],
  ['an unknown language', { ...VALID, language: 'cobol' }, 'language'],
  ['a category of another reviewer', { ...VALID, category: 'concurrency' }, 'has no category concurrency'],
  ['a security rule without weakness', { ...VALID, cwe: null }, 'needs cwe and dimension'],
  ['a security rule without dimension', { ...VALID, dimension: null }, 'needs cwe and dimension'],
  ['a rule that does not say its weakness', { ...QUALITY, cwe: undefined }, 'cwe'],
  ['a rule without weakness and references', { ...QUALITY, cwe: null }, 'needs references'],
  ['a dimension outside security', { ...QUALITY, dimension: 'D1' }, 'only a security rule has a dimension'],
  ['an alarm without weakness', { ...QUALITY, cwe: null, alarm: true }, 'alarm is said of rules'],
  ['an alarm of a security rule', { ...VALID, alarm: true }, 'alarm is said of rules'],
  ['a reference that is no address', { ...VALID, references: ['the manual'] }, 'references'],
  ['a rule without confidence', { ...VALID, confidence: undefined }, 'confidence'],
  ['a rule without advice', { ...VALID, fix: undefined }, 'fix'],
  ['a broken expression', { ...VALID, requires: '(' }, 'requires'],
  ['no text at all', '', 'expected object'],
])('refuses %s and names the file', async (name, rule, fault) => {
  const error = await load(rule, name.replaceAll(' ', '-')).catch((caught: unknown) => caught);
  expect(String(error)).toContain('js-sample.yml');
  expect(String(error)).toContain(fault);
});
