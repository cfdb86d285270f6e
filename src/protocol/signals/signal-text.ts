/**
 * Parses a return signal out of any text (`key: value` lines, found by a header line or their fields) and formats one as such
 * lines; nothing is evaluated and nothing throws (PARSE, SIGNAL-11, SIG-05, SIG-09). Called by the `signal` commands of cli/,
 * report/signal.ts and orchestrator.ts.
 */
import { type CoordinatorType, toSignalLine } from './brief.ts';
import {
  CORE_FIELDS,
  detailFields,
  ENVELOPE_FIELDS,
  type EnvelopeOf,
  FIELD_ORDER,
  type FieldName,
  type FieldValue,
  type Signal,
  type SignalFields,
  toWireSignal,
} from './signal.ts';
import {
  FIELD_KINDS,
  type RawItem,
  type RawValue,
  type ReadMode,
  readField,
  type SignalProblem,
} from './signal-fields.ts';

export interface ParsedSignal {
  /** Only values of their kind; a field that is neither here nor in `problems` was absent. */
  readonly fields: SignalFields;
  readonly problems: readonly SignalProblem[];
}

const HEADERS: Readonly<Record<CoordinatorType, string>> = {
  research: 'RESEARCH_COORDINATOR_COMPLETE',
  implementer: 'IMPLEMENTATION_COMPLETE',
  testing: 'TESTING_COMPLETE',
  debug: 'DEBUG_COMPLETE',
  repair: 'REPAIR_COMPLETE',
};

/** Header lines carry a field of their own: the count of phases, or how it went. */
const HEADER_FIELDS: ReadonlyMap<string, FieldName> = new Map(
  Object.entries(HEADERS).map(([type, header]) => [header, type === 'implementer' ? 'phase_count' : 'status']),
);

/** The signal in a text, or null if there is none. Never throws. */
export function parseSignal(text: string, { mode }: { readonly mode: ReadMode }): ParsedSignal | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/);
  const start = lines.findIndex((line) => HEADER_FIELDS.has(keyOf(line)));
  const said = new Map<FieldName, RawValue>();
  const conflicts = new Set<FieldName>();
  for (const line of start < 0 ? lines : lines.slice(start)) {
    const field = fieldOf(line);
    if (field === undefined) continue;
    const raw = readValue(line.slice(line.indexOf(':') + 1).trim());
    if (isPlaceholder(field, raw)) continue;
    const before = said.get(field);
    if (before === undefined) said.set(field, raw);
    else if (JSON.stringify(before) !== JSON.stringify(raw)) conflicts.add(field);
  }
  if (start < 0 && !CORE_FIELDS.some((name) => said.has(name))) return null;
  return readFields(said, conflicts, mode);
}

/** A header copied from a template, `{PHASE_COUNT}` and all, marks the place and says nothing. */
const isPlaceholder = (field: FieldName, raw: RawValue): boolean =>
  field === 'phase_count' && raw.kind === 'bare' && raw.text.startsWith('{');

const keyOf = (line: string): string => line.slice(0, Math.max(0, line.indexOf(':')));

function fieldOf(line: string): FieldName | undefined {
  const key = keyOf(line);
  const header = HEADER_FIELDS.get(key);
  if (header !== undefined) return header;
  const isField = Object.hasOwn(FIELD_KINDS, key) && key !== 'phase_count' && key !== 'status';
  return isField ? (key as FieldName) : undefined;
}

/** A signal from already separated values, as `signal format` gets them in JSON. */
export function readFields(
  said: ReadonlyMap<FieldName, RawValue>,
  conflicts: ReadonlySet<FieldName>,
  mode: ReadMode,
): ParsedSignal {
  const fields: Partial<Record<FieldName, FieldValue>> = {};
  const problems: SignalProblem[] = [];
  for (const field of FIELD_ORDER) {
    const raw = said.get(field);
    if (raw === undefined) continue;
    if (conflicts.has(field)) {
      problems.push({ field, kind: 'conflict', message: `${field}: given twice with different values`, mended: false });
      continue;
    }
    const { value, problem } = readField(field, raw, mode);
    if (value !== undefined) fields[field] = value;
    if (problem !== undefined) problems.push(problem);
  }
  return { fields, problems };
}

