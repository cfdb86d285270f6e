/**
 * The FileFacts port: keeps one line per file from earlier runs, looked up by the file's identity on disk (size, times, inode),
 * so that the file need not be opened. Never throws. Implemented by storage/file-facts.ts; used by repository/git/ and, as
 * `links` of the AnalysisCache port, by analyzers/project-flow/.
 */
export interface FileFacts {
  /** What was kept for the file while it had this identity; null where nothing is known. */
  find(path: string, identity: string): string | null;
  /** `fact` is one line. */
  keep(path: string, identity: string, fact: string): void;
  /** Writes what was kept. */
  close(): void;
}
