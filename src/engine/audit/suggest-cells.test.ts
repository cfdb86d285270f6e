import { describe, expect, test } from 'vitest';
import { createTestAudit, EMPTY_BASELINE } from '../../testing/audit-engine.ts';
import { createScriptedFleet, type FleetBehaviour } from '../../testing/scripted-fleet.ts';
import type { AuditRequest } from './audit-request.ts';

const suggest = async (
  model: string,
  {
    behaviour = 'shallow' as FleetBehaviour,
    files = ['src/a.ts', 'src/[id].ts'],
    cells = null as AuditRequest['cells'],
  } = {},
): Promise<readonly string[]> => {
  const driver = createScriptedFleet({
    behave: () => behaviour,
    findingCount: () => 0,
    severity: () => 'LOW',
    cutAt: () => 1,
    verdict: () => 'none',
    flow: () => 'unknown',
  });
  const { run } = createTestAudit({
    files: Object.fromEntries(files.map((path) => [path, 'one\ntwo\n'])),
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
  'For D10 name an `advisory_database`, or set `allow_network`: versions are compared with advisories then';

describe('what to do about open cells [REPORT-05]', () => {
  test('a model may do more when asked again for exactly those cells', async () => {
    expect(await suggest('anthropic/x')).toEqual([
      "Consider: consensus-review audit --all --cells 'D1:src/[id].ts,D1:src/a.ts,D10:src/[id].ts,D10:src/a.ts'",
      ADVISORIES,
    ]);
  });

  test('the embedded auditor would say the same: it names what would change it, not itself', async () => {
    expect(await suggest('embedded')).toEqual([
      "Consider: consensus-review audit --all --model PROVIDER/MODEL --cells 'D1:src/[id].ts,D1:src/a.ts,D10:src/[id].ts,D10:src/a.ts'",
      'Without a model these cells stay open: the embedded auditor says the same of them each time',
      ADVISORIES,
    ]);
  });

  test('where its agents were cut off, its own command may still help', async () => {
    const [command] = await suggest('embedded', { behaviour: 'failed' });
    expect(command).toBe("Consider: consensus-review audit --all --cells 'D1:src/[id].ts,D1:src/a.ts'");
  });

  test('cells that stayed open though they were asked for are not asked for in the same words', async () => {
    expect(await suggest('anthropic/x', { cells: [{ dimension: 'D1', glob: '**' }] })).toEqual([
      '2 cells stayed open though asked for: another model, or higher limits, may do more',
    ]);
  });

  test('what does not fit into the command is counted by cells, not by selectors', async () => {
    const single = Array.from({ length: 40 }, (_, i) => `f${String(i).padStart(2, '0')}/a.ts`);
    const files = [...single, 'z/a.ts', 'z/b.ts', 'z/c.ts'];
    const [command, more] = await suggest('anthropic/x', { files });
    expect(command?.split(',')).toHaveLength(40);
    // Three of D1 in one selector, and all 43 of D10.
    expect(more).toBe('46 more cells are open: `coverage.cells` of the JSON report lists them');
  });
});
