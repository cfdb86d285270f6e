/** The rule pack: what its compiler takes, what it refuses and how it names the fault, and what is read of it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { compileRules, readRuleSource } from './compile-rules.ts';
import { openRulePack, parseFamily, readRuleIndex } from './rule-pack.ts';

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
  return readRuleSource(pathToFileURL(`${root}/`));
}

const MATCHER = { all: [{ any: [{ pattern: 'eval($CODE, $$$REST)' }, { pattern: 'eval($CODE)' }] }] };

test('fills what a rule leaves out and links its weakness', async () => {
  const source = await load(VALID, 'valid');
  const { rule: _, ...stated } = VALID;
  expect(source.get('javascript')).toEqual({
    rules: [
      {
        ...stated,
        yieldsTo: [],
        language: ['javascript'],
        alarm: false,
        extra: {},
        references: ['https://cwe.mitre.org/data/definitions/95.html'],
        matchers: [MATCHER],
      },
    ],
    vocabulary: null,
  });
  const index = JSON.parse(compileRules(source).get('index.json') ?? '');
  expect(index.reviewers).toMatchObject({ javascript: ['security-reviewer'], typescript: [], python: [] });
});

test('alternatives that fit the same calls are searched one after the other', async () => {
  const any = [{ pattern: '$A.$B($C)' }, { pattern: 'x.f($C)' }, { pattern: '$D($C)' }];
  const source = await load({ ...VALID, rule: { any } }, 'alternatives');
  expect(source.get('javascript')?.rules[0]?.matchers).toEqual(any.map((alternative) => ({ any: [alternative] })));
});

test('what is compiled is read back as it was, expressions too', async () => {
  const source = await readRuleSource();
  const compiled = compileRules(source);
  for (const [family, rules] of source) {
    const { words, ...parsed } = parseFamily(compiled.get(`${family}.json`) ?? '');
    expect(parsed, family).toEqual(rules);
    expect(Object.keys(words ?? {}).length, family).toBeGreaterThan(0);
  }
  expect(source.get('javascript')?.vocabulary?.sanitizers).toBeInstanceOf(RegExp);
});

test('the hash of the index changes with every rule', async () => {
  const hash = async (rule: unknown) => JSON.parse(compileRules(await load(rule, 'hash')).get('index.json') ?? '').hash;
  expect(await hash(VALID)).toBe(await hash(VALID));
  expect(await hash({ ...VALID, fix: 'Something else.' })).not.toBe(await hash(VALID));
});

test('a family is read when it is first asked for, and once', async () => {
  const root = join(folder, 'compiled');
  await mkdir(root);
  for (const [name, text] of compileRules(await load(VALID, 'families'))) await writeFile(join(root, name), text);
  const pack = openRulePack(pathToFileURL(`${root}/`));
  expect(readRuleIndex(pathToFileURL(`${root}/`)).reviewers.javascript).toEqual(['security-reviewer']);
  await rm(join(root, 'python.json'));
  const first = pack('javascript');
  await rm(join(root, 'javascript.json'));
  expect(pack('javascript')).toBe(first);
  expect(() => pack('python')).toThrow('python.json');
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
