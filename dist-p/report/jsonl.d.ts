/**
 * Events as lines of JSON, one object each (`-f jsonl`): numbered from 1, the schema in the first, the report or the error
 * in the last. Pure: the caller says what time it is and writes the lines where they belong.
 */
import type { ReportDocument } from '../protocol/report-document.ts';
import { type RunEvent } from '../protocol/run-events.ts';
export interface EventFailure {
    readonly code: string;
    readonly message: string;
    readonly exit: number;
}
/** The lines of one run, in the order in which they are asked for; `at` is ISO 8601. */
export interface EventLines {
    event(event: RunEvent, at: string): string;
    /** The last line of a run that has a report. */
    report(report: ReportDocument, at: string): string;
    /** The last line of one that has none. */
    error(failure: EventFailure, at: string): string;
}
export declare function createEventLines(): EventLines;
/** A run that is over: what its report still knows of its events. */
export declare function formatJsonl(report: ReportDocument): string;
