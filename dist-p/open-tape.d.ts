import type { Clock, Ids, Journal } from './ports.ts';
import { type Tape, type TapeHead } from './reviewers/model/tape.ts';
export interface OpenTape {
    readonly tape: Tape;
    readonly clock: Clock;
    readonly ids: Ids;
    /** How often the run was continued after an interruption. */
    readonly resumed: number;
    /** The run has ended; a recording without its end cannot be played. */
    end(finishedAt: number): void;
}
export interface TapeFacts {
    readonly version: string;
    readonly model: string;
    readonly flags: TapeHead['flags'];
    readonly note?: string;
    /** Words of chance by their key; random ones where nobody chooses them. */
    readonly chooseWord?: (key: string) => string;
    readonly clock: Clock;
    readonly ids: Ids;
    /** Where the run is kept anyway. */
    readonly inner?: OpenTape | null;
}
export interface JournalFacts {
    readonly run: {
        readonly id: string;
        readonly startedAt: number;
        readonly seed: string;
        readonly resumed: number;
    };
    readonly journal: Journal;
    readonly clock: Clock;
    readonly ids: Ids;
}
/** Every word of chance comes from the seed of the run: nobody outside can guess it, and a resumed run says it again. */
export declare const openJournalTape: ({ run, journal, clock, ids }: JournalFacts) => OpenTape;
/** Written line by line as the run goes on. */
export declare function recordTo(path: string, facts: TapeFacts): OpenTape;
export interface Replay extends OpenTape {
    readonly head: TapeHead;
}
export declare function replayFrom(path: string, { clock, ids }: Pick<TapeFacts, 'clock' | 'ids'>): Replay;
