/**
 * Checks a coordinator's return signal with nine named checks in fixed order and returns all that is wrong at once; mends nothing
 * (COMPLY-01..09, ANTI, BRIEF-14). Called by cli/commands/signal-command.ts.
 */
import {
  BRIEF_LIMIT,
  type Brief,
  COORDINATOR_TYPES,
  type CoordinatorType,
  countCodePoints,
  describeTemplate,
  formatPhases,
  parseBrief,
} from './brief.ts';
import { hintVerboseSummary } from './reduction.ts';
import { CORE_FIELDS, type FieldName, type SignalFields, TYPE_FIELDS } from './signal.ts';
import { type ParsedSignal, parseSignal } from './signal-text.ts';

export const CHECK_NAMES = [
  'template',
  'length',
  'required_fields',
  'field_types',
  'coordinator_type',
  'work_remaining',
  'context_usage_percent',
  'requires_continuation',
  'type_fields',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

interface CheckResult {
  readonly name: CheckName;
  readonly ok: boolean;
  readonly message: string;
}

export interface SignalValidation {
  readonly valid: boolean;
  readonly results: readonly CheckResult[];
}

/** Takes a text, read strictly, or a parsed signal, whose mended values still count as wrong. */
export function validateSignal(signal: string | ParsedSignal): SignalValidation {
  const parsed = typeof signal === 'string' ? parseSignal(signal, { mode: 'strict' }) : signal;
  const results = CHECK_NAMES.map((name) => {
    const faults = parsed === null ? ['no signal found'] : CHECKS[name](parsed);
    return { name, ok: faults.length === 0, message: faults.length === 0 ? 'ok' : faults.join('; ') };
  });
  return { valid: results.every(({ ok }) => ok), results };
}

type Check = (parsed: ParsedSignal) => readonly string[];

const CHECKS: Readonly<Record<CheckName, Check>> = {
  template: checkTemplate,
  length: checkLength,
  required_fields: (parsed) => missingFields(parsed, CORE_FIELDS).map((name) => `${name} is missing`),
  field_types: ({ problems }) => problems.filter(({ kind }) => kind !== 'value').map(({ message }) => message),
  coordinator_type: (parsed) => checkField(parsed, 'coordinator_type'),
  work_remaining: (parsed) => checkField(parsed, 'work_remaining'),
  context_usage_percent: (parsed) => checkField(parsed, 'context_usage_percent'),
  requires_continuation: (parsed) => checkField(parsed, 'requires_continuation'),
  type_fields: checkTypeFields,
};

const missingFields = ({ fields, problems }: ParsedSignal, names: readonly FieldName[]): readonly FieldName[] =>
  names.filter((name) => fields[name] === undefined && !problems.some(({ field }) => field === name));

function checkField(parsed: ParsedSignal, name: FieldName): readonly string[] {
  const said = parsed.problems.filter(({ field }) => field === name).map(({ message }) => message);
  return said.length === 0 && parsed.fields[name] === undefined ? [`${name} is missing`] : said;
}

const typeOf = ({ fields }: ParsedSignal): CoordinatorType | undefined =>
  COORDINATOR_TYPES.find((type) => type === fields.coordinator_type);

function checkTemplate(parsed: ParsedSignal): readonly string[] {
  const faults = checkField(parsed, 'summary_brief');
  const summary = parsed.fields.summary_brief;
  if (faults.length > 0 || typeof summary !== 'string') return faults;
  const type = typeOf(parsed);
  const expected = type === undefined ? '' : `; expected \`${describeTemplate(type)}\``;
  const read = parseBrief(summary);
  if (read.kind === 'mismatch') return [`summary_brief: ${read.message}${expected}`];
  if (type !== undefined && read.brief.coordinatorType !== type) {
    return [`summary_brief follows the template of ${read.brief.coordinatorType}${expected}`];
  }
  return compareWithFields(read.brief, parsed.fields);
}

function checkLength(parsed: ParsedSignal): readonly string[] {
  const faults = checkField(parsed, 'summary_brief');
  const summary = parsed.fields.summary_brief;
  if (faults.length > 0 || typeof summary !== 'string') return faults;
  const length = countCodePoints(summary);
  if (length <= BRIEF_LIMIT) return [];
  return [
    `summary_brief has ${length} characters, at most ${BRIEF_LIMIT}`,
    ...hintVerboseSummary(summary, typeOf(parsed)),
  ];
}

function checkTypeFields(parsed: ParsedSignal): readonly string[] {
  const type = typeOf(parsed);
  if (type === undefined) return ['cannot be checked without a known coordinator_type'];
  const names: readonly FieldName[] = TYPE_FIELDS[type];
  const values = parsed.problems.filter(({ field, kind }) => kind === 'value' && names.includes(field));
  return [...missingFields(parsed, names).map((name) => `${name} is missing`), ...values.map(({ message }) => message)];
}

/** Every number of the sentence must equal its field (BRIEF-14); a field that is not there is another check's matter. */
function compareWithFields(brief: Brief, fields: SignalFields): readonly string[] {
  const pairs: readonly Comparable[] = [
    ...comparableValues(brief, fields),
    ['Context', brief.usagePercent, numberOf(fields.context_usage_percent)],
  ];
  return pairs
    .filter(([, said, field]) => field !== undefined && said !== field)
    .map(([part, said, field]) => `summary_brief says ${part} ${said}, the field says ${field}`);
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

type Comparable = readonly [part: string, said: number | string, field: number | string | undefined];

/** Values of the sentence and the fields they come from; of a list its length counts. */
const COUNTED_IN = {
  research: { topics: 'topics_completed', findings: 'findings_total' },
  implementer: {},
  testing: { suites: 'test_suites_run', passed: 'tests_passed' },
  debug: { issues: 'issues_debugged' },
  repair: { instances: 'instances_fixed', files: 'files_modified' },
} as const satisfies Readonly<Record<CoordinatorType, Readonly<Record<string, FieldName>>>>;

const countOf = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : numberOf(value));

function comparableValues(brief: Brief, fields: SignalFields): readonly Comparable[] {
  const said: Readonly<Record<string, unknown>> = { ...brief };
  const plain = Object.entries(COUNTED_IN[brief.coordinatorType]).map(
    ([part, field]): Comparable => [part, Number(said[part]), countOf(fields[field])],
  );
  return [...plain, ...derivedValues(brief, fields)];
}

/** What no single field says. */
function derivedValues(brief: Brief, fields: SignalFields): readonly Comparable[] {
  if (brief.coordinatorType === 'implementer') {
    const phases = fields.phases_completed;
    const completed = Array.isArray(phases) ? formatPhases(phases.map(Number)) : undefined;
    return [
      ['phases', formatPhases(brief.phases), completed],
      ['tasks', brief.tasks, numberOf(fields.tasks_completed)],
    ];
  }
  if (brief.coordinatorType === 'testing') {
    const [passed, failed] = [numberOf(fields.tests_passed), numberOf(fields.tests_failed)];
    return [['total', brief.total, passed === undefined || failed === undefined ? undefined : passed + failed]];
  }
  if (brief.coordinatorType === 'debug')
    return [['files', brief.files, numberOf(fields.files_examined ?? fields.files_modified)]];
  return [];
}
