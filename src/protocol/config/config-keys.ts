/**
 * Loads config-shape.json (compiled from config-schema.ts by `npm run schemas`): the list of configuration keys, the check of
 * written values against it, the value of a key nobody sets. Called by config-values.ts, config-text.ts, wiring/config.ts and
 * wiring/explain-config.ts.
 */
import { parseDuration } from '../text/duration.ts';
import { findMismatch, type Mismatch, type ValueShape } from '../text/value-shape.ts';
import type { ConfigKey, ConfigValues } from './config-schema.ts';
import shape from './config-shape.json' with { type: 'json' };

/** A key with the words that complete "must be …". */
type KeyShape = ValueShape & { readonly expects: string };

/** Every key may be left out. Values as written: nothing is filled in here. */
export const configShape = shape as unknown as {
  readonly type: 'object';
  readonly properties: Readonly<Record<ConfigKey, KeyShape>>;
  readonly additionalProperties: false;
};

export const CONFIG_KEYS = Object.keys(configShape.properties) as readonly ConfigKey[];

const DURATION_KEYS = ['deadline', 'agent_timeout', 'call_timeout'] as const;

/** Where the values differ from what is allowed; null where they do not. */
export function findConfigMismatch(values: unknown): Mismatch | null {
  const found = findMismatch(values, configShape);
  if (found !== null) return found;
  const given = values as ConfigValues;
  const wrong = DURATION_KEYS.find((key) => given[key] !== undefined && parseDuration(given[key] ?? '') === null);
  return wrong === undefined ? findUnbounded(given) : { path: [wrong], unknownKey: null };
}

/** One without rules and paths would mean everything. */
function findUnbounded(values: ConfigValues): Mismatch | null {
  for (const key of ['suppressions', 'severity_overrides'] as const) {
    const at = (values[key] ?? []).findIndex((row) => row.rules === undefined && row.paths === undefined);
    if (at >= 0) return { path: [key, at, 'rules'], unknownKey: null };
  }
  return null;
}

/** What counts where nobody sets the key: its default, an empty list or table, else null. */
export function absentValue(key: ConfigKey): unknown {
  const known: ValueShape = configShape.properties[key];
  if (known.default !== undefined || 'anyOf' in known) return known.default;
  if (known.type === 'array') return [];
  return known.type === 'object' ? {} : null;
}
