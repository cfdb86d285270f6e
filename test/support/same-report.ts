/** Runs of the same files, made comparable: every format of a report without the id and the times of its run. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORMAT_NAMES } from '../../src/protocol/config/config-names.ts';
import { createFolder, writeFiles } from '../e2e/run-cli.ts';

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?/gu;
const BRANCH = /\bbr_[0-9a-f]{8}\b/gu;

/** What a run is told, so that it writes every format beside its report. */
export const formatFlags = (folder: string): readonly string[] =>
  FORMAT_NAMES.flatMap((format) => ['-o', `${format}=${join(folder, format)}`]);

/**
 * Events tell what happened when: agents work side by side, so their order is a time, and progress is told every so many
 * milliseconds. Everything else that is told must be the same.
 */
const readFormat = (folder: string, format: string): string => {
  const text = readFileSync(join(folder, format), 'utf8').replace(TIME, 'TIME').replace(BRANCH, 'BRANCH');
  if (format !== 'jsonl') return text;
  return text
    .split('\n')
    .filter((line) => !line.includes('"status":"progress"'))
    .map((line) => line.replace(/^\{"seq":\d+,/u, '{'))
    .sort()
    .join('\n');
};

/** All formats in one text. */
export function readFormats(folder: string): string {
  const { run } = JSON.parse(readFileSync(join(folder, 'json'), 'utf8')) as { run: { id: string } };
  return FORMAT_NAMES.map((format) => `== ${format}\n${readFormat(folder, format)}`)
    .join('\n')
    .replaceAll(run.id, 'RUN')
    .replaceAll(folder, 'OUT');
}

/** A repository of its own with these files, made in this order. */
export function createCopy(files: Readonly<Record<string, string>>, isReversed: boolean): string {
  const folder = createFolder();
  const entries = Object.entries(files);
  for (const [path, text] of isReversed ? entries.toReversed() : entries) writeFiles(folder, { [path]: text });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  return folder;
}
