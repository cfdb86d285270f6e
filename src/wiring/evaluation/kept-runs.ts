/**
 * Reads and appends the file in which `evaluate` keeps the result of each reviewed change, one JSON line with its key, so that an
 * interrupted evaluation goes on. Lines cut by a kill and failed reviews are ignored; labels of the dataset are not kept. Called by
 * cli/commands/evaluate-command.ts.
 */
import { appendFile, readFile } from 'node:fs/promises';
import type { EvaluatedRun } from '../../protocol/evaluation/score.ts';
import { isJsonObject } from '../../protocol/text/json-object.ts';

export interface KeptRuns {
  readonly kept: ReadonlyMap<string, EvaluatedRun>;
  readonly keep: (key: string, run: EvaluatedRun) => Promise<void>;
}

const readLine = (line: string): { readonly key: string; readonly run: EvaluatedRun } | null => {
  try {
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value) || typeof value.key !== 'string' || !isJsonObject(value.run)) return null;
    return { key: value.key, run: value.run as unknown as EvaluatedRun };
  } catch {
    return null;
  }
};

/** Null: nothing is kept. A review that failed is tried again. */
export async function openKeptRuns(path: string | null): Promise<KeptRuns> {
  if (path === null) return { kept: new Map(), keep: async () => undefined };
  const text = await readFile(path, 'utf8').catch(() => '');
  const rows = text.split('\n').flatMap((line) => readLine(line) ?? []);
  const isCut = text !== '' && !text.endsWith('\n');
  if (isCut) await appendFile(path, '\n');
  return {
    kept: new Map(rows.filter(({ run }) => run.error === null).map(({ key, run }) => [key, run])),
    keep: (key, run) => appendFile(path, `${JSON.stringify({ key, run })}\n`),
  };
}
