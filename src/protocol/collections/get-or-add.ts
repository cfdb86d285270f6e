/**
 * Returns the value under a key of a Map or WeakMap, making and storing it first where there is none (`getOrAdd`); `append` adds
 * to the list under a key. Used all over analyzers/ and elsewhere.
 */

interface Kept<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

export function getOrAdd<K, V>(map: Kept<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Adds to the list under a key. */
export const append = <K, V>(map: Kept<K, V[]>, key: K, value: V): void => {
  getOrAdd(map, key, () => []).push(value);
};
