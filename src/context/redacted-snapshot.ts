/**
 * Wraps a snapshot so that models see it without secrets: every text is redacted whole before anything is cut from it
 * (`redactSnapshot`, for agent tools); or adds `readRedacted` to it (`addRedactedRead`, for the engine). Analyzers and the index read
 * the snapshot itself. Called by wiring/agent-tools.ts and wiring/redaction.ts.
 */
import type { ReadOutcome, Snapshot } from '../ports/repository.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';

const readWith = async (snapshot: Snapshot, redactor: Redactor, path: string): Promise<ReadOutcome> => {
  const read = await snapshot.read(path);
  return read.kind === 'text' ? { ...read, text: redactor.redactFile(path, read.text) } : read;
};

export const redactSnapshot = (snapshot: Snapshot, redactor: Redactor): Snapshot => ({
  ...snapshot,
  read: (path) => readWith(snapshot, redactor, path),
  async readBase(path) {
    const text = await snapshot.readBase(path);
    return text === null ? null : redactor.redactFile(path, text);
  },
});

/** The snapshot itself, which also knows what models see of it: their quotes are compared with that. */
export const addRedactedRead = (snapshot: Snapshot, redactor: Redactor): Snapshot => ({
  ...snapshot,
  readRedacted: (path) => readWith(snapshot, redactor, path),
});
