export const VALIDATION_STATUSES = ['pending', 'passed', 'failed'];
export const OUTCOME_STATUSES = ['SUCCESS', 'PARTIAL_SUCCESS'];
export const CORE_FIELDS = [
    'coordinator_type',
    'summary_brief',
    'work_remaining',
    'context_exhausted',
    'context_usage_percent',
    'requires_continuation',
];
export const TYPE_FIELDS = {
    research: ['topics_completed', 'findings_total', 'reports_created'],
    implementer: ['phases_completed', 'tasks_completed', 'artifacts_created'],
    testing: ['test_suites_run', 'tests_passed', 'tests_failed', 'coverage_percent'],
    debug: ['issues_debugged', 'files_modified', 'root_causes'],
    repair: ['instances_fixed', 'pattern_name', 'files_modified', 'validation_status'],
};
/** Around an implementer's signal; `phase_count` stands in its header line. */
export const ENVELOPE_FIELDS = [
    'phase_count',
    'plan_file',
    'topic_path',
    'summary_path',
    'checkpoint_path',
    'stuck_detected',
];
/** All names, in the order in which a signal is printed as JSON. */
export const FIELD_ORDER = [
    ...new Set([
        ...CORE_FIELDS,
        ...Object.values(TYPE_FIELDS).flat(),
        'files_examined',
        'status',
        ...ENVELOPE_FIELDS,
    ]),
];
export const CONTEXT_EXHAUSTED_PERCENT = 90;
export const hasWork = (work) => work !== 0 && work.length > 0;
const toCamel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const OPTIONAL_FIELDS = { debug: ['files_examined'] };
/** Those of the type alone, the optional ones last. */
export const detailFields = (type) => [
    ...TYPE_FIELDS[type],
    ...(OPTIONAL_FIELDS[type] ?? []),
];
/** Everything a signal of the type can say, its envelope included. */
export const fieldsOfType = (type) => [
    ...CORE_FIELDS,
    ...detailFields(type),
    ...(type === 'implementer' ? ENVELOPE_FIELDS : ['status']),
];
/** Wire names in wire order: the six common fields, those of the type, then the envelope. */
export function toWireSignal(signal, envelope) {
    const said = { ...signal, ...envelope };
    if (envelope !== undefined && signal.coordinatorType === 'implementer')
        said.phaseCount = signal.phasesCompleted.length;
    const entries = fieldsOfType(signal.coordinatorType)
        .map((name) => [name, said[toCamel(name)]])
        .filter(([, value]) => value !== undefined);
    return Object.fromEntries(entries);
}
/** The six common fields alone: all that an orchestrator steers by. */
export const toSignalCore = (fields) => pickFields(fields, CORE_FIELDS, []);
/** A whole signal, or the names it lacks. `fields` hold values of their kind, as `parseSignal` leaves them. */
export function toSignal(fields) {
    const core = toSignalCore(fields);
    if (core.kind === 'incomplete')
        return core;
    const type = core.signal.coordinatorType;
    return pickFields(fields, [...CORE_FIELDS, ...TYPE_FIELDS[type]], OPTIONAL_FIELDS[type] ?? []);
}
function pickFields(fields, required, optional) {
    const missing = required.filter((name) => fields[name] === undefined);
    if (missing.length > 0)
        return { kind: 'incomplete', missing };
    const names = [...required, ...optional.filter((name) => fields[name] !== undefined)];
    const signal = Object.fromEntries(names.map((name) => [toCamel(name), fields[name]]));
    return { kind: 'signal', signal: signal };
}
