/** The formats by name: every output of the product is a pure function of its document. */
import type { FormatName } from '../protocol/config/config-schema.ts';
import type { PlanDocument } from '../protocol/report/plan-document.ts';
import { type PlanFormatName, requirePlanFormat } from '../protocol/report/plan-format.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { formatJson, formatPlanJson } from './json.ts';
import { formatJsonl } from './jsonl.ts';
import { formatMarkdown } from './markdown/markdown.ts';
import { formatPlanMarkdown } from './markdown/plan-markdown.ts';
import { formatSarif } from './sarif/sarif.ts';
import { formatSignalReport } from './signal.ts';
import { formatSummary } from './summary.ts';
import { formatPlanTerminal } from './terminal/plan-terminal.ts';
import { formatTerminal } from './terminal/terminal.ts';
import type { TerminalOptions } from './terminal/terminal-page.ts';

export interface FormatOptions extends TerminalOptions {
  readonly toolVersion?: string;
}

type ReportFormat = (report: ReportDocument, options: FormatOptions) => string;
type PlanFormat = (plan: PlanDocument, options: FormatOptions) => string;

const REPORT_FORMATS: Readonly<Record<FormatName, ReportFormat>> = {
  terminal: formatTerminal,
  markdown: formatMarkdown,
  json: formatJson,
  jsonl: formatJsonl,
  sarif: formatSarif,
  signal: formatSignalReport,
  summary: formatSummary,
};

const PLAN_FORMATS: Readonly<Record<PlanFormatName, PlanFormat>> = {
  terminal: formatPlanTerminal,
  markdown: formatPlanMarkdown,
  json: formatPlanJson,
};

export const renderReport = (name: FormatName, report: ReportDocument, options: FormatOptions): string =>
  REPORT_FORMATS[name](report, options);

/** Throws ReviewError('bad-value') for a format that only a report has. */
export const renderPlan = (name: FormatName, plan: PlanDocument, options: FormatOptions): string =>
  PLAN_FORMATS[requirePlanFormat(name)](plan, options);
