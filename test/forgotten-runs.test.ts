/** A process that makes many runs (a server, a program that uses the library) keeps nothing of those that are over. */
import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { audit, review } from '../src/index.ts';
import { createFolder, writeFiles } from './e2e/run-cli.ts';

test.each([
  ['review', review],
  ['audit', audit],
])('%s: who could have interrupted it knows nothing of it afterwards', async (_name, run) => {
  const root = createFolder();
  writeFiles(root, { 'src/a.ts': 'export const one = (text: string): unknown => eval(text);\n' });
  const { signal } = new AbortController();
  await run({
    root,
    selection: { kind: 'all' },
    flags: { deadline: '10m' },
    environment: {},
    stateDir: createFolder(),
    signal,
  });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
