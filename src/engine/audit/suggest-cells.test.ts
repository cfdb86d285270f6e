import { describe, expect, test } from 'vitest';
import { createTestAudit, EMPTY_BASELINE } from '../../../test/support/audit-engine.ts';
import { createScriptedFleet, type FleetBehaviour } from '../../../test/support/scripted-fleet.ts';
import type { AuditRequest } from './audit-request.ts';

const suggest = async (
  model: string,
  {
    behaviour = 'shallow' as FleetBehaviour,
    files = ['src/a.ts', 'src/[id].ts'],
    cells = null as AuditRequest['cells'],
    covered = (_dimension: string, _path: string): boolean => false,
    large = null as string | null,
  } = {},
): Promise<readonly string[]> => {
  const fleet = createScriptedFleet({
    behave: () => behaviour,
    findingCount: () => 0,
    severity: () => 'LOW',
    cutAt: () => 1,
    verdict: () => 'none',
    flow: () => 'unknown',
  });
  const driver: typeof fleet = {
    ...fleet,
    hunt: async (...given) => {
      const result = await fleet.hunt(...given);
      const marked = result.trail.cells.map((cell) =>
        covered(cell.dimension, cell.path) ? { ...cell, status: 'covered' as const } : cell,
      );
      return { ...result, trail: { ...result.trail, cells: marked } };
    },
  };
  const { run } = createTestAudit({
    files: {
      ...Object.fromEntries(files.map((path) => [path, 'one\ntwo\n'])),
      ...(large === null ? {} : { [large]: 'x'.repeat(1_100_000) }),
    },
    driver,
    recon: { spots: files.map((file) => ({ dimension: 'D1' as const, file, line: 1, what: 'query' })) },
    baseline: async () => ({
      ...EMPTY_BASELINE,
      analyzers: [{ name: 'advisories', version: null, status: 'absent', findings: 0, reason: 'no source' }],
    }),
    request: { model, dimensions: cells === null ? ['D1', 'D10'] : null, cells },
  });
  return (await run()).suggestions;
};

const ADVISORIES =
  'For D10, run `consensus-review advisories update`, or set `advisory_database` or `allow_network`, so that versions are compared with advisories';

describe('what to do about open cells [REPORT-05]', () => {
  test('a model may do more when asked again for exactly those cells', async () => {
    const covered = (dimension: string, path: string): boolean => dimension === 'D1' && path === 'src/a.ts';
    expect(await suggest('anthropic/x', { covered })).toEqual([
      "Consider: consensus-review audit --all --cells 'D1:src/[id].ts,D10'",
      ADVISORIES,
    ]);
  });

  test('the embedded auditor would say the same: it names what would change it, not itself', async () => {
    expect(await suggest('embedded')).toEqual([
      'Consider: consensus-review audit --all --model PROVIDER/MODEL --cells D1+D10',
      'Without a model these cells stay open: the embedded auditor always gives the same result',
      ADVISORIES,
    ]);
  });

  test('nor would a file that is too large be read the next time', async () => {
    const [command] = await suggest('embedded', { large: 'src/bundle.js' });
    expect(command).toBe('Consider: consensus-review audit --all --model PROVIDER/MODEL --cells D1+D10');
  });

  test('where its agents were cut off, its own command may still help', async () => {
    const [command] = await suggest('embedded', { behaviour: 'failed' });
    expect(command).toBe('Consider: consensus-review audit --all --cells D1+D10');
  });

  test('cells that stayed open though they were asked for are not asked for in the same words', async () => {
    expect(await suggest('anthropic/x', { cells: [{ dimension: 'D1', glob: '**' }] })).toEqual([
      '2 cells stayed open: another model or higher limits may help',
    ]);
  });

  test('folders that are open as a whole are one selector, dimensions with the same files share it', async () => {
    const files = ['lib/a.ts', 'src/deep/a.ts', 'src/deep/er/b.ts', 'src/top.ts', 'x[y]/a.ts', 'x[y]/b.ts'];
    const covered = (_dimension: string, path: string): boolean => path === 'src/top.ts';
    const [command] = await suggest('anthropic/x', { files, covered });
    expect(command).toBe(
      "Consider: consensus-review audit --all --cells 'D1+D10:lib/a.ts,D1+D10:src/deep/**,D1+D10:x[y]/a.ts,D1+D10:x[y]/b.ts'",
    );
  });

  test('nothing is cut off, however many files are open', async () => {
    const files = Array.from({ length: 120 }, (_, i) => `f${String(i).padStart(3, '0')}/${i % 2 === 0 ? 'a' : 'b'}.ts`);
    const covered = (_dimension: string, path: string): boolean => path.endsWith('/b.ts');
    const [command, rest] = await suggest('anthropic/x', { files, covered });
    expect(command?.split(',')).toHaveLength(60);
    expect(rest).toBe(ADVISORIES);
  });

  test('a dimension that is not met is asked for though all its cells are deep, or it has none', async () => {
    const [command] = await suggest('anthropic/x', { covered: () => true });
    expect(command).toBe('Consider: consensus-review audit --all --cells D1+D10');
    const [none] = await suggest('embedded', { behaviour: 'failed', files: ['src/a.ts'] });
    expect(none).toBe('Consider: consensus-review audit --all --cells D1:src/a.ts,D10');
  });
});
