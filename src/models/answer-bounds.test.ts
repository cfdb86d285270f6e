/** What an answer may take by default: it grows with the tokens that were granted, and ends somewhere for any number of them. */
import { expect, test } from 'vitest';
import { boundAnswer } from './answer-bounds.ts';

const MIB = 1024 * 1024;

test.each([
  [0, 8 * MIB, 0.25 * MIB, 20_000],
  [4096, 24 * MIB, 0.375 * MIB, 52_768],
  [1_000_000, 256 * MIB, 16 * MIB, 8_020_000],
])(
  'an answer of %i tokens: %i bytes, packed or not, %i an event, %i events [TRUST-07]',
  (tokens, body, event, events) => {
    expect(boundAnswer(tokens)).toMatchObject({
      bodyBytes: body,
      unpackedBytes: body,
      lineBytes: event,
      eventBytes: event,
      events,
    });
  },
);
