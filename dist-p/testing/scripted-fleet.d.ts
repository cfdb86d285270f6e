/**
 * A fleet of audit agents that does what a script says: finish, break off, fail, time out, claim too much. It writes real
 * result texts, which the real parser reads, and keeps a log of what it did, so that a test can compare the report with it.
 */
import { type AuditDriver, type FlowOutcome, type HuntTask, type ValidationTask } from '../audit-port.ts';
import type { Severity } from '../protocol/severity.ts';
export type FleetBehaviour = 'finish'
/** Searches only. */
 | 'shallow'
/** Claims everything covered and has looked at nothing. */
 | 'false-claim' | 'cut-mild' | 'cut-severe' | 'failed' | 'sibling_error' | 'not_found' | 'timeout' | 'throw';
/**
 * Where a finding is said to be: in the agent's own files, in any file of the scope, behind the end of a file, in a file that
 * does not exist, or at the one place that several agents speak of.
 */
export type FleetPlace = 'own' | 'elsewhere' | 'beyond' | 'nowhere' | 'shared';
export interface FleetScript {
    /** Absent = all in the agent's own files. */
    place?(task: HuntTask, index: number): FleetPlace;
    /** Whether the agent rules out the shared place, which others may report. */
    rulesOut?(task: HuntTask): boolean;
    /** Paths of the scope, for findings elsewhere. */
    readonly paths?: readonly string[];
    behave(task: HuntTask): FleetBehaviour;
    /** How many findings the agent has, before any cut. */
    findingCount(task: HuntTask): number;
    severity(task: HuntTask, index: number): Severity;
    /** 0..1: where in the text after the header a cut falls. */
    cutAt(task: HuntTask): number;
    verdict(id: string): 'confirmed' | 'downgraded' | 'rejected' | 'none' | 'fail';
    flow(id: string): FlowOutcome['kind'] | 'throw';
}
export interface FleetClaim {
    readonly title: string;
    readonly severity: Severity;
    readonly place: FleetPlace;
    /** `usable`: cut behind its source and sink. `lost`: begun, and cut before. */
    readonly fate: 'whole' | 'usable' | 'lost' | 'unsaid';
    /** Whether its lines reached the agent. */
    readonly isSeen: boolean;
}
export interface FleetAct {
    readonly task: HuntTask;
    readonly behaviour: FleetBehaviour;
    /** Everything the agent meant to say, and what became of it on the way. */
    readonly claims: readonly FleetClaim[];
    readonly rulesOut: boolean;
    /** Titles whose blocks left the agent whole. */
    readonly whole: readonly string[];
}
export interface ScriptedFleet extends AuditDriver {
    readonly acts: readonly FleetAct[];
    readonly validated: readonly ValidationTask[];
}
export declare function createScriptedFleet(script: FleetScript): ScriptedFleet;
/** The place several agents speak of, with a weakness nobody else names. */
export declare const SHARED: {
    readonly file: 'src/a.ts';
    readonly line: 150;
    readonly cwe: 'CWE-1321';
};
