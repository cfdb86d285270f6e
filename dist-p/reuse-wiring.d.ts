import type { Config } from './config.ts';
import type { SeatDriver } from './engine/seats.ts';
import type { ReviewerProfile } from './protocol/reviewer.ts';
import type { Recollections, Reuse } from './recollection-port.ts';
import type { Guidance } from './reviewers/model/open-conversation.ts';
export interface RunReuse extends Reuse {
    /** Of the analyzers, their rules and the settings that decide what is found. */
    readonly rules: string;
}
export declare function createReuse(recollections: Recollections, { config, root, version }: {
    readonly config: Config;
    readonly root: string;
    readonly version: string;
}, mayRecall: boolean): Promise<RunReuse>;
/** The seats of a plan: nobody is asked, yet it is known what would be. */
export declare const seatPlanner: (config: Config, guidance: readonly Guidance[], rules: string) => (reviewer: ReviewerProfile) => readonly SeatDriver[];
