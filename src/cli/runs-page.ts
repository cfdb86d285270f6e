/**
 * Reads from terminal and flags how a page is printed: its format, width and colours; and writes times as ISO text. Called by the
 * commands `runs`, `explain`, `config` and `index`. The pages themselves are in report/pages/.
 */
import type { TerminalOptions } from '../report/terminal/screen.ts';
import type { Flags } from './command-declaration.ts';
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
