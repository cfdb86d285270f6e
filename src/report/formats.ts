/** The formats by name: every output of the product is a pure function of its document, loaded when it is asked for. */
import type { FormatName } from '../protocol/config/config-schema.ts';
import type { PlanDocument } from '../protocol/report/plan-document.ts';
import { type PlanFormatName, requirePlanFormat } from '../protocol/report/plan-format.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { TerminalOptions } from './terminal/terminal-page.ts';

export interface FormatOptions extends TerminalOptions {
  readonly toolVersion?: string;
}

type ReportFormat = (report: ReportDocument, options: FormatOptions) => string;
type PlanFormat = (plan: PlanDocument, options: FormatOptions) => string;

const REPORT_FORMATS: Readonly<Record<FormatName, () => Promise<ReportFormat>>> = {
  terminal: async () => (await import('./terminal/terminal.ts')).formatTerminal,
  markdown: async () => (await import('./markdown/markdown.ts')).formatMarkdown,
  json: async () => (await import('./json.ts')).formatJson,
  jsonl: async () => (await import('./jsonl.ts')).formatJsonl,
  sarif: async () => (await import('./sarif/sarif.ts')).formatSarif,
  'agent-json': async () => (await import('./agent-json.ts')).formatAgentJson,
  signal: async () => (await import('./signal.ts')).formatSignalReport,
  summary: async () => (await import('./summary.ts')).formatSummary,
};

const PLAN_FORMATS: Readonly<Record<PlanFormatName, () => Promise<PlanFormat>>> = {
  terminal: async () => (await import('./terminal/plan-terminal.ts')).formatPlanTerminal,
  markdown: async () => (await import('./markdown/plan-markdown.ts')).formatPlanMarkdown,
  json: async () => (await import('./json.ts')).formatPlanJson,
};

export const renderReport = async (name: FormatName, report: ReportDocument, options: FormatOptions): Promise<string> =>
  (await REPORT_FORMATS[name]())(report, options);

/** Rejects with ReviewError('bad-value') for a format that only a report has. */
export const renderPlan = async (name: FormatName, plan: PlanDocument, options: FormatOptions): Promise<string> =>
  (await PLAN_FORMATS[requirePlanFormat(name)]())(plan, options);
