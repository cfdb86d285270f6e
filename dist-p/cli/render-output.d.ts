/** A report in the formats it is written in. Loads every format, so only commands that end with a report import it. */
import type { FormatName } from '../protocol/config-schema.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
/** A report for the screen, with its colours and width, and for files, which have neither. */
export declare function renderFor(report: ReportDocument, terminal: Terminal, flags: Flags, toolVersion?: string): Record<'forScreen' | 'forFile', (format: FormatName) => string>;
