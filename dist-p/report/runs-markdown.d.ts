/** Stored runs and their ledgers as Markdown. */
import type { RunDocument, RunsDocument } from '../protocol/run-summary.ts';
export declare function formatRunsMarkdown({ root, runs, left_out, elsewhere }: RunsDocument): string;
export declare function formatRunMarkdown(document: RunDocument): string;
