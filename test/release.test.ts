/** `npm run release`: what it changes and refuses. A dry run makes every file of a release in `package.test.ts`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  describeProvenance,
  formatChecksums,
  refuseVersion,
  releaseChangelog,
  setVersion,
} from '../scripts/release-text.ts';

const project = join(import.meta.dirname, '..');
const release = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(project, 'scripts/release.ts'), ...args], { cwd: project, encoding: 'utf8' });

test.each([
  ['1.2.4', '1.2.3', null],
  ['1.3.0', '1.2.9', null],
  ['2.0.0-rc.1', '1.9.9', null],
  ['2.0.0', '2.0.0-rc.1', null],
  ['1.2.3', '1.2.3', '1.2.3 is not newer than 1.2.3'],
  ['1.1.9', '1.2.3', '1.1.9 is not newer than 1.2.3'],
  ['2.0.0-rc.1', '2.0.0', '2.0.0-rc.1 is not newer than 2.0.0'],
  ['', '1.0.0', 'name the version to release, such as 1.4.0'],
  ['v1.2', '1.0.0', 'v1.2 is no version: write three numbers, 1.4.0, or 1.4.0-rc.1'],
])('%s after %s: %s', (version, current, expected) => {
  expect(refuseVersion(version, current)).toBe(expected);
});

test.each([
  [
    '# Changelog\n\n## [Unreleased]\n\n- New.\n  More of it.\n\n## [1.0.0] - 2026-01-01\n\n- Old.\n',
    {
      text: '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-02-03\n\n- New.\n  More of it.\n\n## [1.0.0] - 2026-01-01\n\n- Old.\n',
      notes: '- New.\n  More of it.\n',
    },
  ],
  [
    '## [Unreleased]\n\n- First.\n',
    { text: '## [Unreleased]\n\n## [1.1.0] - 2026-02-03\n\n- First.\n\n', notes: '- First.\n' },
  ],
  ['## [Unreleased]\n\n## [1.0.0] - 2026-01-01\n\n- Old.\n', null],
  ['# Changelog\n', null],
])('the changelog %j', (text, expected) => {
  expect(releaseChangelog(text, '1.1.0', '2026-02-03')).toEqual(expected);
});

test('only our own version changes', () => {
  const lock =
    '{\n "version": "1.0.0",\n "packages": {\n  "": { "version": "1.0.0" },\n  "node_modules/a": { "version": "1.0.0" }\n }\n}';
  expect(JSON.parse(setVersion(lock, '1.0.0', '1.1.0'))).toEqual({
    version: '1.1.0',
    packages: { '': { version: '1.1.0' }, 'node_modules/a': { version: '1.0.0' } },
  });
  expect(setVersion('{ "version": "1.0.0", "x": "1.0.0" }', '1.0.0', '2.0.0')).toBe(
    '{ "version": "2.0.0", "x": "1.0.0" }',
  );
  expect(() => setVersion('{ "version": "1.0.0" }', '0.9.0', '2.0.0')).toThrow(
    'the version 0.9.0 stands in 0 of 1 places',
  );
});

test('provenance names the files, the commit and the inputs', () => {
  const files = [{ name: 'a.tgz', sha256: 'aa' }];
  const inputs = [{ name: 'package-lock.json', sha256: 'bb' }];
  const facts = {
    version: '1.0.0',
    commit: 'c0',
    isClean: true,
    node: 'v24',
    npm: '11',
    platform: 'linux-x64',
    builder: 'urn:b',
    inputs,
  };
  expect(describeProvenance(files, facts)).toMatchObject({
    subject: [{ name: 'a.tgz', digest: { sha256: 'aa' } }],
    predicate: {
      buildDefinition: {
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: 'c0' } },
          { name: 'package-lock.json', digest: { sha256: 'bb' } },
        ],
      },
      runDetails: { builder: { id: 'urn:b' } },
    },
  });
  expect(formatChecksums(files)).toBe('aa  a.tgz\n');
});

test('refuses what is no next version', () => {
  const { status, stderr } = release('0.0.1', '--dry-run');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^release: 0\.0\.1 is not newer than .* Usage: /u)]);
});
