/** The end of a run with a report: its exit code, and on stderr why it is not 0, since standard output may be a machine's. */
import type { Config } from '../config.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import type { KeptRun } from '../run-wiring.ts';
import { type WantedReport } from './event-stream.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export interface ClosedRun extends WantedReport {
    readonly kept: KeptRun;
    readonly config: Pick<Config, 'failOn' | 'allowPartial'>;
}
/** The report first; a run whose report could not be written has ended all the same, and can show it again. */
export declare function closeRun(terminal: Terminal, flags: Flags, report: ReportDocument, { kept, config, ...wanted }: ClosedRun): Promise<number>;
export declare const resumeCommand: (id: string) => string;
export declare function warnOfKeeping(terminal: Terminal, kept: KeptRun): void;
/** `kept` is null where there was nothing to keep. */
export declare function endRun(terminal: Terminal, report: ReportDocument, config: Pick<Config, 'failOn' | 'allowPartial'>, kept: KeptRun | null): Promise<number>;
