import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatSteps, listOpenSteps, parseSteps, type StepResult } from './validation-steps.ts';

const STEPS: readonly StepResult[] = [
  { step: 1, result: 'pass', reason: 'from src/a.ts:3' },
  { step: 2, result: 'uncertain', reason: '`escape[` at line 4 may be a defence' },
  { step: 3, result: 'fail', reason: '' },
];

test('steps are written as the result block writes them, and read back', () => {
  const text = '1:pass(from src/a.ts:3) 2:uncertain(`escape[` at line 4 may be a defence) 3:fail()';
  expect(formatSteps(STEPS)).toBe(text);
  expect(parseSteps(text)).toEqual(STEPS);
});

test.each([
  ['all pass', '1:pass(a) 2:pass(b) 3:pass(c)', []],
  ['one is uncertain', '1:pass(a) 2:pass(b) 3:uncertain(c)', [3]],
  ['one is missing', '1:pass(a) 3:pass(c)', [2]],
  ['one failed', '1:fail(a) 2:pass(b) 3:pass(c)', [1]],
  ['nothing is said', 'I read it', [1, 2, 3]],
  ['the last word counts', '1:pass(a) 2:pass(b) 3:pass(c) 3:fail(d)', [3]],
] as const)('%s: what was asked and did not pass is open', (_name, text, open) => {
  expect(listOpenSteps([1, 2, 3], parseSteps(text))).toEqual(open);
});

test('what was formatted reads back with the same results, whatever the reasons are', () => {
  const step = fc.record({
    step: fc.constantFrom(1, 2, 3, 4),
    result: fc.constantFrom('pass', 'fail', 'uncertain'),
    reason: fc.string().filter((text) => !/[1-4]\s*:\s*(?:pass|fail|uncertain)/iu.test(text)),
  }) as fc.Arbitrary<StepResult>;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 5 }), (steps) => {
      const read = parseSteps(formatSteps(steps));
      expect(read.map((one) => [one.step, one.result])).toEqual(steps.map((one) => [one.step, one.result]));
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void parseSteps(text)));
});
