/**
 * The Index and TokenCounter ports: files measured in tokens and lines (context/file-index.ts), and the one token counter of the
 * program (REV-05; context/tokens.ts). Used by engine/ and context/.
 */
import type { IgnoredEntry, ScopeEntry, ScopeFile, Snapshot } from './repository.ts';

export interface IndexedFile extends ScopeFile {
  readonly tokens: number;
  /** True where the tokenizer failed and bytes/4 stands in (REV-05). */
  readonly estimated: boolean;
  /** Lines that are not blank. */
  readonly loc: number;
  /** All lines. */
  readonly lines: number;
  readonly branch: string | null;
  /** Of a changed file: tokens of what models are shown of it; absent where nobody counted. */
  readonly shownTokens?: number;
}

/** What a model has to read of a file. */
export const tokensToShow = ({ tokens, shownTokens }: Pick<IndexedFile, 'tokens' | 'shownTokens'>): number =>
  shownTokens ?? tokens;

/** Measures the files of a snapshot as they are found; a file that turns out binary or generated becomes ignored. */
export interface Index {
  /** Once the signal has fired no further entry is taken; what was measured by then still comes. */
  measure(
    snapshot: Snapshot,
    entries: AsyncIterable<ScopeEntry>,
    signal?: AbortSignal,
  ): AsyncIterable<IndexedFile | IgnoredEntry>;
}

/** Exact tokens in the one encoding of the product (REV-05). Never throws. */
export interface TokenCounter {
  readonly encoding: string;
  count(text: string): number;
}
