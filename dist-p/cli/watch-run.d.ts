import type { Emit } from '../ports.ts';
import type { FormatName } from '../protocol/config-schema.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import type { EffectWatch } from '../telemetry-port.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export interface RunWatchers {
    readonly emit: Emit;
    /** Null where nobody wants to know of calls and scans. */
    readonly effects: EffectWatch | null;
    /** The engine is done: no row is drawn any more. */
    stop(): void;
    /** The report is written. */
    end(report: ReportDocument): Promise<void>;
    fail(error: unknown): Promise<void>;
}
export declare function watchRun(terminal: Terminal, flags: Flags, format: FormatName): Promise<RunWatchers>;
