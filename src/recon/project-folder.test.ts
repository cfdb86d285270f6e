import { expect, test } from 'vitest';
import { findProjectFolder } from './project-folder.ts';

test.each([
  ['no package at all', ['src/a.ts', 'lib/b.ts'], {}, ''],
  ['the package of the root', ['src/a.ts'], { 'package.json': '{}' }, ''],
  ['the nearest package', ['apps/shop/src/a.ts', 'apps/shop/b.ts'], { 'apps/shop/package.json': '{}' }, 'apps/shop/'],
  ['a sibling is none', ['apps/shopping/a.ts'], { 'apps/shop/package.json': '{}', 'package.json': '{}' }, ''],
  ['two packages', ['apps/a/x.ts', 'apps/b/y.ts'], { 'apps/a/go.mod': '', 'apps/b/go.mod': '' }, ''],
  ['a member', ['apps/a/x.ts'], { 'apps/a/package.json': '{}', 'package.json': '{"workspaces": ["apps/*"]}' }, ''],
  ['a member of pnpm', ['x/a/b/y.ts'], { 'x/a/b/package.json': '{}', 'x/pnpm-workspace.yaml': '' }, 'x/'],
  ['a module', ['a/src/X.java'], { 'a/pom.xml': '<project/>', 'pom.xml': '<modules><module>a</module></modules>' }, ''],
] as const)('the folder a scope belongs to: %s', async (_name, scope, manifests, folder) => {
  const texts: Readonly<Record<string, string>> = manifests;
  const paths = new Set([...scope, ...Object.keys(manifests)]);
  expect(await findProjectFolder(scope, paths, async (path) => texts[path] ?? null)).toBe(folder);
});
