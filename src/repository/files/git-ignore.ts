/**
 * Reads the `.gitignore` files of a folder and of the folders above it, and tells whether they ignore a path, nearest rule first, as
 * git does. The user's global ignore file is not part of the repository and is not read. Called by walk.ts and folder.ts.
 */
import ignore, { type Ignore } from 'ignore';
import { boundPatterns } from './bound-patterns.ts';
import { readSmallText } from './contained-read.ts';

interface Layer {
  /** Folder of the rules, relative to the base and ending in `/`, or ''. */
  readonly prefix: string;
  readonly rules: Ignore;
}

/** Rules that hold in one folder. */
export interface IgnoreLayers {
  readonly layers: readonly Layer[];
}

export const NO_IGNORE: IgnoreLayers = { layers: [] };

/** Nearer rules win over farther ones. */
export function addRules(above: IgnoreLayers, folder: string, text: string): IgnoreLayers {
  return {
    layers: [{ prefix: folder === '' ? '' : `${folder}/`, rules: ignore().add(boundPatterns(text)) }, ...above.layers],
  };
}

/** The text of a `.gitignore`, by its path from the base of the rules; null where there is none. */
export type ReadRules = (path: string) => Promise<string | null>;

export const readRulesIn =
  (base: string): ReadRules =>
  (path) =>
    readSmallText(base, path);

/** The rules above with those of the folder's own `.gitignore`, if it has one. */
export async function enterFolder(read: ReadRules, folder: string, above: IgnoreLayers): Promise<IgnoreLayers> {
  const text = await read(folder === '' ? '.gitignore' : `${folder}/.gitignore`);
  return text === null ? above : addRules(above, folder, text);
}

/** `path` is relative to the base; a folder ends in `/`. */
export function isGitIgnored(path: string, { layers }: IgnoreLayers): boolean {
  for (const { prefix, rules } of layers) {
    const inside = path.slice(prefix.length);
    const verdict = rules.test(inside);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}
