import { describe, expect, test } from 'vitest';
import type { Index, IndexedFile } from '../ports/file-index.ts';
import type { Repository, Snapshot } from '../ports/repository.ts';
import { createMemoryRepository } from '../testing/memory-repository.ts';
import { surveyScope, warnOfCut } from './survey.ts';

const RULES = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 1000 };
const REQUEST = { selection: { kind: 'all' }, rules: RULES, roster: [], reviewerNames: null } as const;
const repository = createMemoryRepository({ 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c' });

/** Measures one file after the other, and tells when it has. */
const createWatchedIndex = (onFile: (path: string) => void): Index => ({
  async *measure(_snapshot, entries, signal) {
    for await (const entry of entries) {
      if (signal?.aborted) return;
      if (entry.kind === 'file') onFile(entry.path);
      yield entry.kind === 'file'
        ? ({ ...entry, tokens: 1, estimated: false, loc: 1, lines: 1, branch: null } satisfies IndexedFile)
        : entry;
    }
  },
});

const survey = (reason: string, stopAt: string) => {
  const stop = new AbortController();
  const index = createWatchedIndex((path) => {
    if (path === stopAt) stop.abort(reason);
  });
  return surveyScope(REQUEST, { repository, index, emit: () => undefined, signal: stop.signal });
};

describe('a survey that is stopped', () => {
  test('by the user ends at the file it is at, and says that there may be more', async () => {
    const { files, isCut } = await survey('interrupt', 'b.ts');
    expect([files.map(({ path }) => path), isCut]).toEqual([['a.ts', 'b.ts'], true]);
  });

  test('by the deadline is read to its end where that takes a moment, so that the report can say what was not reviewed', async () => {
    const { files, isCut } = await survey('deadline', 'a.ts');
    expect([files.length, isCut]).toEqual([3, false]);
  });

  test('by the deadline ends soon where the scope has no end, and counts what it does not list', async () => {
    const snapshot = await repository.open(REQUEST.selection, RULES);
    const endless: Repository = {
      ...repository,
      open: async () => ({
        ...snapshot,
        async *entries() {
          for (let i = 0; ; i += 1) {
            if (i % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
            yield { kind: 'file', path: `${i}.ts`, language: 'typescript', changed: null } as const;
          }
        },
      }),
    };
    const index = createWatchedIndex(() => undefined);
    const signal = AbortSignal.abort('deadline');
    const found = await surveyScope(REQUEST, { repository: endless, index, emit: () => undefined, signal });
    expect([found.files.length, found.isCut]).toEqual([2000, true]);
    expect([found.totalTokens, warnOfCut(found)]).toEqual([
      2000 + found.unlisted.files,
      [
        `⚠️ the run was stopped while the scope was read: there may be more files than these (${found.unlisted.files} more were found and are not listed)`,
      ],
    ]);
  });

  test('before the repository was opened does not wait for it', async () => {
    const stop = new AbortController();
    const slow: Repository = { ...repository, open: () => new Promise<Snapshot>(() => undefined) };
    const index = createWatchedIndex(() => undefined);
    const work = surveyScope(REQUEST, { repository: slow, index, emit: () => undefined, signal: stop.signal });
    stop.abort('interrupt');
    expect(await work).toMatchObject({ files: [], isCut: true, snapshot: { selection: 'whole folder' } });
  });
});
