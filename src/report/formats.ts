/**
 * Renders a report or plan document as text in a format chosen by name (`renderReport`, `renderPlan`); imports the file of a format
 * only when it is asked for. Called by cli/render-output.ts, cli/commands/plan-command.ts, mcp/ and index.ts.
 */
import type { FormatName } from '../protocol/config/config-names.ts';
import type { PlanDocument } from '../protocol/report/plan-document.ts';
import { type PlanFormatName, requirePlanFormat } from '../protocol/report/plan-format.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { Page } from './blocks.ts';
import type { TerminalOptions } from './terminal/screen.ts';

export interface FormatOptions extends TerminalOptions {
  readonly toolVersion?: string;
}

type Format<Document> = (document: Document, options: FormatOptions) => string | Promise<string>;

const REPORT_FORMATS: Readonly<Record<FormatName, () => Promise<Format<ReportDocument>>>> = {
  terminal: () => loadReportPage('terminal'),
  markdown: () => loadReportPage('markdown'),
  json: async () => (await import('./json.ts')).formatJson,
  jsonl: async () => (await import('./jsonl.ts')).formatJsonl,
  sarif: async () => (await import('./sarif/sarif.ts')).formatSarif,
  html: async () => (await import('./html/html.ts')).formatHtml,
  github: async () => (await import('./machine/github.ts')).formatGithub,
  gitlab: async () => (await import('./machine/gitlab.ts')).formatGitlab,
  junit: async () => (await import('./machine/junit.ts')).formatJunit,
  csv: async () => (await import('./machine/csv.ts')).formatCsv,
  rdjson: async () => (await import('./machine/rdjson.ts')).formatRdjson,
  'semgrep-json': async () => (await import('./machine/semgrep-json.ts')).formatSemgrepJson,
  'agent-json': async () => (await import('./agent-json.ts')).formatAgentJson,
  signal: async () => (await import('./signal.ts')).formatSignalReport,
  summary: async () => (await import('./summary.ts')).formatSummary,
};

const PLAN_FORMATS: Readonly<Record<PlanFormatName, () => Promise<Format<PlanDocument>>>> = {
  terminal: () => loadPlanPage('terminal'),
  markdown: () => loadPlanPage('markdown'),
  json: async () => (await import('./json.ts')).formatPlanJson,
};

async function loadReportPage(format: 'terminal' | 'markdown'): Promise<Format<ReportDocument>> {
  const { renderPage } = await import('./render-page.ts');
  return async (report, options) => renderPage(await buildReportPage(report, options.verbose), format, options);
}

async function buildReportPage(report: ReportDocument, isFull: boolean): Promise<Page> {
  const { audit } = report;
  if (audit === null) return (await import('./pages/review-page.ts')).buildReviewPage(report, isFull);
  return (await import('./pages/audit-page.ts')).buildAuditPage({ ...report, audit }, isFull);
}

async function loadPlanPage(format: 'terminal' | 'markdown'): Promise<Format<PlanDocument>> {
  const [{ buildPlanPage }, { renderPage }] = [await import('./pages/plan-page.ts'), await import('./render-page.ts')];
  return (plan, options) => renderPage(buildPlanPage(plan), format, options);
}

export const renderReport = async (name: FormatName, report: ReportDocument, options: FormatOptions): Promise<string> =>
  (await REPORT_FORMATS[name]())(report, options);

/** Rejects with ReviewError('bad-value') for a format that only a report has. */
export const renderPlan = async (name: FormatName, plan: PlanDocument, options: FormatOptions): Promise<string> =>
  (await PLAN_FORMATS[requirePlanFormat(name)]())(plan, options);
