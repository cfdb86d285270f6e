import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildFinding, sampleReports } from '../../test/support/sample-reports.ts';
import { buildSummary, sampleAges, sampleRunDocuments, sampleRuns } from '../../test/support/sample-runs.ts';
import { compareRuns } from '../protocol/report/compare-runs.ts';
import type { RunsDocument } from '../protocol/report/runs-document.ts';
import { renderMarkdown } from './markdown/render.ts';
import { buildComparisonPage } from './pages/comparison-page.ts';
import { buildRunPage } from './pages/run-page.ts';
import { buildRunsPage } from './pages/runs-page.ts';
import { measureWidth } from './plain-text.ts';
import { describeAge, describeBill, formatMoment, formatMoney } from './runs-text.ts';
import { renderTerminal } from './terminal/render.ts';

const GOLDEN = join(import.meta.dirname, '../../test/golden/runs');
const NARROW = { color: false, width: 80, verbose: false };
const WIDE = { color: true, width: 140, verbose: true };
const listPage = (runs: Partial<RunsDocument> = {}) =>
  buildRunsPage({ ...sampleRuns, ...runs }, ({ id }) => describeAge(sampleAges[id] ?? 0));
const listMarkdown = (runs: Partial<RunsDocument> = {}): string =>
  renderMarkdown(buildRunsPage({ ...sampleRuns, ...runs }, (run) => formatMoment(run.started_at)));
const before = {
  ...sampleReports.partial,
  findings: [
    ...sampleReports.partial.findings,
    ...sampleReports.veto.findings.map((finding) => ({ ...finding, fingerprint: `old-${finding.id}` })),
  ],
};
const after = {
  ...sampleReports.partial,
  run: { ...sampleReports.partial.run, id: 'run-0002' },
  findings: [
    ...sampleReports.partial.findings.slice(1).map((finding) => ({ ...finding, line: finding.line + 7 })),
    ...Array.from({ length: 25 }, (_, i) =>
      buildFinding({ id: `L-${i}`, severity: 'LOW', file: `src/auth/new-${i}.go`, line: i + 1, title: `Title ${i}` }),
    ),
  ],
};
const comparison = compareRuns(before, after);

const PAGES = {
  'list.80.txt': renderTerminal(listPage(), NARROW),
  'list.140.color.txt': renderTerminal(listPage(), WIDE),
  'list.all.80.txt': renderTerminal(listPage({ root: null }), NARROW),
  'list.empty.txt': renderTerminal(listPage({ runs: [], left_out: 0 }), NARROW),
  'list.first.txt': renderTerminal(listPage({ runs: [], left_out: 0, elsewhere: 0 }), NARROW),
  'list.md': listMarkdown(),
  'list.all.md': listMarkdown({ root: null }),
  ...Object.fromEntries(
    Object.entries(sampleRunDocuments).flatMap(([name, document]) => [
      [`show.${name}.80.txt`, renderTerminal(buildRunPage(document), NARROW)],
      [`show.${name}.140.color.txt`, renderTerminal(buildRunPage(document), WIDE)],
      [`show.${name}.md`, renderMarkdown(buildRunPage(document))],
    ]),
  ),
  'compare.80.txt': renderTerminal(buildComparisonPage(comparison), NARROW),
  'compare.140.color.txt': renderTerminal(buildComparisonPage(comparison), WIDE),
  'compare.md': renderMarkdown(buildComparisonPage(comparison)),
};

describe.each(Object.entries(PAGES))('%s', (name, text) => {
  test('is as recorded, ends with one newline, and nothing of it steers a terminal', async () => {
    await expect(text.replaceAll('\u001b', '␛')).toMatchFileSnapshot(join(GOLDEN, name));
    expect(text).toMatch(/[^\n]\n$/u);
    expect(text.replaceAll('\u001b', '␛')).not.toMatch(/␛(?!\[\d+m)/u);
  });

  test.runIf(name.endsWith('.80.txt'))('fits into 80 columns', () => {
    expect(text.split('\n').filter((line) => measureWidth(line) > 80)).toEqual([]);
  });
});

test('whatever a run is called, its line keeps its columns and fits', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 80, max: 200 }),
      (selection, width) => {
        const runs = [buildSummary(), buildSummary({ selection })];
        const text = renderTerminal(listPage({ runs, left_out: 0 }), { ...NARROW, width });
        expect(text.split('\n').filter((line) => measureWidth(line) > width)).toEqual([]);
      },
    ),
  );
});

test.each([
  [-5, 'just now'],
  [59, 'just now'],
  [60, '1 min ago'],
  [3599, '59 min ago'],
  [3600, '1 h ago'],
  [86_399, '23 h ago'],
  [86_400, '1 d ago'],
  [400 * 86_400, '400 d ago'],
])('%d seconds are %s', (seconds, words) => {
  expect(describeAge(seconds)).toBe(words);
});

test.each([
  [0, 0, 0, '–'],
  [1.239, 3, 0, '$1.24'],
  [0.0042, 3, 0, '$0.0042'],
  [0, 3, 3, '?'],
  [0.5, 3, 1, '$0.50+?'],
])('$%d of %d calls, %d of unknown price: %s', (usd, calls, unpriced, words) => {
  expect(formatMoney(usd, calls, unpriced)).toBe(words);
});

test.each([
  [0, 3, 3, '?'],
  [0, 3, 0, '$0.00'],
  [0.5, 3, 1, '$0.50+?'],
  [0.5, 3, null, '$0.50'],
  [0, 3, null, '?'],
])(
  'a stored run of $%d over %d calls, %d of unknown price, is billed as %s',
  (cost_usd, calls, unpriced_calls, words) => {
    const { usage } = buildSummary();
    const run = buildSummary({ usage: { ...(usage as NonNullable<typeof usage>), cost_usd, calls, unpriced_calls } });
    expect(describeBill(run)).toBe(words);
  },
);
