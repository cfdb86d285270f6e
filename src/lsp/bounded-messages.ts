/**
 * Passes on the bytes that a client of the language server sends, and throws ReviewError as soon as a header exceeds 64 KB or has no
 * valid Content-Length, or a body exceeds 64 MB. Passes a header on in one piece, since its reader scans all of it again for each
 * piece. Called by serve-lsp.ts.
 */
import { ReviewError } from '../errors.ts';

const MAX_HEADER_BYTES = 65_536;
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const HEADER_END = '\r\n\r\n';
const NONE = Buffer.alloc(0);

/** The same bytes. Throws ReviewError('unreadable-input') at the first message that passes a bound or does not say its length. */
export async function* boundMessages(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let header: Buffer = NONE;
  let bodyBytes = 0;
  for await (const part of input) {
    let rest = Buffer.from(part);
    while (rest.length > 0) {
      const body = rest.subarray(0, bodyBytes);
      if (body.length > 0) yield body;
      bodyBytes -= body.length;
      rest = rest.subarray(body.length);
      const known = header.length;
      header = Buffer.concat([header, rest.subarray(0, MAX_HEADER_BYTES + 1 - known)]);
      const end = findEnd(header, known);
      if (end === null) break;
      bodyBytes = readLength(header.toString('latin1', 0, end));
      yield header.subarray(0, end);
      rest = rest.subarray(end - known);
      header = NONE;
    }
  }
}

/** Where the body begins; null where the header goes on. */
function findEnd(header: Buffer, known: number): number | null {
  // A line end may be cut anywhere, so the last bytes that are known are looked at again.
  const at = header.indexOf(HEADER_END, Math.max(0, known - HEADER_END.length));
  if (at !== -1) return at + HEADER_END.length;
  if (header.length > MAX_HEADER_BYTES) throw refuse('a header of more than 64 KB');
  return null;
}

function readLength(header: string): number {
  const lengths = header.split('\r\n').flatMap((line) => /^content-length:\s*(.*)$/iu.exec(line)?.[1] ?? []);
  const [length = ''] = lengths;
  if (lengths.length !== 1 || !/^\d+\s*$/u.test(length)) throw refuse('a header without one Content-Length in bytes');
  if (Number(length) > MAX_BODY_BYTES) throw refuse('a message of more than 64 MB');
  return Number(length);
}

const refuse = (what: string): ReviewError =>
  new ReviewError('unreadable-input', `standard input: ${what}.`, {
    advice: 'Start `consensus-review lsp` from an editor that speaks the Language Server Protocol.',
  });
