/**
 * The return signal of a coordinator iteration: what it holds, in which order its fields stand on the wire, and the way
 * between camelCase inside and snake_case outside. Knows no text syntax and checks nothing (SIGNAL, SIG-08, SIG-09).
 */
import type { CoordinatorType } from './brief.ts';
/** Nothing left, or the phases and names that are. An empty list means nothing, too. */
export type WorkRemaining = 0 | readonly (number | string)[];
export interface SignalCore {
    readonly coordinatorType: CoordinatorType;
    readonly summaryBrief: string;
    readonly workRemaining: WorkRemaining;
    readonly contextExhausted: boolean;
    /** 0..100 */
    readonly contextUsagePercent: number;
    readonly requiresContinuation: boolean;
}
interface SignalOf<Type extends CoordinatorType> extends SignalCore {
    readonly coordinatorType: Type;
}
export interface ResearchSignal extends SignalOf<'research'> {
    readonly topicsCompleted: readonly string[];
    readonly findingsTotal: number;
    readonly reportsCreated: number;
}
export interface ImplementerSignal extends SignalOf<'implementer'> {
    readonly phasesCompleted: readonly number[];
    readonly tasksCompleted: number;
    readonly artifactsCreated: readonly string[];
}
export interface TestingSignal extends SignalOf<'testing'> {
    readonly testSuitesRun: number;
    readonly testsPassed: number;
    readonly testsFailed: number;
    /** 0..100 */
    readonly coveragePercent: number;
}
export interface DebugSignal extends SignalOf<'debug'> {
    readonly issuesDebugged: number;
    readonly filesModified: number;
    readonly rootCauses: readonly string[];
    /** Where nothing is edited the summary counts these instead of `filesModified` (SIG-15). */
    readonly filesExamined?: number;
}
export declare const VALIDATION_STATUSES: readonly ['pending', 'passed', 'failed'];
export type ValidationStatus = (typeof VALIDATION_STATUSES)[number];
export interface RepairSignal extends SignalOf<'repair'> {
    readonly instancesFixed: number;
    readonly patternName: string;
    readonly filesModified: number;
    readonly validationStatus: ValidationStatus;
}
export type Signal = ResearchSignal | ImplementerSignal | TestingSignal | DebugSignal | RepairSignal;
/** The lines around an implementer's signal (SIGNAL-11); paths as SIG-19 defines them. */
interface ImplementationEnvelope {
    readonly planFile: string;
    readonly topicPath: string;
    readonly summaryPath: string;
    readonly checkpointPath: string;
    readonly stuckDetected: boolean;
}
export declare const OUTCOME_STATUSES: readonly ['SUCCESS', 'PARTIAL_SUCCESS'];
/** The one header line the other four types may start with (SIG-09). */
interface OutcomeEnvelope {
    readonly status: (typeof OUTCOME_STATUSES)[number];
}
export type EnvelopeOf<Type extends Signal> = Type extends ImplementerSignal ? ImplementationEnvelope : OutcomeEnvelope;
export declare const CORE_FIELDS: readonly ['coordinator_type', 'summary_brief', 'work_remaining', 'context_exhausted', 'context_usage_percent', 'requires_continuation'];
export declare const TYPE_FIELDS: {
    readonly research: readonly ["topics_completed", "findings_total", "reports_created"];
    readonly implementer: readonly ["phases_completed", "tasks_completed", "artifacts_created"];
    readonly testing: readonly ["test_suites_run", "tests_passed", "tests_failed", "coverage_percent"];
    readonly debug: readonly ["issues_debugged", "files_modified", "root_causes"];
    readonly repair: readonly ["instances_fixed", "pattern_name", "files_modified", "validation_status"];
};
/** Around an implementer's signal; `phase_count` stands in its header line. */
export declare const ENVELOPE_FIELDS: readonly ['phase_count', 'plan_file', 'topic_path', 'summary_path', 'checkpoint_path', 'stuck_detected'];
export type FieldName = (typeof CORE_FIELDS)[number] | (typeof TYPE_FIELDS)[CoordinatorType][number] | (typeof ENVELOPE_FIELDS)[number] | 'files_examined'
/** In the header line of the other four types. */
 | 'status';
export type FieldValue = string | number | boolean | readonly (number | string)[];
/** The fields of a signal under their wire names; an absent key was not said. */
export type SignalFields = Readonly<Partial<Record<FieldName, FieldValue>>>;
/** All names, in the order in which a signal is printed as JSON. */
export declare const FIELD_ORDER: readonly FieldName[];
export declare const CONTEXT_EXHAUSTED_PERCENT = 90;
export declare const hasWork: (work: WorkRemaining) => boolean;
/** Those of the type alone, the optional ones last. */
export declare const detailFields: (type: CoordinatorType) => readonly FieldName[];
/** Everything a signal of the type can say, its envelope included. */
export declare const fieldsOfType: (type: CoordinatorType) => readonly FieldName[];
/** A signal under its wire names: the six common fields, then what its type and envelope add. */
export type WireSignal = Omit<SignalFields, (typeof CORE_FIELDS)[number]> & {
    readonly coordinator_type: CoordinatorType;
    readonly summary_brief: string;
    readonly work_remaining: WorkRemaining;
    readonly context_exhausted: boolean;
    readonly context_usage_percent: number;
    readonly requires_continuation: boolean;
};
/** Wire names in wire order: the six common fields, those of the type, then the envelope. */
export declare function toWireSignal<Type extends Signal>(signal: Type, envelope?: EnvelopeOf<Type>): WireSignal;
export type ReadSignal<Kind extends SignalCore> = {
    readonly kind: 'signal';
    readonly signal: Kind;
} | {
    readonly kind: 'incomplete';
    readonly missing: readonly FieldName[];
};
/** The six common fields alone: all that an orchestrator steers by. */
export declare const toSignalCore: (fields: SignalFields) => ReadSignal<SignalCore>;
/** A whole signal, or the names it lacks. `fields` hold values of their kind, as `parseSignal` leaves them. */
export declare function toSignal(fields: SignalFields): ReadSignal<Signal>;
export {};
