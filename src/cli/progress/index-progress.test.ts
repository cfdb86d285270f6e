import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Index } from '../../ports/file-index.ts';
import type { ScopeEntry, Snapshot } from '../../ports/repository.ts';
import type { Terminal } from '../streams.ts';
import { watchIndex } from './index-progress.ts';

const FILES = 50;
const FILE_MS = 1000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Each file takes a second. */
const slow: Index = {
  async *measure(_snapshot, entries) {
    for await (const entry of entries) {
      vi.advanceTimersByTime(FILE_MS);
      yield entry as never;
    }
  },
};

async function* listEntries(): AsyncGenerator<ScopeEntry> {
  for (let i = 0; i < FILES; i += 1) yield { kind: 'ignored', path: `f${i}`, reason: 'binary' };
}

async function watch(options: {
  isTTY?: boolean;
  quiet?: boolean;
  interruptAt?: number;
  environment?: Terminal['environment'];
}) {
  let stderr = '';
  const interruption = new AbortController();
  const terminal: Terminal = {
    stdin: (async function* (): AsyncGenerator<string> {
      yield '';
    })(),
    stdout: { write: () => expect.unreachable('stdout') },
    stderr: { write: (text) => (stderr += text), isTTY: options.isTTY ?? false },
    environment: options.environment ?? {},
    workingDirectory: '/',
    interrupt: interruption.signal,
  };
  const index = watchIndex(slow, terminal, options.quiet === true ? { quiet: true } : {});
  let files = 0;
  let error: unknown = null;
  try {
    for await (const _entry of index.measure({} as Snapshot, listEntries())) {
      files += 1;
      if (files === options.interruptAt) interruption.abort('interrupt');
    }
  } catch (thrown) {
    error = thrown;
  }
  return { stderr, files, error };
}

test('a log gets a line every 15 seconds', async () => {
  const { stderr, files, error } = await watch({});
  expect([files, error]).toEqual([FILES, null]);
  expect(stderr).toBe('[00:15] 15 files measured\n[00:30] 30 files measured\n[00:45] 45 files measured\n');
});

test('a terminal gets one row after two seconds, which is gone at the end', async () => {
  const { stderr } = await watch({ isTTY: true });
  const rows = stderr.split('\r\u001b[K');
  expect([rows[1], rows.at(-2), rows.at(-1)]).toEqual(['00:02 2 files measured', '00:50 50 files measured', '']);
});

test.each([[{ quiet: true }], [{ quiet: true, isTTY: true }]])('%j says nothing', async (options) => {
  expect(await watch(options)).toEqual({ stderr: '', files: FILES, error: null });
});

test('in CI and on a dumb terminal there is no row', async () => {
  for (const environment of [{ CI: 'true' }, { TERM: 'dumb' }])
    expect((await watch({ isTTY: true, environment })).stderr).not.toContain('\r');
});

test('an interruption ends measuring at the next file', async () => {
  expect(await watch({ interruptAt: 7 })).toEqual({ stderr: '', files: 7, error: 'interrupt' });
});
