import { type FormatName } from '../protocol/config-schema.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export interface FileOutput {
    readonly format: FormatName;
    readonly path: string;
}
export declare const chooseFormat: (asked: FormatName | null, terminal: Terminal) => FormatName;
/** `-f FORMAT`, where no configuration has a say; null where nobody asked. */
export declare function readFormat({ format }: Flags): FormatName | null;
/** `-o FORMAT=PATH`, checked before anything runs. */
export declare function readFileOutputs(flags: Flags): readonly FileOutput[];
/** Opens every output before the run, so that a review is not lost to a misspelled folder. */
export declare function probeOutputs(terminal: Terminal, outputs: readonly FileOutput[]): Promise<void>;
export declare function writeOutputs(terminal: Terminal, outputs: readonly FileOutput[], render: (format: FormatName) => string): Promise<void>;
/** Lines that keep what this run writes out of what it reviews, wherever inside the root it writes. */
export declare function ignoreOwn(root: string, paths: readonly string[]): readonly string[];
