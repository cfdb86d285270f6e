/**
 * The ContextStore port: the index of one reviewed folder (tokens and lines of its files by content, searchable passages by git
 * branch). A damaged or full store only costs time: files are measured again and `warning` says so. Implemented by
 * context/store/sqlite-store.ts, used by context/file-index.ts and context/search/.
 */
import type { IgnoreReason } from '../protocol/report/report-document.ts';

/** What is kept of a text, whatever file it was found in. `reason` says why it is not reviewed; then the numbers are 0. */
export interface Measure {
  readonly reason: IgnoreReason | null;
  /** Language that its first line names; null where it names none. */
  readonly shebang: string | null;
  readonly tokens: number;
  readonly loc: number;
  readonly lines: number;
}

export interface KnownContent extends Measure {
  readonly contentId: number;
}

export interface KnownFile extends KnownContent {
  /** Whether search finds this content at this path on the branch. */
  readonly isSearchable: boolean;
}

/** Finds a file by what its snapshot says of it, without reading it. */
export type FileLookup = (path: string, identity: string) => KnownFile | null;

/** A file as it was measured, to be stored. */
export interface FileRecord {
  readonly path: string;
  /** What the snapshot says of the file without reading it; null where it cannot be trusted. */
  readonly identity: string | null;
  /** Content that is known already, or the hash and measure of one that may not be. */
  readonly content: number | { readonly hash: string; readonly measure: Measure };
  /** Makes the file searchable on the branch; null leaves search alone. */
  readonly search: SearchRecord | null;
}

export interface SearchRecord {
  readonly branch: string | null;
  readonly language: string | null;
  /** Null where the content is known and its text stored. */
  readonly text: string | null;
}

/** Stores records in batches. What cannot be stored is a warning of the store. */
export interface ContextWriter {
  add(record: FileRecord): void;
  /** Stores what was added once it is much; a promise where the writer has enough to do. */
  writeFull(): Promise<void> | undefined;
  /** Stores the rest. When it has resolved, everything added is stored. May be called again. */
  end(): Promise<void>;
}

export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
  /** Only this file or folder. */
  readonly pathPrefix?: string;
  /** Only these paths; all where it is left out. */
  readonly only?: ReadonlySet<string>;
  /** Git branch as the index recorded it, null for files without one; the last one indexed where it is left out. */
  readonly branch?: string | null;
}

/** Turns texts into vectors of length 1 in this process, the same for the same text; all 0 for a text it knows nothing of. */
export interface VectorModel {
  /** As the user named it. */
  readonly name: string;
  /** Of its weights: vectors of another are not compared. */
  readonly id: string;
  readonly dimensions: number;
  embed(text: string): Float32Array;
}

/** Searches by meaning too. Vectors that are missing are made first, until the signal is aborted: then the search rejects. */
export interface MeaningOptions {
  readonly model: VectorModel;
  readonly signal: AbortSignal;
}

export interface SearchResult {
  readonly filePath: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
  readonly content: string;
}

/** For agents, the command line and the context tools alike (FACT-16). */
export interface SearchAnswer {
  readonly query: string;
  /** Terms and vectors, terms alone, or the words as they stand. */
  readonly source: 'hybrid' | 'keyword' | 'grep';
  /** Best first. */
  readonly results: readonly SearchResult[];
}

/** A branch is null for files without one. Only `extentOf` may throw and `search` reject. */
export interface ContextStore extends Disposable {
  /** What the user should know: the store is temporary, was begun anew, or could not be written. */
  readonly warning: string | null;
  /** For what is worth keeping besides; null where nothing is kept. */
  readonly cacheFolder: string | null;
  /** True for what the store itself writes, where that lies in the reviewed folder. */
  owns(path: string): boolean;
  openLookup(branch: string | null): FileLookup;
  findContent(hash: string): KnownContent | null;
  /** Whether the text of the content is stored, so that a record need not bring it. */
  hasText(contentId: number): boolean;
  openWriter(): ContextWriter;
  /** The branch was indexed: it is the newest. With the paths of the whole folder, its other paths are forgotten. */
  settleBranch(branch: string | null, whole: ReadonlySet<string> | null): Promise<void>;
  /** How much of the branch was indexed and not forgotten since: all files, those of a narrower scope, or none. */
  extentOf(branch: string | null): 'none' | 'part' | 'whole';
  /** `limit` is kept between 1 and 100. Any text may be asked for. Never calls a network. With a model by words and meaning. */
  search(request: SearchRequest, meaning?: MeaningOptions): Promise<SearchAnswer>;
}
