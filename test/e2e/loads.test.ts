/** What a command loads before it does anything: start-up is paid with every call. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptCode } from '../support/kept-code.ts';
import { createFolder } from './run-cli.ts';

const MAIN = join(import.meta.dirname, '../../src/cli/bin.js');

/** By the last of several runs over the same state. */
function listLoadedBy(runs: number, args: readonly string[]): readonly string[] {
  const folder = createFolder({ 'a.ts': 'export const a = 1;\n' });
  const scratch = createFolder();
  const state = createFolder();
  const hook = join(scratch, 'hook.mjs');
  const list = join(scratch, 'loaded.txt');
  writeFileSync(
    hook,
    `import { registerHooks } from 'node:module';
     import { writeFileSync } from 'node:fs';
     const loaded = [];
     registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
     process.on('exit', () => writeFileSync(${JSON.stringify(list)}, loaded.join('\\n')));`,
  );
  const run = () =>
    execFileSync(process.execPath, ['--import', hook, MAIN, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: scratch, CONSENSUS_REVIEW_STATE_DIR: state, ...keptCode() },
      stdio: 'ignore',
    });
  for (let i = 0; i < runs; i += 1) run();
  return readFileSync(list, 'utf8').split('\n');
}

const listLoaded = (...args: string[]): readonly string[] => listLoadedBy(1, args);

const HEAVY = /node_modules\/(?:zod|pg|@dbos-inc|@opentelemetry|pino|@ai-sdk|@ast-grep)\/|src\/report\/formats/u;

test.each([['--version'], ['index', '--format', 'json'], ['search', 'something', '--format', 'json']])(
  '%s loads neither formats of reports nor what models, fleets, telemetry and analyzers need',
  (...args) => {
    expect(listLoaded(...args).filter((url) => HEAVY.test(url))).toEqual([]);
  },
);

/** What only a run, its journal or its report needs; the grammar of all other commands too. */
const NOT_LISTED =
  /src\/(?:engine|reviewers|prompts|fleet|wiring\/(?!environment|own-modules))|src\/context\/(?!store\/state-dir)|src\/cli\/program|runs\/store\/(?:open-run|sqlite-journal|stored-value|prune-runs|run-store)|^node:(?:crypto|zlib)$/u;

test.each([['terminal'], ['markdown'], ['json']])('runs list -f %s loads what it shows, and little else', (format) => {
  const loaded = listLoaded('runs', 'list', '-f', format);
  expect(loaded.filter((url) => HEAVY.test(url) || NOT_LISTED.test(url))).toEqual([]);
  expect(loaded.length).toBeLessThan(70);
});

/** Models, fleets, audits, threads, other formats, and what writes an index when there is nothing to write. */
const NOT_OF_A_SMALL_RUN =
  /src\/(?:fleet|mcp|models|prompts|recon)\/|context\/(?:chunks|search)\/|store\/write-records|report\/(?:terminal|sarif)\/|report\/(?:pages\/)?audit-(?:parts|page|overview|checks|cells)|token-pool|portion-thread|memory-relief|^node:(?:v8|vm|worker_threads)$|node_modules\/(?:zod|yaml|pg|@dbos-inc|@opentelemetry|pino|@ai-sdk)\//u;
/** What counts tokens, keeps runs or analyzes. */
const NOT_OF_A_PLAN =
  /context\/token-|src\/runs\/|src\/reviewers\/|analyzers\/(?:flow|syntax)\/|node_modules\/(?:@ast-grep|@secretlint)\/|^node:zlib$/u;

test('plan of a folder that is known loads what plans, and little else', () => {
  const loaded = listLoadedBy(2, ['plan', '.', '--quiet']);
  expect(loaded.filter((url) => NOT_OF_A_SMALL_RUN.test(url) || NOT_OF_A_PLAN.test(url))).toEqual([]);
  expect(loaded.length).toBeLessThan(250);
});

test('review of a small file without a model loads what reviews it, and little else', () => {
  const loaded = listLoadedBy(2, ['review', '.', '--quiet', '--fail-on', 'never']);
  expect(loaded.filter((url) => NOT_OF_A_SMALL_RUN.test(url))).toEqual([]);
  expect(loaded.length).toBeLessThan(425);
});

test.each([
  ['src/cli/bin.js'],
  ['src/programs/private-folder.js'],
  ['src/wiring/analyzer-process.js'],
  ['src/wiring/kept-program.js'],
  ['src/wiring/own-modules.js'],
  ['src/wiring/v8-settings.js'],
])(
  '%s, loaded at every start, imports no module of Node: that would load streams and promises of files too',
  (path) => {
    expect(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')).not.toMatch(/^import .*'node:/mu);
  },
);
