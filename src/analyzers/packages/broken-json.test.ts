import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanProject } from '../../../test/scan-project.ts';
import { BARE_HOST } from '../declaration.ts';
import { dependencies } from '../dependencies/declaration.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { openDocument } from '../source-text/text-document.ts';
import { findJsonFault, recoverJson } from './broken-json.ts';

const faultOf = (text: string): string | null =>
  findJsonFault(openDocument({ path: 'package.json', language: 'json', text, changed: null }));

test.each([
  ['{}', null],
  ['\uFEFF{"a":1}', null],
  ['[]', 'holds no JSON object'],
  ['{\n "a": 1,\n}', 'line 3: not valid JSON'],
  ['{\n "a": x\n}', 'line 2: not valid JSON'],
  [`{"a":"${'b'.repeat(60)}",\n\n"c": <<<<<<< HEAD\n}`, 'line 3: not valid JSON'],
  ['{"a":1,\n\n', 'line 2: not valid JSON'],
  ['', 'line 1: not valid JSON'],
  ['{ "name": {{ name }} }', null],
])('where %j breaks its rules', (text, expected) => {
  expect(faultOf(text)).toBe(expected);
});

test('a manifest that is no JSON is named, and what can be read of it is looked at', async () => {
  const text = '{\n  "dependencies": {\n    "lodash": "*",\n  }\n';
  const outcome = await scanProject(openAnalyzer(dependencies, { ...BARE_HOST, checksAdvisories: true }), {
    'package.json': text,
  });
  expect({ ...outcome, findings: outcome.findings.map(({ rule, line }) => `${rule} ${line}`) }).toEqual({
    status: 'partial',
    reason: null,
    findings: ['dependency-any-version 3'],
    unfinished: [],
    unparsed: [{ path: 'package.json', fault: 'line 4: not valid JSON' }],
  });
});

test('any text: no exception, and the line exists', () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.json().map((json) => json.slice(1)),
    fc.array(fc.constantFrom(...'{}[]",:\n a1')).map((c) => c.join('')),
  );
  fc.assert(
    fc.property(text, (value) => {
      const line = Number(/^line (\d+)/u.exec(faultOf(value) ?? '')?.[1] ?? 1);
      expect(line).toBeLessThanOrEqual(value.split('\n').length);
      expect(line).toBeGreaterThanOrEqual(1);
      recoverJson(value);
    }),
  );
});
