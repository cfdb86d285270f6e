import { expect, test } from 'vitest';
import { readPackedLines } from './packed-lines.ts';

const LONG = 'var a=1;'.repeat(10_000);

test('of a file that is packed as a whole the other lines are left in their places [TRUST-03]', () => {
  const packed = readPackedLines(`one();\n${LONG}\ntwo();\n`);
  expect([packed?.rest, [1, 2, 3].map((line) => packed?.isReadable(line))]).toEqual([
    'one();\n\ntwo();\n',
    [true, false, true],
  ]);
});

test('what people wrote is not packed, and a tenth of it keeps a file whole', () => {
  expect(readPackedLines('one();\n'.repeat(20_000))).toBeNull();
  expect(readPackedLines(`${`${'one(); '.repeat(15)}\n`.repeat(150)}${LONG}`)).toMatchObject({ rest: null });
});
