import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shownBytes, splitText } from './answer-parts.ts';

describe('parts of an answer', () => {
  test('are the answer when joined, none is larger than asked, and they end behind lines', () => {
    expect(splitText('one\ntwo\nthree\n', 8)).toEqual(['one\ntwo\n', 'three\n']);
    expect(splitText('a line of its own\nb', 8)).toEqual(['a line o', 'f its ow', 'n\nb']);
    expect(splitText('\n'.repeat(2000), 9500).map(({ length }) => length)).toEqual([900, 900, 200]);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n') }),
        fc.integer({ min: 4, max: 40 }),
        (text, maxBytes) => {
          const parts = splitText(text, maxBytes);
          return parts.join('') === text && parts.every((part) => Buffer.byteLength(part) <= maxBytes);
        },
      ),
    );
  });

  test('are asked for where the program is known to cut', () => {
    const clients = [
      'codex-mcp-client',
      'gemini-cli-mcp-client',
      'qwen-cli-mcp-client-consensus-review',
      'opencode',
      'claude-code',
    ];
    expect(clients.map(shownBytes)).toEqual([9500, 38_000, 23_000, 45_000, Number.POSITIVE_INFINITY]);
    expect(splitText('a\n'.repeat(100_000), shownBytes(undefined))).toHaveLength(1);
  });
});
