/**
 * What was learned of files in earlier runs, found again by what the disk says of a file, so that it need not be opened. Never
 * throws: where nothing can be kept nothing is known.
 */
export interface FileFacts {
  /** What was kept for the file while it had this identity; null where nothing is known. */
  find(path: string, identity: string): string | null;
  /** `fact` is one line. */
  keep(path: string, identity: string, fact: string): void;
  /** Writes what was kept. */
  close(): void;
}
