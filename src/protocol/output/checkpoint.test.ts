import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIMENSIONS } from '../findings/dimension.ts';
import { formatCheckpoint, listCheckpointTurns, parseCheckpoint } from './checkpoint.ts';

const SAMPLE = '[CHECKPOINT] turn:10 findings:3 files_read:12 remaining_dims:D3,D9';

test('the sample line reads and writes [CHECKPOINT-01]', () => {
  const checkpoint = { turn: 10, findings: 3, filesRead: 12, remainingDimensions: ['D3', 'D9'] } as const;
  expect(parseCheckpoint(SAMPLE)).toEqual(checkpoint);
  expect(parseCheckpoint(`${SAMPLE}\r`)).toEqual(checkpoint);
  expect(formatCheckpoint(checkpoint)).toBe(SAMPLE);
});

test.each(['none', '', 'D11', '(none)'])('remaining dimensions %j are none', (dims) => {
  expect(
    parseCheckpoint(`[CHECKPOINT] turn:10 findings:3 files_read:12 remaining_dims:${dims}`)?.remainingDimensions,
  ).toEqual([]);
});

test.each([` ${SAMPLE}`, `x${SAMPLE}`, SAMPLE.replace('10', 'ten'), SAMPLE.replace('findings:3 ', ''), '[CHECKPOINT]'])(
  '%j is no checkpoint',
  (line) => {
    expect(parseCheckpoint(line)).toBeNull();
  },
);

test.each([
  [25, [10, 20]],
  [20, [10, 20]],
  [15, [10]],
  [10, [10]],
  [9, []],
  [0, []],
])('an agent of %i turns writes one after turns %j [CHECKPOINT-02]', (maxTurns, turns) => {
  expect(listCheckpointTurns(maxTurns)).toEqual(turns);
});

test('what is written reads back the same; any line is read without an error [CHECKPOINT-01]', () => {
  const count = fc.integer({ min: 0, max: 1e6 });
  const checkpoint = fc.record({
    turn: count,
    findings: count,
    filesRead: count,
    remainingDimensions: fc.uniqueArray(fc.constantFrom(...DIMENSIONS)),
  });
  fc.assert(
    fc.property(checkpoint, fc.string(), (value, line) => {
      expect(parseCheckpoint(formatCheckpoint(value))).toEqual(value);
      expect(parseCheckpoint(line)).toBeNull();
    }),
  );
});
