import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { joinSignals } from './join-signals.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const fireSoon = (): AbortSignal => {
  const controller = new AbortController();
  setTimeout(() => controller.abort('deadline'), 20).unref();
  return controller.signal;
};

test.each([
  ['a controller', fireSoon, 'deadline'],
  ['a timeout', () => AbortSignal.timeout(20), expect.anything()],
])('%s that fired and was forgotten is seen by whoever looks later', async (_name, source, reason) => {
  const joined = joinSignals([new AbortController().signal, source()]);
  for (let round = 0; round < 10; round += 1) {
    await wait(10);
    collectGarbage();
  }
  expect([joined.aborted, joined.reason]).toEqual([true, reason]);
});

test('a signal that had fired before is seen at once', () => {
  expect(joinSignals([AbortSignal.abort('x'), new AbortController().signal]).reason).toBe('x');
});
