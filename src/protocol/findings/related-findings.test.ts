import { expect, test } from 'vitest';
import { relateFindings } from './related-findings.ts';

const finding = (id: string, more: object = {}) => ({
  id,
  file: 'a.ts',
  cwe: 'CWE-89',
  source: null,
  related: [] as string[],
  depth: 'full' as const,
  ...more,
});

test('two findings of one cause name each other; others and reduced ones name nobody [MODE-06]', () => {
  const related = relateFindings([
    finding('H-01'),
    finding('H-02'),
    finding('H-03', { file: 'b.ts' }),
    finding('H-04', { cwe: 'CWE-79' }),
    finding('H-05', { depth: 'reduced', related: ['F009'] }),
    finding('H-08', { file: 'views.py', cwe: 'CWE-79', extra: { template: 'page.html' } }),
    finding('M-01', { file: 'page.html', cwe: 'CWE-79' }),
    finding('H-06', { cwe: null, source: 'req.query.id' }),
    finding('H-07', { cwe: 'CWE-22', source: 'req.query.id' }),
  ]);
  expect(Object.fromEntries(related.map(({ id, related: names }) => [id, names]))).toEqual({
    'H-01': ['H-02'],
    'H-02': ['H-01'],
    'H-03': [],
    'H-04': [],
    'H-05': [],
    'H-06': ['H-07'],
    'H-07': ['H-06'],
    'H-08': ['M-01'],
    'M-01': ['H-08'],
  });
});

test('a cause with many members stays short and linear', () => {
  const related = relateFindings(Array.from({ length: 20_000 }, (_, i) => finding(`L-${i}`)));
  expect(Math.max(...related.map(({ related: names }) => names.length))).toBe(10);
});
