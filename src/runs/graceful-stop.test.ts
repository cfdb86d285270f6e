import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Model, TurnRequest } from '../ports/model.ts';
import type { TurnOutcome } from '../protocol/calls/turn-outcome.ts';
import { createGracefulStop } from './graceful-stop.ts';

const REQUEST = {} as TurnRequest;
const REPLIED = { kind: 'replied', text: 'whole' } as TurnOutcome;

/** A model whose turns end when they are told to, or by the signal. */
function createWaitingModel() {
  const turns: PromiseWithResolvers<TurnOutcome>[] = [];
  const model: Model = {
    name: 'test/waiting',
    provider: 'test',
    turn(_request, signal) {
      const turn = Promise.withResolvers<TurnOutcome>();
      turns.push(turn);
      signal.addEventListener('abort', () => turn.resolve({ kind: 'aborted' } as TurnOutcome));
      return turn.promise;
    },
  };
  return { model, turns };
}

function open(graceMs: number) {
  const interrupt = new AbortController();
  const stop = createGracefulStop(interrupt.signal, { graceMs, hearMs: 10 });
  const { model, turns } = createWaitingModel();
  const guarded = stop.guard(model);
  return { interrupt, stop, turns, ask: () => guarded.turn(REQUEST, stop.signal) };
}

describe('an interruption', () => {
  test('ends the run at once where no call is in flight', () => {
    const { interrupt, stop } = open(60_000);
    interrupt.abort('interrupt');
    expect([stop.signal.aborted, stop.signal.reason]).toEqual([true, 'interrupt']);
  });

  test('lets calls in flight end, makes no further one, and ends the run when the last is heard', async () => {
    const { interrupt, stop, turns, ask } = open(60_000);
    const [first, second] = [ask(), ask()];
    interrupt.abort('interrupt');
    const late = ask();
    expect([stop.signal.aborted, turns.length]).toEqual([false, 2]);
    turns[0]?.resolve(REPLIED);
    expect(await first).toBe(REPLIED);
    await wait(30);
    expect(stop.signal.aborted).toBe(false);
    turns[1]?.resolve(REPLIED);
    expect(await second).toBe(REPLIED);
    expect(await late).toMatchObject({ kind: 'aborted', mayBeBilled: false });
    expect([stop.signal.aborted, turns.length]).toEqual([true, 2]);
  });

  test('waits no longer than it is told to', async () => {
    const { interrupt, stop, ask } = open(20);
    const call = ask();
    interrupt.abort('interrupt');
    expect(await call).toMatchObject({ kind: 'aborted' });
    expect(stop.signal.reason).toBe('interrupt');
  });

  test('before the run began leaves it no call', async () => {
    const interrupt = AbortSignal.abort('interrupt');
    const { signal, guard } = createGracefulStop(interrupt, { graceMs: 1000 });
    const { model, turns } = createWaitingModel();
    expect(await guard(model).turn(REQUEST, signal)).toMatchObject({ kind: 'aborted' });
    expect([signal.aborted, turns.length]).toEqual([true, 0]);
  });
});
