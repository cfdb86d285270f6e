import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listFlowLines } from './flow-lines.ts';

test.each<[string | null, readonly number[]]>([
  [null, []],
  ['', []],
  ['from the request to the query', []],
  [':42 → :45(concat) → :50', [42, 45, 50]],
  [':42 -> :42 -> :50', [42, 50]],
  ['req.query :3 → exec(line) :5', [3, 5]],
  ['src/a.ts:3 → src/b.ts:7 → :9', [3, 9]],
  ['server.js:3 → :7 → db.js:9', [7]],
  [':0 → :x → :7', [7]],
])('%j goes through %j', (flow, lines) => {
  expect(listFlowLines(flow, 'src/a.ts')).toEqual(lines);
});

test('whatever the text, lines are whole numbers from 1 on', () => {
  fc.assert(
    fc.property(fc.string(), (flow) => {
      for (const line of listFlowLines(flow, 'a')) expect(Number.isInteger(line) && line >= 1).toBe(true);
    }),
  );
});
