/**
 * Parses, validates or formats the return signal of a coordinator for `signal parse|validate|format`: from a text to the text for
 * stdout, messages for stderr and an exit code, without I/O. Parsing repairs and says what it repaired; the other two are strict.
 * Called by signal-input.ts.
 */
import { EXIT, ReviewError } from '../../errors.ts';
import { COORDINATOR_TYPES } from '../../protocol/signals/brief.ts';
import { FIELD_ORDER, type FieldName, fieldsOfType } from '../../protocol/signals/signal.ts';
import type { RawItem, RawValue } from '../../protocol/signals/signal-fields.ts';
import { formatFields, parseSignal, readFields } from '../../protocol/signals/signal-text.ts';
import { validateSignal } from '../../protocol/signals/signal-validation.ts';
import { writeJson } from '../../report/json-writer.ts';

export type SignalAction = 'parse' | 'validate' | 'format';

export interface SignalOutput {
  /** For stdout, with its final newline; empty if there is nothing to print. */
  readonly output: string;
  /** For stderr, one line each. */
  readonly messages: readonly string[];
  readonly exit: typeof EXIT.ok | typeof EXIT.blocked;
}

/** Throws `ReviewError('bad-value')` only for `format`, where the input is the caller's own JSON. */
export function runSignalCommand(action: SignalAction, input: string): SignalOutput {
  if (action === 'parse') return printParsed(input);
  return action === 'validate' ? printValidation(input) : printFormatted(input);
}

function printParsed(input: string): SignalOutput {
  const parsed = parseSignal(input, { mode: 'lenient' });
  if (parsed === null) {
    const message =
      'No signal found: expected a header line such as `IMPLEMENTATION_COMPLETE: 3`, or fields such as `coordinator_type:` at the start of a line.';
    return { output: '', messages: [message], exit: EXIT.blocked };
  }
  const messages = parsed.problems.map(({ message, mended }) => (mended ? `${message} (mended)` : message));
  return { output: writeJson(parsed.fields), messages, exit: EXIT.ok };
}

function printValidation(input: string): SignalOutput {
  const validation = validateSignal(input);
  return { output: writeJson(validation), messages: [], exit: validation.valid ? EXIT.ok : EXIT.blocked };
}

function printFormatted(input: string): SignalOutput {
  const parsed = readFields(readJsonFields(input), new Set(), 'strict');
  const faults = validateSignal(parsed).results.filter(({ ok }) => !ok);
  if (faults.length > 0) throw badSignal(faults.map(({ name, message }) => `${name}: ${message}`).join('; '));
  const type = COORDINATOR_TYPES.find((known) => known === parsed.fields.coordinator_type);
  const own = type === undefined ? [] : fieldsOfType(type);
  const foreign = FIELD_ORDER.filter((name) => parsed.fields[name] !== undefined && !own.includes(name));
  if (foreign.length > 0) throw badSignal(`${foreign.join(', ')} cannot stand in a signal of type ${type}`);
  return { output: `${formatFields(parsed.fields).join('\n')}\n`, messages: [], exit: EXIT.ok };
}

const badSignal = (detail: string, cause?: unknown): ReviewError =>
  new ReviewError('bad-value', `signal format: ${detail}`, {
    cause,
    advice: 'Give a JSON object with the fields that `consensus-review signal parse` prints.',
  });

function readJsonFields(input: string): ReadonlyMap<FieldName, RawValue> {
  const json = parseJson(input);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw badSignal('expected a JSON object');
  const unknown = Object.keys(json).filter((key) => !FIELD_ORDER.includes(key as FieldName));
  if (unknown.length > 0) throw badSignal(`unknown field ${unknown.join(', ')}`);
  return new Map(Object.entries(json).map(([key, value]) => [key as FieldName, toRawValue(value)]));
}

function parseJson(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch (cause) {
    throw badSignal('the input is not JSON', cause);
  }
}

function toRawValue(value: unknown): RawValue {
  if (Array.isArray(value)) {
    const items = value.map(toRawItem);
    const isFlat = items.every((item) => item !== null);
    return isFlat ? { kind: 'list', items } : { kind: 'broken', text: JSON.stringify(value), reason: 'a nested value' };
  }
  return toRawItem(value) ?? { kind: 'broken', text: JSON.stringify(value), reason: 'a value of another type' };
}

function toRawItem(value: unknown): RawItem | null {
  if (typeof value === 'string') return { kind: 'quoted', text: value };
  return typeof value === 'number' || typeof value === 'boolean' ? { kind: 'bare', text: String(value) } : null;
}
