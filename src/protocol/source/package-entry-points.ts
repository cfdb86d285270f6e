/**
 * Lists the entry files that a package.json names (main, module, types, exports), without extension, and for such a built file
 * (`dist/index`) the paths its source may have (`index`, `src/index`). Called by recon/exported-apis.ts and
 * analyzers/source-text/entry-points.ts; `dropScriptEnding` also by analyzers/duplication/duplication.ts.
 */
import type { JsonObject } from '../text/json-object.ts';

const BUILD_FOLDER = /^(?:dist|lib|build|out|esm|cjs|es)(?:\/(?:esm|cjs|es))?\//u;

/** `a.mjs` and `a.d.ts` are `a`. */
export const dropScriptEnding = (path: string): string => path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/u, '');

/** What the manifest names, relative to its folder. */
export const listPackageEntryPoints = ({ main, module, types, exports }: JsonObject): readonly string[] =>
  collectTexts([main, module, types, exports]).map((target) => dropScriptEnding(target.replace(/^\.\//u, '')));

/** Where the source of an entrance may lie: where it is named, or outside the folder of what is built. */
export const listSourcesOf = (entrance: string): readonly string[] => [
  entrance,
  entrance.replace(BUILD_FOLDER, ''),
  entrance.replace(BUILD_FOLDER, 'src/'),
];

function collectTexts(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 6) return [];
  return Object.values(value).flatMap((inner) => collectTexts(inner, depth + 1));
}
