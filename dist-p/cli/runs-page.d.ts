/** How the commands on stored runs write their pages: format, width, times. */
import type { TerminalOptions } from '../report/terminal-page.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
type Page = 'terminal' | 'markdown' | 'json' | 'csv';
export declare const choosePage: (terminal: Terminal, flags: Flags) => Page;
export declare const pageOf: (terminal: Terminal, flags: Flags) => TerminalOptions;
export declare const formatTime: (ms: number) => string;
export {};
