/**
 * Declares the types of a recorded run (`--record`, lines of JSON): what was asked for and what lay in scope, what analyzers found,
 * what models answered, and every nonce, so that the same report comes out byte for byte; and of `RunRecording`, by which a run keeps
 * or plays its effects. Also formats a line. Schemas of the lines: recording-schema.ts; reading: parse-recording.ts. Used by
 * open-recording.ts.
 */
import type { IndexedFile } from '../ports/file-index.ts';
import type { Journal } from '../ports/journal.ts';
import type { IgnoredEntry } from '../ports/repository.ts';
import type { RecordedCall } from './recorded-calls.ts';
import type { RecordingLine } from './recording-schema.ts';

export const RECORDING_SCHEMA = 'consensus-review/recording@1';

type LineOf<Kind extends RecordingLine['kind']> = Extract<RecordingLine, { readonly kind: Kind }>;

/** Words nobody can guess, by what they are for. */
export interface Nonces {
  next(key: string): string;
}

/** Hashes of the files in scope, by path: the same hash means the same text and the same changed lines. */
export type ScopeHashes = LineOf<'scope'>['files'];

export type RecordingHead = Omit<LineOf<'head'>, 'kind'>;

/** What reviewers without a model said about one assignment. */
export type RecordedAnalysis = Omit<LineOf<'analysis'>, 'kind'>;

/** Where the effects of a run go: each is made and kept, or replayed. */
export interface RunRecording {
  readonly journal: Journal;
  readonly nonces: Nonces;
  /** `journal`: what was kept wins, the rest is made. `record`: everything is made and kept. `replay`: nothing is made. */
  readonly kind: 'journal' | 'record' | 'replay';
  /** What reviewers without a model said, for whoever plays it without them; empty but in a replay. */
  readonly analyses: readonly RecordedAnalysis[];
  /** Null where nobody keeps it. */
  readonly keepAnalysis: ((analysis: RecordedAnalysis) => void) | null;
}

/** What is kept of the scope. Without entries the hashes alone have to be the same. */
export interface RecordedScope {
  readonly marks: ScopeHashes;
  readonly entries?: readonly (IndexedFile | IgnoredEntry)[];
}

export interface ParsedRecording {
  readonly head: RecordingHead;
  readonly scope: ScopeHashes;
  readonly nonces: ReadonlyMap<string, string>;
  readonly analyses: readonly RecordedAnalysis[];
  /** What Semgrep found beside an audit; null in a recording of anything else. */
  readonly semgrep: LineOf<'semgrep'>['scan'] | null;
  readonly calls: readonly RecordedCall[];
  /** Every other effect, by its key. */
  readonly steps: ReadonlyMap<string, unknown>;
  readonly finishedAt: number;
}

export const formatRecordingLine = (line: RecordingLine): string => `${JSON.stringify(line)}\n`;
