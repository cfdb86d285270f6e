import { expect, onTestFinished, test } from 'vitest';
import { describeRepository } from '../../test/contracts/repository.ts';
import { collect, createFolderFixture, RULES } from '../../test/contracts/temporary-repository.ts';
import { createRepository } from '../repository/repository.ts';
import { createMemoryRepository } from './memory-repository.ts';

describeRepository('the memory repository', async (files) => createMemoryRepository(files));
describeRepository('the repository on disk', async (files) => {
  const repository = await createRepository({ root: createFolderFixture(files).root });
  onTestFinished(() => repository[Symbol.asyncDispose]());
  return repository;
});

test('changed ranges and texts before make a change scope', async () => {
  const repository = createMemoryRepository(
    {
      'a.ts': { text: 'x\ny\n', base: 'x\n', changed: [{ start: 2, end: 2 }] },
      'b.ts': 'b\n',
      'new.ts': { text: 'n\n', base: null },
    },
    { branch: null, settings: { 'c.json': '{}' } },
  );
  const snapshot = await repository.open({ kind: 'auto' }, RULES);
  expect(snapshot).toMatchObject({ isChange: true, branch: null });
  expect(
    (await collect(snapshot.entries())).map((entry) => [entry.path, entry.kind === 'file' ? entry.changed : null]),
  ).toEqual([
    ['a.ts', [{ start: 2, end: 2 }]],
    ['new.ts', null],
  ]);
  expect([await snapshot.readBase('a.ts'), await snapshot.readBase('new.ts')]).toEqual(['x\n', null]);
  expect(await repository.readSettings('c.json', { kind: 'all' })).toEqual([{ path: 'c.json', text: '{}' }]);
});

test('it is strict about its own files', () => {
  expect(() => createMemoryRepository({ '../x': '' })).toThrow('not a path');
  expect(() => createMemoryRepository({ 'a.ts': { text: 'x\n', changed: [{ start: 1, end: 2 }] } })).toThrow(
    'outside the 1 lines',
  );
});
