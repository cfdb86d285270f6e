/**
 * Waves of a review: which files an agent takes, whether another wave follows, how many there will be (HOST-07, HOST-15,
 * HOST-16). Reading costs a model reviewer its budget in branch waves; shared scopes and embedded reviewers take all.
 */
import type { Isolation } from './report-document.ts';
/** Share of the budget that assigned files may fill. */
export declare const ASSIGNED_SHARE = 0.6;
/** Waves of `auto` for reviewers that pay for reading; embedded ones have no such limit. */
export declare const MAX_AUTO_WAVES = 100;
export interface WaveTerms {
    readonly budgetTokens: number;
    readonly isolation: Isolation;
    /** Whether reading is charged to the agent. */
    readonly hasContext: boolean;
    /** No further wave may follow: the agent gets everything that is left, and degrades as it goes (MODE-07). */
    readonly isLast?: boolean;
}
/** The first files of the queue that fill the agent's share of the budget; at least one, all where reading is free or no wave follows. */
export declare function assignFiles<T extends {
    readonly tokens: number;
}>(queue: readonly T[], terms: WaveTerms): readonly T[];
export interface WaveAgentState {
    readonly agent: string;
    /** Files another wave could take. */
    readonly open: number;
    /** Files it has not reviewed, whether or not another wave could. */
    readonly owed: number;
    readonly embedded: boolean;
}
export interface WaveState {
    readonly wavesDone: number;
    readonly waves: 'auto' | number;
    readonly agents: readonly WaveAgentState[];
    /** Whether the last wave finished a file or recorded a finding. */
    readonly progressed: boolean;
    /** What has ended the run, the user or a limit; null where nothing has. */
    readonly stopped: string | null;
}
export interface WaveDecision {
    readonly kind: 'next-wave' | 'converge' | 'incomplete';
    readonly reason: string;
}
export declare function decideNextWave(state: WaveState): WaveDecision;
/** Waves one agent needs for its files in the order given, at constant terms; embedded reviewers plan with one. */
export declare function estimateWaves(files: readonly {
    readonly tokens: number;
}[], terms: WaveTerms): number;
/** Files that so many waves will leave over, at constant terms. */
export declare function listLeftOver<T extends {
    readonly tokens: number;
}>(queue: readonly T[], terms: WaveTerms, waves: 'auto' | number): readonly T[];
