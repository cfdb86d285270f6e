/**
 * Parses and formats the file of suppressions that `dismiss` and `baseline` write (`.consensus-review/suppressions.json`, or the
 * same in the state folder); a fault is returned with its place. Reads no disk itself. Called by wiring/suppressions.ts and
 * engine/finding-policy.ts.
 */
import { parseJsonText } from '../text/json-text.ts';
import { findMismatch, type ValueShape } from '../text/value-shape.ts';
import type { Suppression } from './suppression.ts';
import type { SUPPRESSIONS_SCHEMA, SuppressionEntry } from './suppression-schema.ts';
import shape from './suppression-shape.json' with { type: 'json' };

export const SUPPRESSIONS_FILE = '.consensus-review/suppressions.json';
const SCHEMA: typeof SUPPRESSIONS_SCHEMA = 'consensus-review/suppressions@1';

export type ParsedSuppressions =
  | { readonly kind: 'entries'; readonly entries: readonly SuppressionEntry[] }
  | { readonly kind: 'fault'; readonly place: string; readonly message: string };

/** Never throws. */
export function parseSuppressionFile(written: string, path: string): ParsedSuppressions {
  const parsed = parseJsonText(written.replace(/^\uFEFF/u, ''));
  if (parsed.kind === 'error')
    return { kind: 'fault', place: `${path}:${parsed.place.line}:${parsed.place.column}`, message: parsed.message };
  const mismatch = findMismatch(parsed.value, shape as ValueShape);
  if (mismatch !== null) {
    const keys = mismatch.unknownKey === null ? mismatch.path : [...mismatch.path, mismatch.unknownKey];
    const place = parsed.placeOf(keys) ?? parsed.placeOf(mismatch.path.slice(0, -1));
    const name = keys.map(String).join('.');
    return {
      kind: 'fault',
      place: place === null ? path : `${path}:${place.line}:${place.column}`,
      message: mismatch.unknownKey === null ? `${name} is missing or has a wrong value` : `${name} is no key`,
    };
  }
  const { suppressions } = parsed.value as { readonly suppressions: readonly Partial<SuppressionEntry>[] };
  const empty = { kind: 'dismissal', rule: null, path: null, until: null, by: null } as const;
  return {
    kind: 'entries',
    entries: suppressions.map((entry) => ({ ...empty, fingerprint: '', reason: '', ...entry })),
  };
}

const keyOf = ({ path, rule, fingerprint }: SuppressionEntry): string => `${path ?? ''}\0${rule ?? ''}\0${fingerprint}`;

/** Sorted, so that two branches that add entries seldom meet in the same lines. */
export const formatSuppressionFile = (entries: readonly SuppressionEntry[]): string =>
  `${JSON.stringify(
    { schema: SCHEMA, suppressions: entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) },
    null,
    2,
  )}\n`;

export const toSuppression = ({ rule, path, ...entry }: SuppressionEntry, place: string): Suppression => ({
  ...entry,
  place,
  rules: rule === null ? [] : [rule],
  paths: path === null ? [] : [path],
  line: null,
});
