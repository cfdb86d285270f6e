/**
 * Opens a static embedding model from a folder that the user named: one `*.safetensors` file and one tokenizer file, there or in the
 * folders `weights` and `tokenizers`, as the wordllama package has them. Nothing is downloaded. Called by wiring/open-embedding.ts.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReviewError } from '../../errors.ts';
import type { VectorModel } from '../../ports/context-store.ts';
import { readMatrix } from './safetensors.ts';
import { createStaticModel } from './static-model.ts';
import { createWordCutter } from './word-pieces.ts';

/** Part of the identity of vectors: another way to make them makes others. */
const METHOD = 'mean-1';
const FOLDERS = ['', 'weights', 'tokenizers'];

function findFile(folder: string, pattern: RegExp): string {
  const found = FOLDERS.flatMap((part) => {
    try {
      return readdirSync(join(folder, part))
        .filter((name) => pattern.test(name))
        .map((name) => join(folder, part, name));
    } catch {
      return [];
    }
  });
  const [file] = found;
  if (file === undefined || found.length > 1)
    throw new Error(`expected one file ${pattern.source}, found ${found.length}`);
  return file;
}

function refuse(name: string, cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new ReviewError('bad-config', `embedding_model ${name}: ${reason}.`, {
    cause,
    advice: 'Name a folder with one .safetensors file and its tokenizer.json. See docs/search.md.',
  });
}

/** `name` is what the user wrote. Throws a `ReviewError` that says what is missing. */
export function openStaticModel(folder: string, name: string): VectorModel {
  try {
    const weights = readFileSync(findFile(folder, /\.safetensors$/u));
    const tokenizer = readFileSync(findFile(folder, /(?:^tokenizer|_tokenizer|_tokenizer_config)\.json$/u));
    const id = createHash('sha256').update(METHOD).update(weights).update(tokenizer).digest('hex');
    return createStaticModel(readMatrix(weights), createWordCutter(JSON.parse(tokenizer.toString('utf8'))), {
      name,
      id,
    });
  } catch (error) {
    return refuse(name, error);
  }
}
