/**
 * Reads and appends the files in which `evaluate` keeps the result of each reviewed change, and the answers of a judge, one JSON line
 * with its key, so that an interrupted evaluation goes on. Lines cut by a kill and failed reviews are ignored; labels of the dataset
 * are not kept. Called by cli/commands/evaluate-command.ts.
 */
import { appendFile, readFile } from 'node:fs/promises';
import type { Pair } from '../../protocol/evaluation/judgement.ts';
import type { EvaluatedRun } from '../../protocol/evaluation/score.ts';
import { isJsonObject } from '../../protocol/text/json-object.ts';

export interface Kept<T> {
  readonly kept: ReadonlyMap<string, T>;
  readonly keep: (key: string, value: T) => Promise<void>;
}

/** What a line keeps under `field`; null where it is cut or keeps something else. */
function readLine(line: string, field: string): readonly [key: string, value: unknown] | null {
  try {
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value) || typeof value.key !== 'string' || typeof value[field] !== 'object') return null;
    return value[field] === null ? null : [value.key, value[field]];
  } catch {
    return null;
  }
}

/** Null: nothing is kept. */
async function openLines<T>(path: string | null, field: string): Promise<Kept<T>> {
  if (path === null) return { kept: new Map(), keep: async () => undefined };
  const text = await readFile(path, 'utf8').catch(() => '');
  const rows = text.split('\n').flatMap((line) => {
    const row = readLine(line, field);
    return row === null ? [] : [row as readonly [string, T]];
  });
  const isCut = text !== '' && !text.endsWith('\n');
  if (isCut) await appendFile(path, '\n');
  return {
    kept: new Map(rows),
    keep: (key, value) => appendFile(path, `${JSON.stringify({ key, [field]: value })}\n`),
  };
}

/** A review that failed is tried again. */
export async function openKeptRuns(path: string | null): Promise<Kept<EvaluatedRun>> {
  const { kept, keep } = await openLines<EvaluatedRun>(path, 'run');
  return { kept: new Map([...kept].filter(([, { error }]) => error === null)), keep };
}

export const openKeptPairs = (path: string | null): Promise<Kept<readonly Pair[]>> => openLines(path, 'pairs');
