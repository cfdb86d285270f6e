/**
 * Reads from a folder the files that outputs of agents cite, so that their quotes can be checked (REV-26): from output texts to file
 * texts by path, without files that are missing, binary or outside the folder. Called by cli/commands/collect-command.ts.
 */
import { listCitedFiles } from '../engine/collect.ts';
import { createRepository } from '../repository/repository.ts';
import { type Environment, resolveConfig } from './config.ts';

/** Texts by the path an output names; without what does not exist there, is no text or lies outside. */
export async function readCitedCode(
  root: string,
  outputs: readonly string[],
  environment: Environment,
): Promise<ReadonlyMap<string, string>> {
  const { maxFileBytes } = resolveConfig({ files: [], env: {}, flags: {} });
  await using repository = await createRepository(
    environment.PATH === undefined ? { root } : { root, searchPath: environment.PATH },
  );
  const snapshot = await repository.open({ kind: 'all' }, { include: [], exclude: [], ignoreLines: [], maxFileBytes });
  const texts = new Map<string, string>();
  for (const path of listCitedFiles(outputs)) {
    const read = await snapshot.read(path);
    if (read.kind === 'text') texts.set(path, read.text);
  }
  return texts;
}
