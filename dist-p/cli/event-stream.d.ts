import type { Emit, RunEvent } from '../ports.ts';
import type { FormatName } from '../protocol/config-schema.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import { type FileOutput } from './outputs.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export interface EventStream {
    readonly emit: Emit;
    /** The last line. */
    end(report: ReportDocument): void;
    fail(error: unknown): void;
}
/** Where nobody asked for events, a stream that writes nothing. */
export declare function openEventStream(terminal: Terminal, format: FormatName, outputs: readonly FileOutput[]): EventStream & Disposable;
export interface WantedReport {
    readonly format: FormatName;
    readonly outputs: readonly FileOutput[];
    readonly stream: EventStream;
}
/** The report where it was asked for; a stream of events has it in its last line. */
export declare function writeReport(terminal: Terminal, flags: Flags, report: ReportDocument, { format, outputs, stream }: WantedReport): Promise<void>;
/** Everybody who watches hears every event. */
export declare const tellAll: (...watchers: readonly {
    readonly emit: Emit;
}[]) => Emit;
/** Of an agent's progress at most one event in a while. */
export declare function createThinning(): (event: RunEvent) => boolean;
