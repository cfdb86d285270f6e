/**
 * Cuts a word into the pieces of a tokenizer.json (byte-pair merges as Llama has them, or WordPiece as BERT has it) and gives their
 * numbers. A word is cut alone: no piece of these vocabularies reaches over a space. Pure. Called by static-model.ts.
 */
import { isJsonObject, type JsonObject } from '../../protocol/text/json-object.ts';

/** Numbers of the pieces of a word, in order; none for what the vocabulary does not know. */
export type CutWord = (word: string) => readonly number[];

const SPACE = '▁';
const encoder = new TextEncoder();

function readVocabulary({ vocab }: JsonObject): ReadonlyMap<string, number> {
  if (!isJsonObject(vocab)) throw new Error('its tokenizer has no vocabulary');
  return new Map(Object.entries(vocab).filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])));
}

/** Merges are `a b` or `["a", "b"]`, the most wanted first. */
const rankMerges = (merges: readonly unknown[]): ReadonlyMap<string, number> =>
  new Map(merges.map((merge, rank) => [Array.isArray(merge) ? merge.join(' ') : String(merge), rank]));

function createMerging(model: JsonObject): CutWord {
  const vocabulary = readVocabulary(model);
  const ranks = rankMerges(Array.isArray(model.merges) ? model.merges : []);
  const nameByte = (byte: number): string => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
  const findPiece = (piece: string): readonly number[] => {
    const known = vocabulary.get(piece);
    if (known !== undefined) return [known];
    return [...encoder.encode(piece)].flatMap((byte) => vocabulary.get(nameByte(byte)) ?? []);
  };
  return (word) => {
    const pieces = [SPACE, ...word];
    for (;;) {
      let best = Number.POSITIVE_INFINITY;
      let at = -1;
      for (let i = 0; i + 1 < pieces.length; i += 1) {
        const rank = ranks.get(`${pieces[i]} ${pieces[i + 1]}`) ?? Number.POSITIVE_INFINITY;
        if (rank < best) [best, at] = [rank, i];
      }
      if (at < 0) return pieces.flatMap(findPiece);
      pieces.splice(at, 2, `${pieces[at]}${pieces[at + 1]}`);
    }
  };
}

function createLongestMatch(model: JsonObject): CutWord {
  const vocabulary = readVocabulary(model);
  const prefix = typeof model.continuing_subword_prefix === 'string' ? model.continuing_subword_prefix : '##';
  return (word) => {
    const pieces: number[] = [];
    for (let from = 0; from < word.length; ) {
      let to = word.length;
      const find = (): number | undefined => vocabulary.get(`${from === 0 ? '' : prefix}${word.slice(from, to)}`);
      while (to > from && find() === undefined) to -= 1;
      const piece = find();
      // A word is known whole or not at all.
      if (to === from || piece === undefined) return [];
      pieces.push(piece);
      from = to;
    }
    return pieces;
  };
}

export function createWordCutter(tokenizer: unknown): CutWord {
  const model = isJsonObject(tokenizer) && isJsonObject(tokenizer.model) ? tokenizer.model : {};
  if (model.type === 'BPE') return createMerging(model);
  if (model.type === 'WordPiece') return createLongestMatch(model);
  throw new Error(`its tokenizer must be BPE or WordPiece, and is ${String(model.type ?? 'none')}`);
}
