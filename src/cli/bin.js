#!/usr/bin/env node
/**
 * Where the process begins: checks the version of Node, turns on its compile cache, starts the program. Plain JavaScript, because
 * stripping the types of a first file takes longer than starting Node; those of all others are kept in the cache.
 */
import { lstatSync, mkdirSync } from 'node:fs';
import nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveOwnModules } from '../wiring/own-modules.js';

const OLDEST_NODE = 24;

/** Compiled code is run as it is found: null unless the folder is ours and nobody else can write to it. */
function findCacheFolder() {
  const user = process.getuid?.() ?? 'user';
  const folder = join(tmpdir(), `consensus-review-${user}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    const isOurs = process.getuid === undefined || (uid === user && (mode & 0o022) === 0);
    return isOurs ? join(folder, 'compile-cache') : null;
  } catch {
    return null;
  }
}

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(
    `error: consensus-review needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}\n`,
  );
  process.exitCode = 2;
} else {
  const folder = findCacheFolder();
  if (folder !== null) nodeModule.enableCompileCache(folder);
  resolveOwnModules();
  const { start } = await import('./start.ts');
  process.exitCode = await start(process.argv.slice(2));
}
