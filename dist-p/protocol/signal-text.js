/**
 * Return signals as text: `key: value` lines anchored at the line start, found by a header line or by their fields.
 * Nothing is evaluated, no line is out of reach, no input makes it throw (PARSE, SIGNAL-11, SIG-05, SIG-09).
 */
import { toSignalLine } from './brief.js';
import { CORE_FIELDS, detailFields, ENVELOPE_FIELDS, FIELD_ORDER, toWireSignal, } from './signal.js';
import { FIELD_KINDS, readField, } from './signal-fields.js';
const HEADERS = {
    research: 'RESEARCH_COORDINATOR_COMPLETE',
    implementer: 'IMPLEMENTATION_COMPLETE',
    testing: 'TESTING_COMPLETE',
    debug: 'DEBUG_COMPLETE',
    repair: 'REPAIR_COMPLETE',
};
/** Header lines carry a field of their own: the count of phases, or how it went. */
const HEADER_FIELDS = new Map(Object.entries(HEADERS).map(([type, header]) => [header, type === 'implementer' ? 'phase_count' : 'status']));
/** The signal in a text, or null if there is none. Never throws. */
export function parseSignal(text, { mode }) {
    const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/);
    const start = lines.findIndex((line) => HEADER_FIELDS.has(keyOf(line)));
    const said = new Map();
    const conflicts = new Set();
    for (const line of start < 0 ? lines : lines.slice(start)) {
        const field = fieldOf(line);
        if (field === undefined)
            continue;
        const raw = readValue(line.slice(line.indexOf(':') + 1).trim());
        if (isPlaceholder(field, raw))
            continue;
        const before = said.get(field);
        if (before === undefined)
            said.set(field, raw);
        else if (JSON.stringify(before) !== JSON.stringify(raw))
            conflicts.add(field);
    }
    if (start < 0 && !CORE_FIELDS.some((name) => said.has(name)))
        return null;
    return readFields(said, conflicts, mode);
}
/** A header copied from a template, `{PHASE_COUNT}` and all, marks the place and says nothing. */
const isPlaceholder = (field, raw) => field === 'phase_count' && raw.kind === 'bare' && raw.text.startsWith('{');
const keyOf = (line) => line.slice(0, Math.max(0, line.indexOf(':')));
function fieldOf(line) {
    const key = keyOf(line);
    const header = HEADER_FIELDS.get(key);
    if (header !== undefined)
        return header;
    const isField = Object.hasOwn(FIELD_KINDS, key) && key !== 'phase_count' && key !== 'status';
    return isField ? key : undefined;
}
/** A signal from already separated values, as `signal format` gets them in JSON. */
export function readFields(said, conflicts, mode) {
    const fields = {};
    const problems = [];
    for (const field of FIELD_ORDER) {
        const raw = said.get(field);
        if (raw === undefined)
            continue;
        if (conflicts.has(field)) {
            problems.push({ field, kind: 'conflict', message: `${field}: said twice with different values`, mended: false });
            continue;
        }
        const { value, problem } = readField(field, raw, mode);
        if (value !== undefined)
            fields[field] = value;
        if (problem !== undefined)
            problems.push(problem);
    }
    return { fields, problems };
}
function readValue(text) {
    if (text.startsWith('"'))
        return readQuoted(text);
    if (text.startsWith('['))
        return readList(text);
    const comment = text.startsWith('#') ? 0 : text.search(/\s#/);
    return { kind: 'bare', text: (comment < 0 ? text : text.slice(0, comment)).trimEnd() };
}
/** Blank, or a comment set apart by a blank. */
const isTrailer = (rest) => /^(?:\s*|\s+#.*)$/s.test(rest);
function readQuoted(text) {
    for (let end = text.indexOf('"', 1); end > 0; end = text.indexOf('"', end + 1)) {
        const after = /\s*/y;
        after.lastIndex = end + 1;
        const blanks = after.exec(text)?.[0].length ?? 0;
        const next = text[end + 1 + blanks];
        if (next === undefined || (next === '#' && blanks > 0))
            return { kind: 'quoted', text: text.slice(1, end) };
    }
    return { kind: 'broken', text, reason: 'a quote that is not closed' };
}
/** One element and its blanks, up to the comma or bracket behind it. */
const ITEM = /\s*(?:"([^"]*)"|'([^']*)'(?=\s*[,\]])|([^,\]"]+))\s*/y;
function readList(text) {
    const empty = /^\[\s*\]/.exec(text);
    if (empty !== null && isTrailer(text.slice(empty[0].length)))
        return { kind: 'list', items: [] };
    const items = [];
    let at = 1;
    for (;;) {
        ITEM.lastIndex = at;
        const match = ITEM.exec(text);
        const item = match === null ? null : toItem(match);
        if (match === null || item === null)
            return { kind: 'broken', text, reason: 'an element that cannot be read' };
        items.push(item);
        at += match[0].length + 1;
        const separator = text[at - 1];
        if (separator === ']')
            break;
        if (separator !== ',')
            return { kind: 'broken', text, reason: 'a list that is not closed' };
    }
    return isTrailer(text.slice(at)) ? { kind: 'list', items } : { kind: 'broken', text, reason: 'text after the list' };
}
function toItem([, double, single, bare]) {
    const quoted = double ?? single;
    if (quoted !== undefined)
        return { kind: 'quoted', text: quoted };
    const text = bare?.trim() ?? '';
    return text === '' ? null : { kind: 'bare', text };
}
/** The lines of a signal, in the order of the seed's samples. An implementer's envelope wraps it (SIGNAL-11). */
export const formatSignal = (signal, envelope) => formatFields(toWireSignal(signal, envelope));
const ENVELOPE_ORDER = [
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
export function formatFields(fields) {
    const type = fields.coordinator_type;
    const details = detailFields(type);
    const [typeField, brief, ...state] = CORE_FIELDS;
    const write = (names) => names.flatMap((name) => (fields[name] === undefined ? [] : [`${name}: ${formatValue(name, fields[name])}`]));
    if (type === 'implementer' && ENVELOPE_FIELDS.some((name) => fields[name] !== undefined)) {
        const phases = fields.phases_completed;
        const header = `${HEADERS.implementer}: ${Array.isArray(phases) ? phases.length : (fields.phase_count ?? 0)}`;
        return [header, ...write(ENVELOPE_ORDER), '', ...write([typeField, brief, ...details])];
    }
    const header = fields.status === undefined ? [] : [`${HEADERS[type]}: ${fields.status}`];
    return [...header, ...write([typeField, brief, ...details, ...state])];
}
const ALWAYS_QUOTED = new Set([
    'summary_brief',
    'pattern_name',
    'validation_status',
    'work_remaining',
    'artifacts_created',
    'root_causes',
]);
function formatValue(field, value) {
    const write = ALWAYS_QUOTED.has(field) ? quote : quoteIfNeeded;
    if (typeof value === 'string')
        return write(value);
    if (typeof value !== 'object')
        return String(value);
    return formatList(value, write);
}
const formatList = (items, write) => `[${items.map((item) => (typeof item === 'number' ? String(item) : write(item))).join(', ')}]`;
/** `work_remaining` as it stands on the wire. */
export const formatWork = (work) => formatValue('work_remaining', work);
const quote = (text) => `"${toSignalLine(text)}"`;
const quoteIfNeeded = (text) => (/^[A-Za-z_/][\w./-]*$/.test(text) ? text : quote(text));
