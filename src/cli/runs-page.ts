/**
 * Output options of the commands on stored runs: format, width and colours of the page, and how times are written. The
 * pages are in report/pages/.
 */
import type { TerminalOptions } from '../report/terminal/screen.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
import { wantsColor } from './terminal-settings.ts';

const FILE_WIDTH = 100;

type Page = 'terminal' | 'markdown' | 'json' | 'csv';

export const choosePage = (terminal: Terminal, flags: Flags): Page =>
  (flags.format as Page | undefined) ?? (terminal.stdout.isTTY ? 'terminal' : 'markdown');

export const pageOf = (terminal: Terminal, flags: Flags): TerminalOptions => ({
  color: wantsColor(terminal, flags),
  width: terminal.stdout.columns ?? FILE_WIDTH,
  verbose: flags.verbose === true,
});

export const formatTime = (ms: number): string => new Date(ms).toISOString();
