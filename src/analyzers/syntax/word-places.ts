/**
 * Remembers for one text where each word that was asked for begins, in whatever case, so that whether it stands in a part of the text is
 * answered without reading that part again. Used by tree-node.ts.
 */
export interface WordPlaces {
  /** `word` is in lower case. */
  isWithin(word: string, start: number, end: number): boolean;
}

/** Null where a letter takes another number of places in lower case. */
export function readWordPlaces(text: string): WordPlaces | null {
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return null;
  const known = new Map<string, readonly number[]>();
  const placesOf = (word: string): readonly number[] => {
    const places = known.get(word) ?? listPlaces(lower, word);
    known.set(word, places);
    return places;
  };
  return {
    isWithin(word, start, end) {
      const places = placesOf(word);
      const at = places[findFirst(places, start)];
      return at !== undefined && at + word.length <= end;
    },
  };
}

function listPlaces(text: string, word: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) places.push(at);
  return places;
}

/** The index of the first place that is not before `start`. */
function findFirst(places: readonly number[], start: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
