import { describe, expect, test } from 'vitest';
import { readAuditFlags } from './audit-flags.ts';

describe('--cells and --dimensions', () => {
  test.each([
    ['D2:src/auth/**', [['D2', 'src/auth/**']]],
    ['d10', [['D10', '**']]],
    [
      'D1+D4:src/a.ts,D10',
      [
        ['D1', 'src/a.ts'],
        ['D4', 'src/a.ts'],
        ['D10', '**'],
      ],
    ],
  ])('--cells %s', (text, expected) => {
    const { cells } = readAuditFlags({ cells: [text] });
    expect(cells?.map(({ dimension, glob }) => [dimension, glob])).toEqual(expected);
  });

  test.each([
    { cells: [''] },
    { cells: [','] },
    { dimensions: [''] },
    { cells: ['D1:'] },
    { cells: [':src/**'] },
    { cells: ['D1+:src/**'] },
    { cells: ['D11'] },
  ])('%j is refused: it does not mean everything', (flags) => {
    expect(() => readAuditFlags(flags)).toThrow(expect.objectContaining({ code: 'bad-value' }));
  });

  test('a dimension alone stands for every file', () => {
    const { cells, isInCell } = readAuditFlags({ cells: ['D10'] });
    const paths = ['package.json', '.github/workflows/ci.yml', 'a/[b]/c.ts'];
    expect(paths.filter((path) => cells?.some((cell) => isInCell(cell, path)))).toEqual(paths);
  });
});
