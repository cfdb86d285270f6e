import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { listDerivedFiles } from '../scripts/generate-schemas.ts';
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
