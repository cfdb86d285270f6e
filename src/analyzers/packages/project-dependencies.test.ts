import { expect, test } from 'vitest';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import { readProjectDependencies } from './project-dependencies.ts';

async function read(files: Readonly<Record<string, string>>) {
  const rules = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 1_000_000 };
  return readProjectDependencies(await createMemoryRepository(files).open({ kind: 'all' }, rules));
}

const show = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await read(files)).dependencies.map(
    ({ name, version, isExact, isDirect, manifest, line }) =>
      `${name}:${version}${isExact ? '' : ' range'}${isDirect ? '' : ' indirect'} ${manifest}:${line}`,
  );

test('exact versions from the lock, ranges where there is none, what comes along behind [FACT-03]', async () => {
  expect(
    await show({
      'package.json': '{\n  "dependencies": {\n    "a": "^1.0.0",\n    "b": "~2.0.0"\n  }\n}\n',
      'package-lock.json': JSON.stringify({
        packages: { 'node_modules/a': { version: '1.2.3' }, 'node_modules/c': { version: '3.0.0' } },
      }),
      'vendor/package.json': '{"dependencies":{"hidden":"1.0.0"}}',
    }),
  ).toEqual(['a:1.2.3 package.json:3', 'b:~2.0.0 range package.json:4', 'c:3.0.0 indirect package.json:3']);
});

test('manifests of other ecosystems', async () => {
  expect(
    await show({
      'App.csproj': '<Project>\n  <PackageReference Include="Dapper" Version="2.1.0" />\n</Project>\n',
      'build.gradle': 'dependencies {\n  implementation \'org.x:y:1.0\'\n  testImplementation "junit:junit:4.13"\n}\n',
      'composer.json': '{"require":{"slim/slim":"^4.0"}}',
      'go.mod': 'module m\n\nrequire example.com/z v1.1.0\n',
    }),
  ).toEqual([
    'Dapper:2.1.0 App.csproj:2',
    'example.com/z:v1.1.0 go.mod:3',
    'junit:junit:4.13 build.gradle:3',
    'org.x:y:1.0 build.gradle:2',
    'slim/slim:^4.0 range composer.json:1',
  ]);
});

test('broken manifests and none at all give an empty list', async () => {
  expect(await read({ 'package.json': '{', 'go.mod': '\u0000' })).toEqual({ dependencies: [], leftOut: 0 });
  expect(await read({})).toEqual({ dependencies: [], leftOut: 0 });
});
