/**
 * Reads the texts of many files in their order as a stream, up to 24 at a time, and leaves out files without text. Called by grep.ts
 * and mcp/search-tool.ts.
 */
import type { ReadOutcome } from '../../ports/repository.ts';

export interface NamedText {
  readonly path: string;
  readonly text: string;
}

const READ_AHEAD = 24;

/** Leaves out what has no text. `read` does not throw. */
export async function* streamTexts(
  paths: Iterable<string> | AsyncIterable<string>,
  read: (path: string) => Promise<ReadOutcome | { readonly kind: 'unknown' }>,
): AsyncGenerator<NamedText> {
  const readNamed = async (path: string): Promise<readonly NamedText[]> => {
    const outcome = await read(path);
    return outcome.kind === 'text' ? [{ path, text: outcome.text }] : [];
  };
  const pending: Promise<readonly NamedText[]>[] = [];
  for await (const path of paths) {
    pending.push(readNamed(path));
    if (pending.length >= READ_AHEAD) yield* (await pending.shift()) ?? [];
  }
  for (const named of pending) yield* await named;
}
