/**
 * Opens what `embedding_model` names: `static/FOLDER` is a table of vectors on this machine, everything else a model of a provider.
 * A wrong name throws at once. Called by agent-tools.ts, cli/commands/search-command.ts and cli/commands/mcp-command.ts.
 */
import { isAbsolute } from 'node:path';
import type { Embedder } from '../context/search/hybrid-search.ts';
import { ReviewError } from '../errors.ts';
import type { VectorModel } from '../ports/context-store.ts';
import type { Environment } from './config.ts';

const STATIC = 'static/';

/** Whether the model works in this process: then nothing leaves. */
export const isStatic = (name: string): boolean => name.startsWith(STATIC);

export async function openEmbedding(
  name: string | null,
  environment: Environment,
): Promise<Embedder | VectorModel | null> {
  if (name === null) return null;
  if (!isStatic(name)) return (await import('../models/create-embedder.ts')).createEmbedder(name, environment);
  const folder = name.slice(STATIC.length);
  if (!isAbsolute(folder))
    throw new ReviewError('bad-config', `embedding_model ${name}: ${JSON.stringify(folder)} is no absolute path.`, {
      advice: 'Write `static/` and the whole path of the folder, as in `static//home/me/wordllama`.',
    });
  return (await import('../context/vectors/open-static-model.ts')).openStaticModel(folder, name);
}
