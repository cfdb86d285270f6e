import { expect, test } from 'vitest';
import { RULES } from '../../../test/contracts/temporary-repository.ts';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import { loadProjectKinds } from './project-kind.ts';

const kindAt = async (manifest: readonly [string, string], path: string) => {
  const files = { [manifest[0]]: manifest[1], [path]: 'x = 1\n' };
  const snapshot = await createMemoryRepository(files).open({ kind: 'all' }, RULES);
  return (await loadProjectKinds(snapshot))(path);
};

const WHEEL = ['luigi-3.8.dist-info/WHEEL', 'Wheel-Version: 1.0\n'] as const;
const JAR = ['META-INF/MANIFEST.MF', 'Manifest-Version: 1.0\n'] as const;
const WEB = ['pyproject.toml', '[project]\ndependencies = ["fastapi"]\n'] as const;
const EXTENSION = ['pyproject.toml', '[build-system]\n[project]\ndependencies = ["flask"]\n'] as const;

test.each([
  ['a wheel', WHEEL, 'luigi/lock.py', 'library'],
  ['a page inside a wheel', WHEEL, 'luigi/static/app.js', null],
  ['a jar of sources', JAR, 'org/acme/A.java', 'library'],
  ['a web project that nobody builds', WEB, 'app/main.py', 'service'],
  ['an extension of Flask', EXTENSION, 'ext/a.py', 'library'],
] as const)('%s [FLOW-03]', async (_name, manifest, path, expected) => {
  expect(await kindAt(manifest, path)).toBe(expected);
});
