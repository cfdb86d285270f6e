/**
 * A driver that plays a script per agent and wave, for tests of the engine. Strict: an agent without a script and a
 * script that nobody played are both errors.
 */
import type { Assignment, Driver, LedgerView, ReviewEvent, ReviewOutcome } from '../ports.ts';
/** Events of one agent in one wave; a function sees the assignment and its account. */
export type AgentScript = readonly ReviewEvent[] | ((assignment: Assignment, ledger: LedgerView, signal: AbortSignal) => AsyncIterable<ReviewEvent>);
export interface ScriptedDriver extends Driver {
    /** Every assignment in the order in which it started. */
    readonly assignments: readonly Assignment[];
    /** Throws where a script was never played. */
    assertPlayed(): void;
}
export declare const completed: ReviewOutcome;
/** Keys are `agent` or `agent#wave`; the more specific one wins. */
export declare function createScriptedDriver(scripts: Readonly<Record<string, AgentScript>>, options?: {
    hasContext?: boolean;
}): ScriptedDriver;
/** Reviews every file without a finding. */
export declare function reviewEverything(assignment: Assignment): AsyncIterable<ReviewEvent>;
