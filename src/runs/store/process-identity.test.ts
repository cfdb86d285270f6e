/** Who owns a run: a process that can be seen with its start (Linux), one that can only be seen (macOS, Windows), one that is elsewhere. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { isOwnerAlive, SILENCE_MS, thisProcess } from './process-identity.ts';

const own = thisProcess();
const gone = { ...own, pid: spawnSync(process.execPath, ['-e', '0']).pid };
const unknownStart = { processStart: null };
const elsewhere = { host: 'another.host' };

test.each([
  ['this process', own, SILENCE_MS * 2, true],
  ['another that has its id since', { ...own, processStart: '1' }, 0, false],
  ['one that is gone', gone, 0, false],
  ['this one without its start, heard of', { ...own, ...unknownStart }, 0, true],
  ['this one without its start, by a clock that was set back', { ...own, ...unknownStart }, -1000, true],
  ['one with its id and without its start, silent', { ...own, ...unknownStart }, SILENCE_MS, false],
  ['one that is gone, without its start', { ...gone, ...unknownStart }, 0, false],
  ['one on another machine, heard of', { ...own, ...elsewhere }, 0, true],
  ['one on another machine, silent', { ...own, ...elsewhere }, SILENCE_MS, false],
])('%s: %j, silent for %i ms, lives: %s', (_name, owner, silentMs, isAlive) => {
  expect(isOwnerAlive(owner, silentMs)).toBe(isAlive);
});
