import { expect, test } from 'vitest';
import { classifyName, isLockFile } from './classify-file.ts';

test.each<[string, string | null]>([
  ['package-lock.json', 'generated'],
  ['web/yarn.lock', 'generated'],
  ['Cargo.lock', 'generated'],
  ['go.sum', 'generated'],
  ['.terraform.lock.hcl', 'generated'],
  ['app.min.js', 'generated'],
  ['app.js.map', 'generated'],
  ['api.pb.go', 'generated'],
  ['api_pb2.py', 'generated'],
  ['model.g.dart', 'generated'],
  ['types.generated.ts', 'generated'],
  ['js/jquery-3.7.1.js', 'vendored'],
  ['gradlew', 'vendored'],
  ['src/app.ts', null],
  ['lock.ts', null],
  ['package.json', null],
  ['admin.js', null],
  ['generated.ts', null],
])('%s is %s by name', (path, expected) => {
  expect(classifyName(path)).toBe(expected);
});

test('lock files', () => {
  expect(['a/pnpm-lock.yaml', 'Gemfile.lock', 'x.lock.ts', 'lockfile.ts'].map(isLockFile)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
