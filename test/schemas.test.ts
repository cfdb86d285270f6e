import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { listDerivedFiles } from '../scripts/generate-schemas.ts';
import { configSchema } from '../src/protocol/config/config-schema.ts';
import { suppressionsSchema } from '../src/protocol/findings/suppression-schema.ts';
import { findMismatch, type ValueShape } from '../src/protocol/text/value-shape.ts';
import { renderPlan, renderReport } from '../src/report/formats.ts';
import { initialConfig } from '../src/wiring/config.ts';
import { samplePlan, sampleReports } from './support/sample-reports.ts';

const PLAIN = { color: false, width: 80, verbose: false };
const read = (name: string): string => readFileSync(join(import.meta.dirname, '../schemas', name), 'utf8');
const validate = (name: string, document: string): readonly unknown[] => {
  const check = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(JSON.parse(read(name)));
  return check(JSON.parse(document)) ? [] : (check.errors ?? []);
};

test.each([...listDerivedFiles()])('%s is what `npm run schemas` writes', (path, text) => {
  expect(readFileSync(join(import.meta.dirname, '..', path), 'utf8')).toBe(text);
});

test.each(Object.entries(sampleReports))('the published schema takes the report %s', async (_, report) => {
  expect(validate('report.schema.json', await renderReport('json', report, PLAIN))).toEqual([]);
});

test('the published schemas take the plan and the initial configuration', async () => {
  expect(validate('plan.schema.json', await renderPlan('json', samplePlan, PLAIN))).toEqual([]);
  expect(validate('config.schema.json', initialConfig())).toEqual([]);
});

describe('the published schemas refuse', () => {
  test.each([
    ['report.schema.json', { ...sampleReports.veto, verdict: 'FINE' }],
    ['report.schema.json', { schema: 'consensus-review/report@1' }],
    ['plan.schema.json', { ...samplePlan, budget: null }],
    ['config.schema.json', { waves: 0 }],
    ['config.schema.json', { failon: 'high' }],
    ['config.schema.json', { progressive_summarization: { full: 0.5 } }],
  ])('%s: %j', (name, document) => {
    expect(validate(name, JSON.stringify(document))).not.toEqual([]);
  });
});

/** Values that fit some key, and values that fit none. */
const VALUES: readonly unknown[] = [
  ...['', 'auto', 'embedded', 'a/b', 'veto', 'always', 'json', 'HIGH', 'high', 'library', 'simple', '5m', 'none'],
  ...[0, 1, -1, 0.5, 1.5, 2 ** 53, true, null, [], ['a'], [''], ['a/b'], [1], {}],
  ...[{ a: 1 }, { a: true }, { a: 'a/b' }, { a: ['x'] }, { a: [] }, { 'a/b': 8 }, { 'a/b': { input: 1, output: 2 } }],
  ...[
    { 'a/b': { input: 1, output: -2 } },
    { 'a/b': { input: 1, output: 2, above: {} } },
    { a: { input: 1, output: 2 } },
  ],
  ...[{ 'a/b': { input: 1, output: 2, context_tokens: null } }, { full_analysis_threshold: 0 }, { full: 1 }],
  ...[
    { full_analysis_threshold: 0.5 },
    [{ reason: 'a' }],
    [{ rules: [], reason: 'a' }],
    [{ rules: ['r'], reason: '' }],
  ],
  ...[
    [{ reason: 'a', until: '2027-03-31' }],
    [{ reason: 'a', until: 'May' }],
    [{ reason: 'a', until: '2026-13-45' }],
    [{ severity: 'LOW', reason: 'a' }],
  ],
  ...[[{ fingerprint: '0123456789abcdef', reason: 'a' }], [{ fingerprint: 'x', reason: 'a' }]],
  ...[[{ fingerprint: '0123456789abcdef', reason: 'a', by: null, until: null, kind: 'baseline' }]],
];

test.each([
  ['config', configSchema, 'config/config-shape.json', 46],
  ['suppressions', suppressionsSchema, 'findings/suppression-shape.json', 3],
] as const)('what a run checks of %s is what its schema says', (_, schema, path, fitting) => {
  const text = readFileSync(join(import.meta.dirname, '../src/protocol', path), 'utf8');
  const shape = JSON.parse(text) as ValueShape & { readonly properties: Readonly<Record<string, unknown>> };
  const documents = Object.keys(shape.properties).flatMap((key) => VALUES.map((value) => ({ [key]: value })));
  const judged = [...documents, ...VALUES, { no: 1 }].map((value) => ({
    value,
    byShape: findMismatch(value, shape) === null,
    bySchema: schema.safeParse(value).success,
  }));
  expect(judged.filter(({ byShape, bySchema }) => byShape !== bySchema)).toEqual([]);
  expect(judged.filter(({ byShape }) => byShape).length).toBeGreaterThanOrEqual(fitting);
});

test('a later version may add keys to documents', () => {
  const report = { ...sampleReports.complete, added: 1, run: { ...sampleReports.complete.run, added: 1 } };
  expect(validate('report.schema.json', JSON.stringify(report))).toEqual([]);
});

test('every key of the configuration is explained', () => {
  const { properties } = JSON.parse(read('config.schema.json'));
  for (const [key, schema] of Object.entries<{ description?: string }>(properties)) {
    expect(schema.description, key).toMatch(/\w{3}/u);
  }
});
