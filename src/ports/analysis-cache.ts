/**
 * The AnalysisCache port: results of analyzers for a text from earlier runs, by kind, path and text. Implemented by
 * storage/analysis-cache.ts, used by analyzers/project-flow/.
 */
import type { FileFacts } from './file-facts.ts';

/** Never throws: a cache that cannot be used knows nothing and keeps nothing. */
export interface AnalysisCache {
  /** What was kept under this kind for this text at this path; undefined where nothing is known. */
  get(kind: string, path: string, text: string): unknown;
  /** `value` is plain data. */
  put(kind: string, path: string, text: string, value: unknown): void;
  /** The modules that files name, found without opening them. Absent where nothing is kept. */
  readonly links?: FileFacts | null;
  /** Writes what was put, and lets go of the file; what is asked later opens it again. */
  close(): void;
}
