/** The report of a review as a page (FACT-15): verdict first, then who found how much, what to fix, what nobody looked at, and how to go on. */
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { type Page, section, title } from '../blocks.ts';
import { summarize } from '../overview.ts';
import { writeChains } from './attack-chains.ts';
import { listFixFirst, writeFindings } from './findings.ts';
import {
  tabulateAgents,
  writeDimensions,
  writeMatrix,
  writeRows,
  writeScope,
  writeSuggestions,
  writeTruncation,
  writeUnreviewed,
  writeVerdict,
  writeWarnings,
} from './report-parts.ts';

/** With `isFull`, findings of low severity are shown as the others are. */
export function buildReviewPage(report: ReportDocument, isFull = false): Page {
  const overview = summarize(report);
  return [
    ...title(['Consensus Review: ', report.scope.selection]),
    ...writeVerdict(report, overview),
    ...writeWarnings(report, report.notes),
    ...section('Fix first', listFixFirst(overview)),
    ...section('Reviewers', tabulateAgents(overview)),
    ...writeFindings(overview, { title: `Findings (${overview.counted.length})`, checkOf: () => null, isFull }),
    ...writeChains(report),
    ...writeDimensions(report),
    ...writeTruncation(report),
    ...writeUnreviewed(overview),
    ...writeMatrix(report, overview),
    ...writeRows(report, overview),
    ...writeScope(report, overview),
    ...writeSuggestions(report),
  ];
}
