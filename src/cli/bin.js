#!/usr/bin/env node
/**
 * Starts the program `consensus-review`: checks the version of Node, turns on its compile cache, loads start.ts (in a checkout from a
 * stored bundle, where wiring/kept-program.js has one) and sets the exit code. Run by the shell, or imported by main.ts. Plain
 * JavaScript, because stripping the types of a first file takes longer than starting Node.
 */
import { findPrivateFolder } from '../programs/private-folder.js';
import { resolveOwnModules } from '../wiring/own-modules.js';

const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(
    `error: consensus-review needs Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}. Install Node ${OLDEST_NODE} and run the command again.\n`,
  );
  // A coding agent that is told 2 by its hook never stops.
  process.exitCode = process.argv[2] === 'hook' ? 1 : 2;
} else {
  const folder = findPrivateFolder('compile-cache');
  if (folder !== null) process.getBuiltinModule('node:module').enableCompileCache(folder);
  const args = process.argv.slice(2);
  if (/^(?:review|audit|hook|fix|triage|mcp|lsp)$/u.test(args[0] ?? '')) {
    const { prepareReview } = await import('../wiring/v8-settings.js');
    prepareReview();
  }
  const isCheckout = import.meta.url.endsWith('/src/cli/bin.js');
  const { start } = (isCheckout ? await openKept(args) : null) ?? (await openModules());
  process.exitCode = await start(args);
}

async function openModules() {
  resolveOwnModules();
  return import('./start.ts');
}

/**
 * A checkout keeps its modules joined. To say the version takes two of them; with options of Node somebody looks into the process.
 * @param {readonly string[]} args
 * @returns {Promise<Pick<typeof import('./start.ts'), 'start'> | null>}
 */
async function openKept([command = '', ...rest]) {
  if ((rest.length === 0 && command.startsWith('-')) || process.execArgv.length > 0) return null;
  const { joinModules, mayJoin, openProgram } = await import('../wiring/kept-program.js');
  const kept = openProgram('command', /^[a-z]{1,10}$/u.test(command) ? command : 'other');
  if (kept !== null) {
    process.once('exit', kept.keep);
    return kept.exports;
  }
  if (!/^(?:review|audit|plan)$/u.test(command)) return null;
  const { start } = await openModules();
  return {
    /** What is stopped from outside makes nothing for the next one. */
    start: async (args) => {
      const code = await start(args);
      if (mayJoin(args, code)) process.once('exit', joinModules);
      return code;
    },
  };
}
