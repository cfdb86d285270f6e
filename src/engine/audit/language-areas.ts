/**
 * Sorts the files of a project into language families (such as TypeScript with JavaScript) and counts the lines of each, so that
 * agents can share the work by language (AUD-10). A file without one goes with the nearest folder. Pure. Called by plan-audit.ts.
 */

import type { IndexedFile } from '../../ports/file-index.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { LanguageShare } from '../../protocol/rounds/distribute-dimensions.ts';
import { isSourceLanguage } from '../../protocol/source/language.ts';
import { directoryOf, foldersUpward } from '../../protocol/source/paths.ts';

/** Languages that call each other in one project are one area. */
const FAMILIES: Readonly<Record<string, string>> = {
  typescript: 'script',
  tsx: 'script',
  javascript: 'script',
  vue: 'script',
  svelte: 'script',
  astro: 'script',
  java: 'jvm',
  kotlin: 'jvm',
  scala: 'jvm',
  c: 'c',
  cpp: 'c',
  'objective-c': 'c',
};

/** Templates and queries belong to the code beside them. */
const HOSTED_LANGUAGES = new Set(['template', 'sql']);

const familyOf = ({ language }: Pick<IndexedFile, 'language'>): string | null =>
  language === null || HOSTED_LANGUAGES.has(language) || !isSourceLanguage(language)
    ? null
    : (FAMILIES[language] ?? language);

export interface LanguageAreas {
  readonly shares: readonly LanguageShare[];
  /** Manifests, settings and documents go with the language of the nearest folder that has one. */
  areaOf(path: string): string | null;
}

export function mapLanguages(files: readonly Pick<IndexedFile, 'path' | 'language' | 'loc'>[]): LanguageAreas {
  const own = new Map<string, string>();
  const totals = new Map<string, number>();
  const byFolder = new Map<string, Map<string, number>>();
  for (const file of files) {
    const family = familyOf(file);
    if (family === null) continue;
    own.set(file.path, family);
    totals.set(family, (totals.get(family) ?? 0) + file.loc);
    for (const folder of foldersOf(file.path)) {
      const counts = getOrAdd(byFolder, folder, () => new Map<string, number>());
      counts.set(family, (counts.get(family) ?? 0) + file.loc);
    }
  }
  return {
    shares: [...totals].map(([language, loc]) => ({ language, loc })),
    areaOf: (path) => {
      const known = own.get(path);
      if (known !== undefined) return known;
      const folder = foldersOf(path).find((each) => byFolder.has(each));
      return folder === undefined ? null : largestOf(byFolder.get(folder) ?? new Map());
    },
  };
}

const largestOf = (counts: ReadonlyMap<string, number>): string | null =>
  [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? null;

/** From the file's own folder up to the root, which is the empty name. */
const foldersOf = (path: string): readonly string[] => foldersUpward(directoryOf(path));
