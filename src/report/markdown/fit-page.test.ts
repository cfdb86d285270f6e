import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildReportPage } from '../../../test/support/report-page.ts';
import { buildFinding, buildReport, sampleReports } from '../../../test/support/sample-reports.ts';
import { list, type Page, paragraph, section, title } from '../blocks.ts';
import { fitPage } from './fit-page.ts';
import { renderMarkdown } from './render.ts';

test.each(Object.entries(sampleReports))('%s fits as it is, and is not touched', (_, report) => {
  const page = buildReportPage(report);
  expect(fitPage(page, renderMarkdown)).toBe(renderMarkdown(page));
});

const many = buildReport({
  verdict: 'VETO',
  findings: Array.from({ length: 3000 }, (_, at) =>
    buildFinding({
      id: `H-${at}`,
      severity: at < 3 ? 'CRITICAL' : 'HIGH',
      title: `Problem ${at}`,
      issue: 'why '.repeat(50),
      reported_by: [{ agent: 'security-reviewer', round: 1, rule: `rule-${at % 400}`, model: null }],
    }),
  ),
});

test('a report of thousands of findings fits into a comment of GitHub, with verdict, first fixes and declared cuts', () => {
  const text = fitPage(buildReportPage(many, true), renderMarkdown);
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text.length).toBeGreaterThan(5000);
  expect(text).toContain('**VETO**');
  expect(text).toContain('> Shortened to fit into 65,000 characters.');
  expect(text).toMatch(/… [\d,]+ more parts; -f json has them all/u);
  for (const id of ['H-0', 'H-1', 'H-2']) expect(text).toContain(`${id} `);
});

test('a page that fits in no form keeps its beginning, names what it lost, and ends no block in its middle', () => {
  const page: Page = [
    ...title('T'),
    ...paragraph('first'),
    ...Array.from({ length: 400 }, (_, at) => section(`Part ${at}`, list([`entry ${at}`]))).flat(),
  ];
  const text = fitPage(page, renderMarkdown, 6000);
  expect(text.length).toBeLessThanOrEqual(6000);
  expect(text).toContain('first');
  expect(text).toContain('Part 399');
});

test('whatever a document says, it fits', () => {
  const long = fc.string({ unit: 'grapheme', maxLength: 50 }).map((text) => text.repeat(3000));
  fc.assert(
    fc.property(long, long, (name, issue) => {
      const finding = buildFinding({ id: 'H-01', severity: 'HIGH', title: name, issue, evidence: issue });
      const report = buildReport({
        findings: [finding, { ...finding, id: 'H-02' }],
        warnings: [issue],
        suggestions: [name],
      });
      expect(fitPage(buildReportPage(report), renderMarkdown).length).toBeLessThanOrEqual(65_536);
    }),
    { numRuns: 20 },
  );
});
