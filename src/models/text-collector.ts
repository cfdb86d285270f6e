/**
 * Collects text that arrives in small pieces and returns it whole, without keeping a string object per piece. Used by
 * reply-collector.ts.
 */

const FOLD_AT_CHARS = 32_768;

export interface TextCollector {
  add(piece: string): void;
  text(): string;
  isEmpty(): boolean;
}

export function createTextCollector(): TextCollector {
  let folded: string[] = [];
  let pieces: string[] = [];
  let pending = 0;
  const fold = (): void => {
    // Joining copies the characters, so the pieces (and what they were cut from) can be let go.
    if (pieces.length > 0) folded.push(pieces.join(''));
    pieces = [];
    pending = 0;
  };
  return {
    add(piece) {
      if (piece === '') return;
      pieces.push(piece);
      pending += piece.length;
      if (pending >= FOLD_AT_CHARS) fold();
    },
    text() {
      fold();
      const whole = folded.join('');
      // The parts would stay beside the whole, twice the memory.
      folded = [whole];
      return whole;
    },
    isEmpty: () => pieces.length === 0 && folded.every((part) => part === ''),
  };
}
