/**
 * Tells whether a file is generated or vendored, and so left out of a review, by its name alone. A header comment that says so counts
 * for nothing: anybody can write it (TRUST-03). Called by file-index.ts.
 */

import type { IgnoreReason } from '../protocol/report/report-document.ts';
import { fileNameOf } from '../protocol/source/paths.ts';
import { isLibraryCopy, isServedBundle } from './library-copies.ts';

type AuthorReason = Extract<IgnoreReason, 'generated' | 'vendored'>;

const LOCK_FILES: ReadonlySet<string> = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'composer.lock',
  'gemfile.lock',
  'cargo.lock',
  'poetry.lock',
  'pipfile.lock',
  'pdm.lock',
  'uv.lock',
  'go.sum',
  'go.work.sum',
  'mix.lock',
  'pubspec.lock',
  'podfile.lock',
  'cartfile.resolved',
  'package.resolved',
  'packages.lock.json',
  'paket.lock',
  'gradle.lockfile',
  'flake.lock',
  'conan.lock',
  '.terraform.lock.hcl',
]);

const GENERATED_NAMES =
  /\.min\.(?:js|mjs|cjs|css)$|\.(?:js|mjs|cjs|css|ts)\.map$|\.pb\.(?:go|cc|h|c)$|\.pb\.gw\.go$|_pb2(?:_grpc)?\.pyi?$|_pb\.(?:js|d\.ts|rb)$|\.(?:g|freezed|gr|mocks)\.dart$|\.designer\.(?:cs|vb)$|\.g\.(?:i\.)?cs$|\.generated\.[a-z]+$|_generated\.(?:go|rs|ts|h)$|^zz_generated\..*\.go$|^bindata\.go$|^\.pnp\.c?js$/iu;

const VENDORED_NAMES =
  /^jquery(?:-ui)?(?:[-.]\d[\w.]*)?\.js$|^(?:bootstrap|modernizr|require|angular)(?:[-.]\d[\w.]*)\.(?:js|css)$|^gradlew(?:\.bat)?$|^mvnw(?:\.cmd)?$/iu;

export const isLockFile = (path: string): boolean => LOCK_FILES.has(fileNameOf(path).toLowerCase());

/** By name alone, before the file is read: a lock file of several megabytes is generated, not too large. */
export function classifyName(path: string): AuthorReason | null {
  const name = fileNameOf(path);
  if (isLockFile(path) || GENERATED_NAMES.test(name) || isServedBundle(path)) return 'generated';
  return VENDORED_NAMES.test(name) || isLibraryCopy(path) ? 'vendored' : null;
}
