/** Answers of models that were asked for a repair: the required form alone is read, anything else is none. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRepairJudgement, parseWrittenRepair } from './written-repair.ts';

const END = '===REPAIR_END:n0===';
const edit = (line: number, end_line: number, text: string) => ({ line, column: 1, end_line, end_column: 1, text });
const edits = (...given: readonly object[]) => ({ kind: 'edits', edits: given });

test.each([
  [`===REPAIR===\n===LINES:n0 2-3===\n  a\n\n${END}`, edits(edit(2, 4, '  a\n\n'))],
  [`So:\n===REPAIR===\n===LINES:n0 4===\n===LINES:n0 1-1===\nx\n${END}\n`, edits(edit(4, 5, ''), edit(1, 2, 'x\n'))],
  [`===REPAIR===\nCANNOT: it is in another file\n${END}`, { kind: 'declined', reason: 'it is in another file' }],
  [`===REPAIR===\n===LINES:n0 2-3===\na\n`, null],
  [`===REPAIR===\n===LINES:n0 2-3===\na\n===REPAIR_END:other===`, null],
  [`===REPAIR===\n===LINES:other 2-3===\na\n${END}`, null],
  [`===REPAIR===\n===LINES:n0 3-2===\na\n${END}`, null],
  [`===REPAIR===\n===LINES:n0 4-6===\na\n${END}`, null],
  [`===REPAIR===\n===LINES:n0 0-1===\na\n${END}`, null],
  [`===REPAIR===\n===LINES:n0 ../x===\na\n${END}`, null],
  [`===REPAIR===\n${END}`, null],
  ['', null],
])('%j', (answer, expected) => {
  expect(parseWrittenRepair(answer, 'n0', 5)).toEqual(expected);
});

test('a judgement is one of two words with a reason, and whole', () => {
  expect(parseRepairJudgement(`GONE: bound now\n${END}`, 'n0')).toEqual({ isGone: true, reason: 'bound now' });
  expect(parseRepairJudgement(`STAYS: no\n${END}`, 'n0')).toEqual({ isGone: false, reason: 'no' });
  for (const text of [`GONE: x`, `GONE: x\nSTAYS: y\n${END}`, `GONE\n${END}`, END, ''])
    expect(parseRepairJudgement(text, 'n0')).toBeNull();
});

test('no text throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      parseWrittenRepair(text, 'n0', 5);
      parseRepairJudgement(text, 'n0');
    }),
  );
});
