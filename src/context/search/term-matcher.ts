/**
 * Finds many terms at once in UTF-8 bytes, in any case, without decoding them (Wu and Manber's algorithm, which skips what cannot end
 * a term). Of terms that begin at one place the longest counts, and matches never overlap. Called by find-chunk.ts.
 */

export interface TermMatcher {
  /** Calls back for every match, in order, with the number of the term and the byte at which it begins. */
  scan(bytes: Uint8Array, visit: (term: number, at: number) => void): void;
}

const FOLD = Uint8Array.from({ length: 256 }, (_, code) => (code > 64 && code < 91 ? code + 32 : code));
const BLOCK = 2;
const MAX_SHIFT = 255;

interface Spelling {
  readonly term: number;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();

/** Bytes fold the case of ASCII alone; other letters are looked for in both cases. */
const spellTerm = (text: string, term: number): readonly Spelling[] =>
  [...new Set([text, text.toUpperCase(), text.slice(0, 1).toUpperCase() + text.slice(1)])]
    .map((spelling) => encoder.encode(spelling).map((code) => FOLD[code] ?? code))
    .filter((bytes, i, all) => all.findIndex((other) => Buffer.compare(other, bytes) === 0) === i)
    .map((bytes) => ({ term, bytes }));

const bothCases = (code: number): readonly number[] => (code > 96 && code < 123 ? [code, code - 32] : [code]);

/** Every way in which two folded bytes may be written, as one number. */
const spellBlock = (high: number, low: number): readonly number[] =>
  bothCases(high).flatMap((upper) => bothCases(low).map((lower) => (upper << 8) | lower));

interface Blocks {
  /** How far the window may move when it ends in the block. */
  readonly shifts: Uint8Array;
  /** For a block that does not let it move: which of `candidates` may begin the window. */
  readonly slots: Uint8Array;
  readonly candidates: readonly (readonly Spelling[])[];
}

function indexBlocks(spellings: readonly Spelling[], window: number): Blocks {
  const shifts = new Uint8Array(1 << 16).fill(Math.min(window - BLOCK + 1, MAX_SHIFT));
  const slots = new Uint8Array(1 << 16);
  const candidates: Spelling[][] = [];
  for (const spelling of spellings) {
    const { bytes } = spelling;
    for (let at = 0; at + BLOCK <= window; at += 1) {
      const shift = Math.min(window - BLOCK - at, MAX_SHIFT);
      for (const block of spellBlock(bytes[at] ?? 0, bytes[at + 1] ?? 0)) {
        shifts[block] = Math.min(shifts[block] ?? 0, shift);
      }
    }
    const last = spellBlock(bytes[window - BLOCK] ?? 0, bytes[window - 1] ?? 0);
    const slot = slots[last[0] ?? 0] || candidates.push([]);
    for (const block of last) slots[block] = slot;
    candidates[slot - 1]?.push(spelling);
  }
  return { shifts, slots, candidates };
}

function startsWith(bytes: Uint8Array, from: number, spelling: Uint8Array): boolean {
  if (from + spelling.length > bytes.length) return false;
  for (let i = 0; i < spelling.length; i += 1) if (FOLD[bytes[from + i] as number] !== spelling[i]) return false;
  return true;
}

function findLongest(bytes: Uint8Array, from: number, candidates: readonly Spelling[]): Spelling | null {
  for (const candidate of candidates) if (startsWith(bytes, from, candidate.bytes)) return candidate;
  return null;
}

/** Terms are of lower case and at least two bytes long; a shorter one finds nothing. */
export function createTermMatcher(terms: readonly string[]): TermMatcher {
  const spellings = terms
    .flatMap(spellTerm)
    .filter(({ bytes }) => bytes.length >= BLOCK)
    .sort((a, b) => b.bytes.length - a.bytes.length);
  const window = spellings.at(-1)?.bytes.length ?? 0;
  const { shifts, slots, candidates } = indexBlocks(spellings, window);

  return {
    scan(bytes, visit) {
      if (spellings.length === 0) return;
      const { length } = bytes;
      let end = window - 1;
      while (end < length) {
        const block = ((bytes[end - 1] as number) << 8) | (bytes[end] as number);
        const shift = shifts[block] as number;
        if (shift > 0) {
          end += shift;
          continue;
        }
        const from = end - window + 1;
        const found = findLongest(bytes, from, candidates[(slots[block] as number) - 1] ?? []);
        if (found !== null) visit(found.term, from);
        end += found === null ? 1 : found.bytes.length;
      }
    },
  };
}
