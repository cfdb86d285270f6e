/** The audit as a function of the library. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { audit } from '../src/index.ts';

test('audit resolves to a report of its playbook, with the dimensions that were asked for', async () => {
  const root = join(import.meta.dirname, '../examples/shop');
  const states: string[] = [];
  const report = await audit({
    root,
    selection: { kind: 'all' },
    flags: { mode: 'quick', dimensions: ['D1'], externalAnalyzers: [] },
    onEvent: (event) => {
      if (event.kind === 'transition') states.push(event.to);
    },
  });
  expect([report.run.playbook, report.run.mode, Object.keys(report.coverage.dimensions)]).toEqual([
    'audit',
    'quick',
    ['D1'],
  ]);
  expect(states.at(-1)).toBe('REPORT');
  expect(report.findings.every(({ dimension }) => dimension === 'D1')).toBe(true);
  expect(report.findings.length).toBeGreaterThan(3);
});

test('a flag that an audit does not know is a mistake of the caller', async () => {
  await expect(audit({ root: '.', flags: { mode: 'thorough' } })).rejects.toMatchObject({ code: 'bad-value' });
});
