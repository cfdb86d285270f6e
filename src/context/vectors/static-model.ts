/**
 * Makes vectors of texts from a table of token vectors: the average of the rows of all pieces of all words, of length 1. Names are
 * split as the keyword search splits them. Pure. Called by open-static-model.ts.
 */
import type { VectorModel } from '../../ports/context-store.ts';
import { splitIdentifier } from '../search/terms.ts';
import type { Matrix } from './safetensors.ts';
import type { CutWord } from './word-pieces.ts';

/** What a chunk is about stands at its beginning; longer texts come out as averages of everything. */
const MAX_WORDS = 256;
/** Longer ones are data, not words. */
const MAX_WORD_CHARS = 40;
const MAX_KNOWN_WORDS = 200_000;

export function createStaticModel(
  { rows, columns, values }: Matrix,
  cutWord: CutWord,
  { name, id }: Pick<VectorModel, 'name' | 'id'>,
): VectorModel {
  const known = new Map<string, readonly number[]>();
  const findPieces = (part: string): readonly number[] => {
    const word = part.toLowerCase();
    let pieces = known.get(word);
    if (pieces === undefined) {
      if (known.size >= MAX_KNOWN_WORDS) known.clear();
      pieces = cutWord(word).filter((piece) => piece >= 0 && piece < rows);
      known.set(word, pieces);
    }
    return pieces;
  };
  return {
    name,
    id,
    dimensions: columns,
    embed(text) {
      const vector = new Float32Array(columns);
      for (const part of splitIdentifier(text).slice(0, MAX_WORDS)) {
        if (part.length > MAX_WORD_CHARS) continue;
        for (const piece of findPieces(part)) {
          const row = piece * columns;
          for (let i = 0; i < columns; i += 1) vector[i] = (vector[i] as number) + (values[row + i] as number);
        }
      }
      const length = Math.hypot(...vector);
      return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : new Float32Array(columns);
    },
  };
}
