/** An embedded audit that is stopped during its first round: nothing that was not done looks done. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/index.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { summarizeAudit } from '../../src/report/audit-overview.ts';
import { renderReport } from '../../src/report/formats.ts';
import { createFolder } from '../e2e/run-cli.ts';

const DIMENSIONS = ['D1', 'D4', 'D5', 'D6'];

type Moment = Parameters<NonNullable<Parameters<typeof audit>[0]['onEvent']>>[0];
const inRound = (event: Moment): boolean => event.kind === 'round' && event.status === 'started';
const inRecon = (event: Moment): boolean =>
  event.kind === 'step' && event.step === 'index' && event.status === 'finished';

const stopAudit = (
  root: string,
  reason: string,
  dimensions?: readonly string[],
  isThen: (event: Moment) => boolean = inRound,
): Promise<ReportDocument> => {
  const stop = new AbortController();
  return audit({
    root,
    selection: { kind: 'all' },
    flags: { externalAnalyzers: [], ...(dimensions === undefined ? {} : { dimensions }) },
    signal: stop.signal,
    onEvent: (event) => {
      if (isThen(event)) queueMicrotask(() => stop.abort(reason));
    },
  });
};

const stopShop = (reason: string, dimensions?: readonly string[], isThen?: (event: Moment) => boolean) =>
  stopAudit(join(import.meta.dirname, '../../examples/shop'), reason, dimensions, isThen);

describe('an embedded audit that is stopped', () => {
  test('by its deadline: no dimension is met, its agents are cut off, its cells are open [REPORT-01, REPORT-03, HOST-01]', async () => {
    const { coverage, agents, truncation, complete, ...report } = await stopShop('deadline', DIMENSIONS);
    expect([complete, coverage.met, coverage.ratio, coverage.gaps]).toEqual([false, false, 0, DIMENSIONS]);
    expect(coverage.dimensions).toEqual(Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, '❌'])));
    // Every source file, though no agent came to any.
    expect(coverage.cells.filter(({ dimension, status }) => dimension === 'D1' && status === '❌')).toHaveLength(17);
    expect(agents.map(({ status, cutoff_reason: why }) => [status, why])).toEqual(
      agents.map(() => ['truncated', 'aborted']),
    );
    expect(truncation.agents.map(({ agent }) => agent)).toEqual(agents.map(({ agent }) => agent));
    expect(truncation.coverage_gaps).toEqual(DIMENSIONS);
    expect(coverage.files.every(({ status, depth }) => status === 'skipped' && depth === 'full')).toBe(true);
    expect(report.suggestions).toEqual(['Consider: consensus-review audit --all --cells D1+D4+D5+D6']);
    const whole = { ...report, coverage, agents, truncation, complete };
    expect(summarizeAudit(whole)).toBe(
      '0 of 27 files of an application with 13 HTTP endpoints were audited in 1 round. No finding is confirmed. 4 dimensions are not met: D1, D4, D5, D6.',
    );
    expect(
      await renderReport('markdown', whole, { color: false, width: 100, verbose: true, toolVersion: '0' }),
    ).not.toMatch(/searched in a dimension/u);
  });

  test('by the user during recon: the report knows the project and says that nothing was audited', async () => {
    const {
      verdict,
      complete,
      coverage,
      findings,
      rounds,
      audit: details,
    } = await stopShop('interrupt', undefined, inRecon);
    expect([verdict, complete, coverage.ratio, findings]).toEqual(['WARN', false, 0, []]);
    expect(new Set(Object.values(coverage.dimensions))).toEqual(new Set(['❌']));
    expect(rounds.map(({ decision, reason }) => [decision, reason])).toEqual([
      ['incomplete', 'audit incomplete: the run was interrupted'],
    ]);
    expect(details?.permission_matrix).toHaveLength(13);
    // Nobody was asked, so nobody has agreed.
    expect(details?.markers.join()).not.toContain('PLAN_ACK');
  });

  test('by the user: every analyzer says what it did not finish, and no dimension is ✅ [FACT-06]', async () => {
    const { analyzers, coverage } = await stopShop('interrupt');
    const names = ['ast-grep', 'configuration', 'dependencies', 'ruff', 'secretlint'];
    const rows = analyzers.filter(({ name }) => names.includes(name));
    expect(rows.map(({ name }) => name)).toEqual(names);
    for (const { status, reason } of rows) {
      expect(status).not.toBe('completed');
      expect(reason).toMatch(/files? not finished: the run was stopped/u);
    }
    expect(Object.values(coverage.dimensions)).not.toContain('✅');
    expect(coverage.gaps).toHaveLength(10);
  });

  test('before any agent came to work: no dimension is said to be searched, with files to look at or without [HOST-01]', async () => {
    const root = createFolder({ 'a.js': 'export const a = 1;\n' });
    const { coverage } = await stopAudit(root, 'deadline');
    expect(new Set(Object.values(coverage.dimensions))).toEqual(new Set(['❌']));
  });
});
