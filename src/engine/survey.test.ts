import { describe, expect, test } from 'vitest';
import type { Index, IndexedFile } from '../ports/file-index.ts';
import type { Repository, Snapshot } from '../ports/repository.ts';
import { createMemoryRepository } from '../testing/memory-repository.ts';
import { surveyScope } from './survey.ts';

const RULES = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 1000 };
const REQUEST = { selection: { kind: 'all' }, rules: RULES, roster: [], reviewerNames: null } as const;
const repository = createMemoryRepository({ 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c' });

/** Measures one file after the other, and tells when it has. */
const createWatchedIndex = (onFile: (path: string) => void): Index => ({
  async *measure(_snapshot, entries) {
    for await (const entry of entries) {
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

  test('by the deadline is read to its end, so that the report can say what was not reviewed', async () => {
    const { files, isCut } = await survey('deadline', 'a.ts');
    expect([files.length, isCut]).toEqual([3, false]);
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
