/** No page says two things that cannot both be true, whatever the document says. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildReportPage } from '../../test/support/report-page.ts';
import { buildAgent, buildFinding, buildReport, sampleReports } from '../../test/support/sample-reports.ts';
import { times } from '../../test/tier.ts';
import { SEVERITIES, VERDICTS } from '../protocol/findings/severity.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { decideVerdict } from '../protocol/report/verdict.ts';
import { formatHtml } from './html/html.ts';
import { renderMarkdown } from './markdown/render.ts';
import { formatSummary } from './summary.ts';
import { renderTerminal } from './terminal/render.ts';

const AGENTS = ['security-reviewer', 'go-reviewer'] as const;
const cell = fc.constantFrom('reviewed' as const, 'skipped' as const);

const agents = fc.array(
  fc
    .record({
      agent: fc.constantFrom(...AGENTS),
      verdict: fc.constantFrom(...VERDICTS),
      status: fc.constantFrom('completed' as const, 'truncated' as const, 'failed' as const),
      cutoff_reason: fc.constantFrom(null, 'budget' as const, 'error' as const),
      files_reviewed: fc.nat(3),
      files_skipped: fc.nat(3),
    })
    .map(buildAgent),
  { maxLength: 3 },
);
const files = fc.array(
  fc
    .record({ by: fc.record({ [AGENTS[0]]: cell, [AGENTS[1]]: cell }), path: fc.constantFrom('a.ts', 'b.ts', 'c.ts') })
    .map(({ by, path }) => ({
      path,
      by,
      status: Object.values(by).every((each) => each === 'reviewed') ? ('reviewed' as const) : ('skipped' as const),
      depth: 'full' as const,
      reason: null,
    })),
  { maxLength: 3 },
);
const findings = fc.array(
  fc
    .record({
      id: fc.constantFrom('H-01', 'H-02', 'M-01'),
      severity: fc.constantFrom(...SEVERITIES),
      status: fc.constantFrom('confirmed' as const, 'unverified' as const, 'rejected' as const, 'suppressed' as const),
      introduced: fc.boolean(),
      file: fc.constantFrom('a.ts', 'test/b.ts'),
    })
    .map(buildFinding),
  { maxLength: 6 },
);
const documents: fc.Arbitrary<ReportDocument> = fc
  .record({
    base: fc.constantFrom(buildReport(), sampleReports.audit),
    verdict: fc.constantFrom(...VERDICTS),
    complete: fc.boolean(),
    trace: fc.constantFrom('OK: no CRITICAL, HIGH or MEDIUM finding and no objection', 'WARN: 1 HIGH remains'),
    agents,
    files,
    findings,
  })
  .map(({ base, verdict, complete, trace, files: covered, ...rest }) => ({
    ...base,
    ...rest,
    verdict,
    complete,
    verdict_trace: [trace],
    coverage: { ...base.coverage, files: covered, cells: [] },
  }));

const HEAD = /(NO VERDICT|VETO|WARN|OK) · (complete|incomplete)(?:, checked by rules)? · (.*)/u;

test('a page says one verdict, one state and one count, at its beginning and at its end', () => {
  fc.assert(
    fc.property(documents, (report) => {
      const text = renderTerminal(buildReportPage(report), { color: false, width: 120, verbose: false });
      const said = [...text.matchAll(new RegExp(HEAD, 'gu'))].map(([line]) => line);
      expect(said).toHaveLength(2);
      expect(said[1]).toBe(said[0]);
      const [, verdict, state, counts = ''] = HEAD.exec(said[0] ?? '') ?? [];
      expect(state).toBe(report.complete ? 'complete' : 'incomplete');
      expect([report.verdict, 'NO VERDICT']).toContain(verdict);
      if (report.complete) expect(counts).not.toMatch(/nothing was|what was reviewed/u);
      const total = /^ {2}Total +(\S+) +(\d+) +(\d+) +(\d+) +(\d+)/mu.exec(text);
      if (total === null) return;
      const sum = total.slice(2, 6).reduce((all, each) => all + Number(each), 0);
      expect(/^(?:no|nothing)\b/u.test(counts)).toBe(sum === 0);
      expect(total[1]).toBe(verdict === 'NO VERDICT' ? '–' : verdict);
    }),
  );
});

test('where there is no verdict, nothing on any page says OK or that nothing was found', () => {
  fc.assert(
    fc.property(documents, (report) => {
      const pages = [
        renderTerminal(buildReportPage(report, true), { color: false, width: 120, verbose: true }),
        renderMarkdown(buildReportPage(report, true)),
        formatSummary(report),
        formatHtml(report).replace(/<style>[\s\S]*?<\/style>|<script>[\s\S]*?<\/script>|class="[^"]*"/gu, ''),
      ];
      const hasNone = pages.map((page) => page.includes('NO VERDICT'));
      expect(new Set(hasNone).size).toBe(1);
      if (hasNone[0]) for (const page of pages) expect(page).not.toMatch(/\bOK\b|no findings/u);
    }),
    { numRuns: times(250, 25_000) },
  );
});

test('where nothing was reviewed, no verdict is OK', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VERDICTS), fc.boolean(), (verdict, ignoreVetoes) => {
      const agent = { agent: 'a', verdict, vetoReasons: [], canVeto: true, stands: false };
      const decision = decideVerdict({ findings: [], agents: [agent], ignoreVetoes, hasReviewed: false });
      expect(decision.verdict).not.toBe('OK');
      expect(decision.trace.join('\n')).not.toMatch(/^OK:/mu);
    }),
  );
});
