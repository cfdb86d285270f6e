/**
 * Checks configuration values against config-keys.ts: returns them unchanged or throws a ReviewError that names place, key, what
 * is expected, what was found and the fix. Called by wiring/config.ts and config-text.ts.
 */
import { ReviewError } from '../../errors.ts';
import { askMeant, suggestModel } from '../budget/model-names.ts';
import { findClosestName } from '../text/closest-name.ts';
import { configShape, findConfigMismatch } from './config-keys.ts';
import type { ConfigKey, ConfigValues } from './config-schema.ts';

/** Where a layer's values were written, in the user's words. */
export interface Origin {
  readonly code: 'bad-config' | 'bad-value';
  locate(keys: readonly PropertyKey[]): string;
  nameKey(keys: readonly PropertyKey[]): string;
}

/** The values unchanged; throws ReviewError for the first that is not allowed. */
export function checkConfigValues(values: unknown, origin: Origin): ConfigValues {
  const mismatch = findConfigMismatch(values);
  if (mismatch === null) return values as ConfigValues;
  const { path, unknownKey } = mismatch;
  if (unknownKey !== null) throw toUnknownKey([...path, unknownKey], mismatch.knownKeys, origin);
  throw toWrongValue(values, path, origin);
}

function toUnknownKey(keys: readonly PropertyKey[], known: readonly string[], origin: Origin): ReviewError {
  const name = origin.nameKey(keys);
  const closest = findClosestName(String(keys.at(-1)), known);
  const meant = closest === null ? '' : `; did you mean ${JSON.stringify(closest)}?`;
  return new ReviewError(origin.code, `${origin.locate(keys)}: unknown key ${JSON.stringify(name)}${meant}`, {
    advice:
      closest === null
        ? `Remove it; known keys are ${known.join(', ')}.`
        : `Write ${JSON.stringify(closest)}, or remove it.`,
  });
}

function toWrongValue(values: unknown, path: readonly PropertyKey[], origin: Origin): ReviewError {
  const [key] = path;
  if (key === undefined) {
    return new ReviewError(origin.code, `${origin.locate([])}: expected an object, found ${quote(values)}`, {
      advice: `Write { "fail_on": "veto" }, or see \`consensus-review init --print\`.`,
    });
  }
  const isThreshold = key === 'progressive_summarization' && path.length > 1;
  const expectation = isThreshold ? 'a number above 0 and at most 1' : configShape.properties[key as ConfigKey].expects;
  const name = origin.nameKey(path.slice(0, isThreshold ? 2 : 1));
  const written = valueAt(values, path);
  const meant = MODEL_KEYS.has(key) && typeof written === 'string' ? suggestModel(written) : null;
  const found = path.length > 1 && !isThreshold ? ` (at ${path.slice(1).map(String).join('.')})` : '';
  return new ReviewError(
    origin.code,
    `${origin.locate(path)}: ${name} must be ${expectation}, found ${quote(written)}${found}${meant === null ? '' : askMeant(String(written))}`,
    { advice: meant === null ? `Set ${name} to ${expectation}, or remove it.` : `Write ${meant}.` },
  );
}

/** Keys that take names of models. */
const MODEL_KEYS: ReadonlySet<PropertyKey> = new Set<ConfigKey>(['model', 'fallback', 'panel', 'reviewer_models']);

const valueAt = (values: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], values);

const QUOTE_CHARACTERS = 60;

function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > QUOTE_CHARACTERS ? `${text.slice(0, QUOTE_CHARACTERS)}…` : text;
}
