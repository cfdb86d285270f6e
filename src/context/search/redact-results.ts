/**
 * Redacts the passages that a search found: takes their lines from the current file, redacted whole; where the file has changed since,
 * redacts the passage alone. Called by hybrid-search.ts.
 */
import type { SearchResult } from '../../ports/context-store.ts';
import type { ReadOutcome } from '../../ports/repository.ts';
import type { Redactor } from '../../protocol/redaction/redactor.ts';

export type ReadFile = (path: string) => Promise<ReadOutcome>;

const LINE = /\r?\n/u;

/** The index may be older than the file, or of another branch: then the passage is redacted as it stands. */
async function redactResult(result: SearchResult, read: ReadFile | null, redactor: Redactor): Promise<SearchResult> {
  const { filePath, startLine, endLine, content } = result;
  const found = read === null ? null : await read(filePath).catch(() => null);
  if (found?.kind === 'text') {
    const cut = (text: string): string =>
      text
        .split(LINE)
        .slice(startLine - 1, endLine)
        .join('\n');
    const raw = content.split(LINE).join('\n');
    if (cut(found.text).trimEnd() === raw.trimEnd()) {
      const tail = raw.slice(raw.trimEnd().length);
      return { ...result, content: cut(redactor.redactFile(filePath, found.text)).trimEnd() + tail };
    }
    // A part of a line, or another version: what the file has is known to the redactor from now on.
    redactor.redactFile(filePath, found.text);
  }
  return { ...result, content: redactor.redact(content) };
}

export const redactResults = (
  results: readonly SearchResult[],
  read: ReadFile | null,
  redactor: Redactor,
): Promise<readonly SearchResult[]> => Promise.all(results.map((result) => redactResult(result, read, redactor)));
