import { getEventListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { joinSignals, underSignals } from './join-signals.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const fireSoon = (): AbortSignal => {
  const controller = new AbortController();
  setTimeout(() => controller.abort('deadline'), 20).unref();
  return controller.signal;
};

test('a controller and a timeout that fired and were forgotten are seen by whoever looks later', async () => {
  const joined = [fireSoon(), AbortSignal.timeout(20)].map((source) =>
    joinSignals([new AbortController().signal, source]),
  );
  // Twice: before they fire and after. More would cost a second each in the heap of a test process.
  collectGarbage();
  await wait(50);
  collectGarbage();
  await wait(10);
  expect(joined.map(({ aborted, reason }) => [aborted, reason])).toEqual([
    [true, 'deadline'],
    [true, expect.anything()],
  ]);
});

test('a signal that had fired before is seen at once', () => {
  expect(joinSignals([AbortSignal.abort('x'), new AbortController().signal]).reason).toBe('x');
});

test('after the work its sources know nothing of the joined signal, whether one of them fired or not', async () => {
  const [quiet, fires] = [new AbortController(), new AbortController()];
  const listeners = () => [quiet, fires].map(({ signal }) => getEventListeners(signal, 'abort').length);
  const work = underSignals([quiet.signal, fires.signal], async (signal) => {
    expect(listeners()).toEqual([1, 1]);
    return signal;
  });
  expect([(await work).aborted, listeners()]).toEqual([false, [0, 0]]);
  const joined = joinSignals([quiet.signal, fires.signal]);
  fires.abort('stop');
  expect([joined.reason, listeners()]).toEqual(['stop', [0, 0]]);
});
