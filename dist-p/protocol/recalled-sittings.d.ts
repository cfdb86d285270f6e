/**
 * What follows from the sittings behind recalled files: which files may be taken at all, what the agent's word on them was,
 * how many calls are not made again. A verdict is the agent's word on all its files; part of them does not inherit it.
 */
import type { Recollection, Sitting } from './recollection.ts';
import type { Verdict } from './report-document.ts';
type Recalled = Pick<Recollection, 'sittings'>;
/** Each sitting once, in the order in which files name them. */
export declare const listSittings: (recalled: readonly Recalled[]) => readonly Sitting[];
/**
 * Without the files of a sitting whose agent objected for reasons that no finding shows, unless all of its files are here: the
 * objection may concern any of them, and the one that is missing may have been it.
 */
export declare function keepSound<T extends Recalled>(recalled: readonly T[]): readonly T[];
export interface AgentWord {
    readonly verdict: Verdict | null;
    readonly vetoReasons: readonly string[];
}
/** Whether `a` is at least as strict as `b`; no word is the mildest of all. */
export declare const isAsStrict: (a: Verdict, b: Verdict | null) => boolean;
/**
 * The agent's word on what it reviewed now and before. Where only part of a sitting is recalled its findings speak for it, so
 * a mild word on the rest does not stand for both.
 */
export declare function joinWords(now: AgentWord, recalled: readonly Recalled[]): AgentWord;
/** Calls that stand behind what was recalled and are not made again. */
export declare const countReusedCalls: (recalled: readonly Recalled[]) => number;
export {};
