/**
 * Divides what an agent of the host is told into parts that its program shows whole. Some programs cut long results of tools in the
 * middle, and lines that were cut out would count as delivered (HOST-17). Used by mcp/agent-tools.ts and ticket.ts.
 */
import { TICKET_ANSWERS } from '../../prompts/host-agent.ts';

/**
 * Bytes of one result, by the name of the MCP client, a little below what was measured: Codex 0.169 keeps 10,000 bytes for a model that
 * it does not know, Gemini CLI 0.61 40,000 characters, Qwen Code 0.15 25,000 and 1,000 lines, opencode 1.18 about 50,000 bytes.
 */
const SHOWN_BYTES: readonly (readonly [client: RegExp, bytes: number])[] = [
  [/^codex\b/u, 9500],
  [/^gemini-cli\b/u, 38_000],
  [/^qwen-cli\b/u, 23_000],
  [/^opencode\b/u, 45_000],
];
const SHOWN_LINES = 900;

/** Everything where nothing is known of the program. */
export const shownBytes = (client: string | undefined): number =>
  SHOWN_BYTES.find(([name]) => name.test(client ?? ''))?.[1] ?? Number.POSITIVE_INFINITY;

const sizeOf = (text: string): number => Buffer.byteLength(text);

/** A line that is too long for a part by itself, in pieces. */
function* splitLine(line: string, maxBytes: number): Generator<string> {
  let piece = '';
  let size = 0;
  for (const character of line) {
    const more = sizeOf(character);
    if (size + more > maxBytes) {
      yield piece;
      [piece, size] = ['', 0];
    }
    piece += character;
    size += more;
  }
  yield piece;
}

/** Parts of at most so many bytes (4 or more), and of 900 lines, that are the text when joined, cut behind lines where they have an end. */
export function splitText(text: string, maxBytes: number): readonly string[] {
  if (maxBytes === Number.POSITIVE_INFINITY) return [text];
  const parts: string[] = [];
  let part = '';
  let size = 0;
  let lines = 0;
  for (const line of text.split(/(?<=\n)/u))
    for (const piece of sizeOf(line) <= maxBytes ? [line] : splitLine(line, maxBytes)) {
      const more = sizeOf(piece);
      if (size + more > maxBytes || lines === SHOWN_LINES) {
        parts.push(part);
        [part, size, lines] = ['', 0, 0];
      }
      part += piece;
      size += more;
      lines += 1;
    }
  return [...parts, part];
}

/** As much as the program shows at once, and the parts that follow it, each with the first line of the answer above it. */
export function divideAnswer(
  text: string,
  maxBytes: number,
): { readonly first: string; readonly rest: readonly string[] } {
  const [first = '', ...rest] = splitText(text, maxBytes);
  const head = TICKET_ANSWERS.continued(text.slice(0, 200).split('\n', 1)[0] ?? '');
  return { first, rest: rest.map((part) => `${head}\n${part}`) };
}
