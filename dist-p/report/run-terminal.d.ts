/** `runs show` on a terminal: what was asked, how it ended, what it cost, and how to go on. */
import type { RunDocument } from '../protocol/run-summary.ts';
import { type TerminalOptions } from './terminal-page.ts';
export declare function formatRunTerminal(document: RunDocument, options: TerminalOptions): string;
