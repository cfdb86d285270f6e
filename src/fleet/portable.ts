/**
 * Encodes tasks and results as JSON although they hold maps and sets, and decodes them again. Called by fleet-host.ts and
 * perform-agent.ts.
 */

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const isTagged = (keys: readonly string[]): boolean => keys.some((key) => key.startsWith('$'));

export function toPortable(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (value instanceof Map) return { $map: [...value].map(([key, item]) => [toPortable(key), toPortable(item)]) };
  if (value instanceof Set) return { $set: [...value].map(toPortable) };
  if (Array.isArray(value)) return value.map(toPortable);
  if (typeof value !== 'object') return value as Json;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (isTagged(entries.map(([key]) => key))) return { $object: entries.map(([key, item]) => [key, toPortable(item)]) };
  return Object.fromEntries(entries.map(([key, item]) => [key, toPortable(item)]));
}

const pairsOf = (value: unknown): [unknown, unknown][] =>
  Array.isArray(value)
    ? value.flatMap((pair): [unknown, unknown][] =>
        Array.isArray(pair) && pair.length === 2 ? [[fromPortable(pair[0]), fromPortable(pair[1])]] : [],
      )
    : [];

export function fromPortable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(fromPortable);
  if ('$map' in value) return new Map(pairsOf(value.$map));
  if ('$set' in value) return new Set(Array.isArray(value.$set) ? value.$set.map(fromPortable) : []);
  if ('$object' in value) return Object.fromEntries(pairsOf(value.$object).map(([key, item]) => [String(key), item]));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromPortable(item)]));
}
