import type { ReportDocument } from '../protocol/report-document.ts';
import { type TerminalOptions } from './terminal-page.ts';
export declare function formatTerminal(report: ReportDocument, options: TerminalOptions): string;
