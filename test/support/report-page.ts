/** The page of a report, of a review or an audit. */
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import type { Page } from '../../src/report/blocks.ts';
import { buildAuditPage } from '../../src/report/pages/audit-page.ts';
import { buildReviewPage } from '../../src/report/pages/review-page.ts';

export const buildReportPage = (report: ReportDocument, isFull = false): Page =>
  report.audit === null ? buildReviewPage(report, isFull) : buildAuditPage({ ...report, audit: report.audit }, isFull);
