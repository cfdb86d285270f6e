/** A run of the command line as it is kept: where, under which command, and what is said about it when it ends. */
import type { RunCommand } from '../protocol/stored-run.ts';
import { type KeepRequest, type KeptRun, type RunPlace } from '../run-wiring.ts';
import type { Terminal } from './streams.ts';
export declare const runPlaceOf: (terminal: Terminal) => RunPlace;
export type AskedRun = Omit<KeepRequest, 'place' | 'command' | 'version'> & {
    readonly command: Omit<RunCommand, 'cwd'>;
};
export declare function openKeptRun(terminal: Terminal, asked: AskedRun): Promise<KeptRun>;
/** Ends the run that broke off: whoever can go on with it is told how. */
export declare function failKeptRun(terminal: Terminal, kept: KeptRun, thrown: unknown): Promise<unknown>;
