/**
 * Returns two functions that render a report in a given format (report/formats.ts): one for the screen, with its width and colours,
 * one for files. Called by progress/event-stream.ts and by the commands `collect`, `fix` and `report`.
 */
import type { FormatName } from '../protocol/config/config-names.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { renderReport } from '../report/formats.ts';
import { readVersion } from '../version.ts';
import type { Flags } from './command-declaration.ts';
import type { Terminal } from './streams.ts';
import { wantsColor } from './terminal-settings.ts';

const FILE_WIDTH = 100;

/** A report for the screen, with its colours and width, and for files, which have neither. */
export function renderFor(
  report: ReportDocument,
  terminal: Terminal,
  flags: Flags,
  toolVersion = readVersion(),
): Record<'forScreen' | 'forFile', (format: FormatName) => Promise<string>> {
  const common = { verbose: flags.verbose === true, toolVersion };
  const width = terminal.stdout.columns ?? FILE_WIDTH;
  return {
    forScreen: (format) => renderReport(format, report, { ...common, color: wantsColor(terminal, flags), width }),
    forFile: (format) => renderReport(format, report, { ...common, color: false, width: FILE_WIDTH }),
  };
}
