/**
 * Defines the return signal, the fields in which a coordinator (an agent that directs others) says at the end of an iteration
 * what is done and left: fields of each coordinator type, their order, conversion between camelCase in code and snake_case
 * outside (SIGNAL, SIG-08, SIG-09). Text syntax: signal-text.ts; checks: signal-validation.ts. Used by engine/ and the `signal`
 * commands of cli/.
 */
import { toCamel } from '../text/key-case.ts';
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

export const VALIDATION_STATUSES = ['pending', 'passed', 'failed'] as const;
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

export const OUTCOME_STATUSES = ['SUCCESS', 'PARTIAL_SUCCESS'] as const;

/** The one header line the other four types may start with (SIG-09). */
interface OutcomeEnvelope {
  readonly status: (typeof OUTCOME_STATUSES)[number];
}

export type EnvelopeOf<Type extends Signal> = Type extends ImplementerSignal ? ImplementationEnvelope : OutcomeEnvelope;

export const CORE_FIELDS = [
  'coordinator_type',
  'summary_brief',
  'work_remaining',
  'context_exhausted',
  'context_usage_percent',
  'requires_continuation',
] as const;

export const TYPE_FIELDS = {
  research: ['topics_completed', 'findings_total', 'reports_created'],
  implementer: ['phases_completed', 'tasks_completed', 'artifacts_created'],
  testing: ['test_suites_run', 'tests_passed', 'tests_failed', 'coverage_percent'],
  debug: ['issues_debugged', 'files_modified', 'root_causes'],
  repair: ['instances_fixed', 'pattern_name', 'files_modified', 'validation_status'],
} as const satisfies Record<CoordinatorType, readonly string[]>;

/** Around an implementer's signal; `phase_count` stands in its header line. */
export const ENVELOPE_FIELDS = [
  'phase_count',
  'plan_file',
  'topic_path',
  'summary_path',
  'checkpoint_path',
  'stuck_detected',
] as const;

export type FieldName =
  | (typeof CORE_FIELDS)[number]
  | (typeof TYPE_FIELDS)[CoordinatorType][number]
  | (typeof ENVELOPE_FIELDS)[number]
  | 'files_examined'
  /** In the header line of the other four types. */
  | 'status';

export type FieldValue = string | number | boolean | readonly (number | string)[];

/** The fields of a signal under their wire names; an absent key was not said. */
export type SignalFields = Readonly<Partial<Record<FieldName, FieldValue>>>;

/** All names, in the order in which a signal is printed as JSON. */
export const FIELD_ORDER: readonly FieldName[] = [
  ...new Set<FieldName>([
    ...CORE_FIELDS,
    ...Object.values(TYPE_FIELDS).flat(),
    'files_examined',
    'status',
    ...ENVELOPE_FIELDS,
  ]),
];

export const CONTEXT_EXHAUSTED_PERCENT = 90;

export const hasWork = (work: WorkRemaining): boolean => work !== 0 && work.length > 0;

const OPTIONAL_FIELDS: Readonly<Partial<Record<CoordinatorType, readonly FieldName[]>>> = { debug: ['files_examined'] };

/** Those of the type alone, the optional ones last. */
export const detailFields = (type: CoordinatorType): readonly FieldName[] => [
  ...TYPE_FIELDS[type],
  ...(OPTIONAL_FIELDS[type] ?? []),
];

/** Everything a signal of the type can say, its envelope included. */
export const fieldsOfType = (type: CoordinatorType): readonly FieldName[] => [
  ...CORE_FIELDS,
  ...detailFields(type),
  ...(type === 'implementer' ? ENVELOPE_FIELDS : (['status'] as const)),
];

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
export function toWireSignal<Type extends Signal>(signal: Type, envelope?: EnvelopeOf<Type>): WireSignal {
  const said: Record<string, unknown> = { ...signal, ...envelope };
  if (envelope !== undefined && signal.coordinatorType === 'implementer')
    said.phaseCount = signal.phasesCompleted.length;
  const entries = fieldsOfType(signal.coordinatorType)
    .map((name) => [name, said[toCamel(name)]] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as WireSignal;
}

export type ReadSignal<Kind extends SignalCore> =
  | { readonly kind: 'signal'; readonly signal: Kind }
  | { readonly kind: 'incomplete'; readonly missing: readonly FieldName[] };

/** The six common fields alone: all that an orchestrator steers by. */
export const toSignalCore = (fields: SignalFields): ReadSignal<SignalCore> =>
  pickFields<SignalCore>(fields, CORE_FIELDS, []);

/** A whole signal, or the names it lacks. `fields` hold values of their kind, as `parseSignal` leaves them. */
export function toSignal(fields: SignalFields): ReadSignal<Signal> {
  const core = toSignalCore(fields);
  if (core.kind === 'incomplete') return core;
  const type = core.signal.coordinatorType;
  return pickFields<Signal>(fields, [...CORE_FIELDS, ...TYPE_FIELDS[type]], OPTIONAL_FIELDS[type] ?? []);
}

function pickFields<Kind extends SignalCore>(
  fields: SignalFields,
  required: readonly FieldName[],
  optional: readonly FieldName[],
): ReadSignal<Kind> {
  const missing = required.filter((name) => fields[name] === undefined);
  if (missing.length > 0) return { kind: 'incomplete', missing };
  const names = [...required, ...optional.filter((name) => fields[name] !== undefined)];
  const signal = Object.fromEntries(names.map((name) => [toCamel(name), fields[name]]));
  return { kind: 'signal', signal: signal as unknown as Kind };
}
