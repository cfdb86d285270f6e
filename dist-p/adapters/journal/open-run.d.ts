/** A run that this process owns: its journal, its heartbeat, its end. The end is written once, the report with it. */
import type { Clock } from '../../ports.ts';
import type { ReportDocument } from '../../protocol/report-document.ts';
import type { RunCommand, RunStatus, SettingMarks } from '../../protocol/stored-run.ts';
import type { RunDatabase } from './run-database.ts';
import type { RunRow } from './run-rows.ts';
import { type ClosableJournal } from './sqlite-journal.ts';
export interface RunEnd {
    readonly status: Exclude<RunStatus, 'running'>;
    readonly reason: string | null;
    /** A provider asked to be asked later: what follows may take another turn when it is. */
    readonly isDeferred: boolean;
    readonly report: ReportDocument | null;
    readonly exitCode: number;
    readonly finishedAt: number;
}
export interface OpenRun extends Disposable {
    readonly id: string;
    readonly startedAt: number;
    /** Every word of chance of the run comes from it. */
    readonly seed: string;
    readonly resumed: number;
    readonly command: RunCommand;
    readonly settings: SettingMarks;
    readonly version: string;
    readonly journal: ClosableJournal;
    /** What the user should know about what was not, or will not be, kept. */
    readonly warnings: readonly string[];
    /** False where it could not be written, and a warning says so, or where it had ended before. Only the first end counts. */
    end(end: RunEnd): boolean;
    /** Nothing happened that is worth keeping. */
    discard(): void;
    /** Gives back a run that was taken over and cannot go on now; it stays as it was. */
    release(): void;
}
export declare function openRun(store: RunDatabase, row: RunRow, clock: Pick<Clock, 'now'>): OpenRun;
