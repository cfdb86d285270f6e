/** Stand-ins for external programs, which print what the real ones printed, and where the real ones are. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { type AnalyzerHost, BARE_HOST } from '../../src/analyzers/declaration.ts';
import type { Analyzer, SourceFile } from '../../src/ports/analyzer.ts';
import { findProgram } from '../../src/programs/external-process.ts';
import { createMemoryRepository } from '../../src/testing/memory-repository.ts';
import { runsInstalled } from '../tier.ts';
import { RULES } from './temporary-repository.ts';

const root = join(import.meta.dirname, '../..');

/** Where tests look for installed programs: what `.ci/run` installed, then the search path. */
export const SEARCH_PATH: string = [
  ...['.cache/semgrep/bin', '.cache/bandit/bin'].map((folder) => join(root, folder)),
  process.env.PATH ?? '',
].join(delimiter);

/** And to be run: `npm test` leaves programs of others alone. */
export const isInstalled = (name: string): boolean => runsInstalled && findProgram(name, SEARCH_PATH, '/none') !== null;

/** A folder with programs, written in shell; `@` in what `print` is given becomes the folder they run in. */
export interface ToolFolder {
  readonly path: string;
  program(name: string, body: string): void;
  /** A program that answers `version` with a number and everything else with a recorded text. */
  recorded(name: string, output: string, version?: string): void;
}

export function createToolFolder(): ToolFolder {
  const path = mkdtempSync(join(tmpdir(), 'external-tools-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  const program = (name: string, body: string): void => {
    writeFileSync(join(path, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(path, name), 0o755);
  };
  return {
    path,
    program,
    recorded(name, output, version = '1.2.3') {
      writeFileSync(join(path, `${name}.txt`), output);
      const print = `sed "s|@|$PWD|g" ${join(path, `${name}.txt`)}`;
      program(name, `case "$*" in *version*) echo ${name} ${version};; *) ${print};; esac`);
    },
  };
}

/** A host that finds what is installed on this machine. */
export const REAL_HOST: AnalyzerHost = { ...BARE_HOST, root: '/none', searchPath: SEARCH_PATH };

/** A host that finds the programs of a folder, and the shell they are written in. */
export const hostWith = (folder: string): AnalyzerHost => ({ ...REAL_HOST, searchPath: `${folder}:/usr/bin:/bin` });

/** A folder with one program, gone with the test. */
export function createToolFolderWith(body: string, name: string): string {
  const path = mkdtempSync(join(tmpdir(), 'external-tool-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  writeFileSync(`${path}/${name}`, `#!/bin/sh\n${body}\n`);
  chmodSync(`${path}/${name}`, 0o755);
  return path;
}

/** What the analyzer finds in a small project, given the files it takes. */
export async function scanWith(analyzer: Analyzer, files: Readonly<Record<string, string>>) {
  const snapshot = await createMemoryRepository(files).open({ kind: 'all' }, RULES);
  const sources: SourceFile[] = [];
  for await (const entry of snapshot.entries())
    if (entry.kind === 'file' && analyzer.accepts(entry.path, entry.language, analyzer.reviewers[0] ?? ''))
      sources.push({ ...entry, text: files[entry.path] ?? '' });
  return analyzer.scan(sources, snapshot, new AbortController().signal);
}
