/** Maps that are filled while they are asked: what is not there yet is made and kept. */

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
