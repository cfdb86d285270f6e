/** `runs list` on a terminal: a line per run, newest first; narrow terminals show what was reviewed below it. */
import type { RunSummary, RunsDocument } from '../protocol/run-summary.ts';
import { type TerminalOptions } from './terminal-page.ts';
/** Age of a run in seconds. */
export type AgeOf = (run: RunSummary) => number;
export declare function formatRunsTerminal(document: RunsDocument, options: TerminalOptions, ageOf: AgeOf): string;
