/**
 * Builds the page of blocks for the report of a review (FACT-15): verdict first, then what to fix, reviewers, findings, what was not
 * reviewed, and how to go on. Loaded by report/formats.ts for the formats `terminal` and `markdown`.
 */
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { type Page, section, title } from '../blocks.ts';
import { summarize } from '../overview.ts';
import { writeChains } from './attack-chains.ts';
import { listFixFirst, nameFindings, writeFindings } from './findings.ts';
import {
  tabulateAgents,
  writeClosing,
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
import { writeRequirements } from './requirements.ts';

/** With `isFull`, every finding is shown in full; else what needs a decision. */
export function buildReviewPage(report: ReportDocument, isFull = false): Page {
  const overview = summarize(report);
  return [
    ...title(['Consensus Review: ', report.scope.selection]),
    ...writeVerdict(report, overview),
    ...writeWarnings(report, report.notes),
    ...section('Fix first', listFixFirst(overview)),
    ...writeRequirements(report),
    ...section('Reviewers', tabulateAgents(overview)),
    ...writeFindings(overview, { title: nameFindings(overview), checkOf: () => null, isFull }),
    ...writeChains(report),
    ...writeDimensions(report),
    ...writeTruncation(report),
    ...writeUnreviewed(overview),
    ...writeMatrix(report, overview),
    ...writeRows(report, overview),
    ...writeScope(report, overview),
    ...writeClosing(report, overview),
    ...writeSuggestions(report),
  ];
}
