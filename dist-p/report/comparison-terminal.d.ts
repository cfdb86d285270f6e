/** `runs compare` on a terminal: what changed, most severe first, and what nobody can tell. */
import { type ComparisonDocument } from '../protocol/comparison-document.ts';
import { type TerminalOptions } from './terminal-page.ts';
export declare function formatComparisonTerminal(comparison: ComparisonDocument, options: TerminalOptions): string;
