/**
 * A JSON schema in the words that every hosted provider takes: types, fields, values. Limits of lengths and numbers are left out;
 * strict modes refuse the whole call for them, and the host checks what arrives anyway. Used by to-call-options.ts.
 */
import type { JsonValue } from '../protocol/calls/turn-outcome.ts';

const LIMITS: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems']);

type Schema = Readonly<Record<string, JsonValue | undefined>>;

const isSchema = (value: JsonValue | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of an object may be called as a limit is: only the words of the schema itself are left out. */
export function toPlainSchema(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !LIMITS.has(key))
      .map(([key, value]) => [key, key === 'properties' && isSchema(value) ? mapFields(value) : toPlain(value)]),
  );
}

const toPlain = (value: JsonValue | undefined): JsonValue | undefined =>
  isSchema(value) ? toPlainSchema(value) : value;

const mapFields = (fields: Schema): Schema =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toPlain(value)]));
