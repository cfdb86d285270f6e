import { type OpenTape, type Replay } from '../open-tape.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export declare function openReplay(terminal: Terminal, flags: Flags): Replay | null;
/** What was asked for when it was recorded, and what is asked for now. */
export declare const flagsOf: (replay: Replay | null, flags: Flags) => Flags;
/** Over the journal of the run where it has one: the recording of a resumed run is whole. */
export declare function openRecording(terminal: Terminal, flags: Flags, model: string, inner: OpenTape | null): OpenTape | null;
