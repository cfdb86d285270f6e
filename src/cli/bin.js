#!/usr/bin/env node
/**
 * Where the process begins: checks the version of Node, turns on its compile cache, starts the program. Plain JavaScript, because
 * stripping the types of a first file takes longer than starting Node; those of all others are kept in the cache.
 */
import nodeModule from 'node:module';
import { findPrivateFolder } from '../programs/private-folder.js';
import { resolveOwnModules } from '../wiring/own-modules.js';

const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(
    `error: consensus-review needs Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}. Install Node ${OLDEST_NODE} and run the command again.\n`,
  );
  process.exitCode = 2;
} else {
  const folder = findPrivateFolder('compile-cache');
  if (folder !== null) nodeModule.enableCompileCache(folder);
  resolveOwnModules();
  const { start } = await import('./start.ts');
  process.exitCode = await start(process.argv.slice(2));
}
