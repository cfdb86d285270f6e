import type { Selection } from '../ports.ts';
import type { Settings } from '../settings.ts';
import { type FileOutput } from './outputs.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export interface FleetRun {
    readonly playbook: 'review' | 'audit';
    readonly settings: Settings;
    readonly selection: Selection;
    readonly flags: Flags;
    readonly outputs: readonly FileOutput[];
}
export declare function runOnFleet(terminal: Terminal, asked: FleetRun): Promise<number>;
/** `resume RUN --database URL`: follows a run that goes on, takes an interrupted one up again, shows the report of an ended one. */
export declare function resumeOnFleet(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number>;
