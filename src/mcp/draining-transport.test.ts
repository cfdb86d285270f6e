import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createDrainingTransport } from './draining-transport.ts';

async function start() {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const { transport, ended } = createDrainingTransport(stdin, stdout);
  const received: unknown[] = [];
  transport.onmessage = (message) => received.push(message);
  await transport.start();
  let isEnded = false;
  const end = ended.then(() => {
    isEnded = true;
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
  const write = (message: object): boolean => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return { stdin, stdout, transport, received, end, settle, write, isEnded: () => isEnded };
}

const answer = (id: number) => ({ jsonrpc: '2.0', id, result: {} }) as const;

test('what was asked before the input ended is answered first', async () => {
  const { stdin, transport, received, end, settle, write, isEnded } = await start();
  write({ id: 1, method: 'ping' });
  write({ id: 2, method: 'ping' });
  stdin.end();
  await settle();
  expect([received.length, isEnded()]).toEqual([2, false]);
  await transport.send(answer(2));
  expect(isEnded()).toBe(false);
  await transport.send(answer(1));
  await end;
});

test('a request that was cancelled is not waited for', async () => {
  const { stdin, end, write } = await start();
  write({ id: 1, method: 'ping' });
  write({ method: 'notifications/cancelled', params: { requestId: 1 } });
  stdin.end();
  await end;
});

test('an answer before the end of the input ends nothing', async () => {
  const { stdin, transport, end, settle, write, isEnded } = await start();
  write({ id: 1, method: 'ping' });
  await settle();
  await transport.send(answer(1));
  await settle();
  expect(isEnded()).toBe(false);
  stdin.end();
  await end;
});

test('when nobody reads any more, it is over whatever is still asked', async () => {
  const { stdout, end, write, settle } = await start();
  write({ id: 1, method: 'ping' });
  await settle();
  stdout.destroy(new Error('EPIPE'));
  await end;
});
