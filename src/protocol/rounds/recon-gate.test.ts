import { expect, test } from 'vitest';
import { judgeRecon } from './recon-gate.ts';

const full = { modules: ['src/auth'], entryPoints: ['src/app.ts:12'], dependencies: ['express:4.18.2'] };

test('modules, a handler with its line and a dependency with its version are accepted', () => {
  expect(judgeRecon(full, 1)).toEqual({ kind: 'accepted' });
});

test.each([
  [{ modules: [' '] }, 'modules'],
  [{ modules: [] }, 'modules'],
  [{ entryPoints: ['src/app.ts'] }, 'entryPoints'],
  [{ entryPoints: ['src/app.ts:0'] }, 'entryPoints'],
  [{ dependencies: ['express'] }, 'dependencies'],
])('%j is retried twice, then accepted as partial', (said, missing) => {
  const recon = { ...full, ...said };
  const kinds = [1, 2, 3].map((attempts) => judgeRecon(recon, attempts));
  expect(kinds).toEqual([
    { kind: 'retry', missing: [missing] },
    { kind: 'retry', missing: [missing] },
    { kind: 'partial_accepted', missing: [missing] },
  ]);
});