function readValue(text: string): RawValue {
  if (text.startsWith('"')) return readQuoted(text);
  if (text.startsWith('[')) return readList(text);
  const comment = text.startsWith('#') ? 0 : text.search(/\s#/);
  return { kind: 'bare', text: (comment < 0 ? text : text.slice(0, comment)).trimEnd() };
}

/** Blank, or a comment set apart by a blank. */
const isTrailer = (rest: string): boolean => /^(?:\s*|\s+#.*)$/s.test(rest);

function readQuoted(text: string): RawValue {
  for (let end = text.indexOf('"', 1); end > 0; end = text.indexOf('"', end + 1)) {
    const after = /\s*/y;
    after.lastIndex = end + 1;
    const blanks = after.exec(text)?.[0].length ?? 0;
    const next = text[end + 1 + blanks];
    if (next === undefined || (next === '#' && blanks > 0)) return { kind: 'quoted', text: text.slice(1, end) };
  }
  return { kind: 'broken', text, reason: 'a quote that is not closed' };
}

/** One element and its blanks, up to the comma or bracket behind it. */
const ITEM = /\s*(?:"([^"]*)"|'([^']*)'(?=\s*[,\]])|([^,\]"]+))\s*/y;

function readList(text: string): RawValue {
  const empty = /^\[\s*\]/.exec(text);
  if (empty !== null && isTrailer(text.slice(empty[0].length))) return { kind: 'list', items: [] };
  const items: RawItem[] = [];
  let at = 1;
  for (;;) {
    ITEM.lastIndex = at;
    const match = ITEM.exec(text);
    const item = match === null ? null : toItem(match);
    if (match === null || item === null) return { kind: 'broken', text, reason: 'an element that cannot be read' };
    items.push(item);
    at += match[0].length + 1;
    const separator = text[at - 1];
    if (separator === ']') break;
    if (separator !== ',') return { kind: 'broken', text, reason: 'a list that is not closed' };
  }
  return isTrailer(text.slice(at)) ? { kind: 'list', items } : { kind: 'broken', text, reason: 'text after the list' };
}

function toItem([, double, single, bare]: readonly (string | undefined)[]): RawItem | null {
  const quoted = double ?? single;
  if (quoted !== undefined) return { kind: 'quoted', text: quoted };
  const text = bare?.trim() ?? '';
  return text === '' ? null : { kind: 'bare', text };
}

/** The lines of a signal, in the order of the seed's samples. An implementer's envelope wraps it (SIGNAL-11). */
export const formatSignal = <Type extends Signal>(signal: Type, envelope?: EnvelopeOf<Type>): readonly string[] =>
  formatFields(toWireSignal(signal, envelope));

const ENVELOPE_ORDER: readonly FieldName[] = [
  'plan_file',
  'topic_path',
  'summary_path',
  'work_remaining',
  'context_exhausted',
  'context_usage_percent',
  'checkpoint_path',
  'requires_continuation',
  'stuck_detected',
];

/** Like `formatSignal`, for fields that were read and validated. */
export function formatFields(fields: SignalFields): readonly string[] {
  const type = fields.coordinator_type as CoordinatorType;
  const details = detailFields(type);
  const [typeField, brief, ...state] = CORE_FIELDS;
  const write = (names: readonly FieldName[]): readonly string[] =>
    names.flatMap((name) => (fields[name] === undefined ? [] : [`${name}: ${formatValue(name, fields[name])}`]));
  if (type === 'implementer' && ENVELOPE_FIELDS.some((name) => fields[name] !== undefined)) {
    const phases = fields.phases_completed;
    const header = `${HEADERS.implementer}: ${Array.isArray(phases) ? phases.length : (fields.phase_count ?? 0)}`;
    return [header, ...write(ENVELOPE_ORDER), '', ...write([typeField, brief, ...details])];
  }
  const header = fields.status === undefined ? [] : [`${HEADERS[type]}: ${fields.status}`];
  return [...header, ...write([typeField, brief, ...details, ...state])];
}

const ALWAYS_QUOTED: ReadonlySet<FieldName> = new Set([
  'summary_brief',
  'pattern_name',
  'validation_status',
  'work_remaining',
  'artifacts_created',
  'root_causes',
]);

function formatValue(field: FieldName, value: FieldValue): string {
  const write = ALWAYS_QUOTED.has(field) ? quote : quoteIfNeeded;
  if (typeof value === 'string') return write(value);
  if (typeof value !== 'object') return String(value);
  return formatList(value, write);
}

const formatList = (items: readonly (number | string)[], write: (text: string) => string): string =>
  `[${items.map((item) => (typeof item === 'number' ? String(item) : write(item))).join(', ')}]`;

/** `work_remaining` as it stands on the wire. */
export const formatWork = (work: 0 | readonly (number | string)[]): string => formatValue('work_remaining', work);

const quote = (text: string): string => `"${toSignalLine(text)}"`;
const quoteIfNeeded = (text: string): string => (/^[A-Za-z_/][\w./-]*$/.test(text) ? text : quote(text));
