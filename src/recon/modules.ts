/**
 * Groups the files of a project into modules (packages and the folders below them), with their lines and languages. Called by
 * survey-project.ts.
 */
import { directoryOf } from '../protocol/source/paths.ts';
import { compareText } from '../protocol/text/compare-text.ts';
import type { ReconModule } from './recon.ts';

export interface CountedFile {
  readonly path: string;
  readonly language: string | null;
  readonly loc: number;
}

const PACKAGE =
  /(?:^|\/)(?:package\.json|go\.mod|pyproject\.toml|setup\.py|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|[\w.-]+\.csproj|Cargo\.toml|requirements\.txt)$/u;
const CONTAINER = /^(?:src|lib|app|apps|packages|services|internal|pkg|cmd|modules|main)$/u;

/** The nearest package, then one folder in it, or two where the first only holds others. */
export function moduleOf(path: string, packages: ReadonlySet<string>): string {
  const folders = directoryOf(path)
    .split('/')
    .filter((part) => part !== '');
  let depth = folders.length;
  while (depth > 0 && !packages.has(folders.slice(0, depth).join('/'))) depth -= 1;
  let end = depth;
  while (end < folders.length && end < depth + 3) {
    end += 1;
    if (!CONTAINER.test(folders[end - 1] ?? '')) break;
  }
  return folders.slice(0, end).join('/');
}

export const findPackages = (paths: Iterable<string>): ReadonlySet<string> =>
  new Set([...paths].filter((path) => PACKAGE.test(path)).map(directoryOf));

export function groupModules(files: readonly CountedFile[], packages: ReadonlySet<string>): readonly ReconModule[] {
  const groups = new Map<string, { files: number; loc: number; languages: Map<string, number> }>();
  for (const { path, language, loc } of files) {
    const name = moduleOf(path, packages);
    const group = groups.get(name) ?? { files: 0, loc: 0, languages: new Map<string, number>() };
    groups.set(name, group);
    group.files += 1;
    group.loc += loc;
    if (language !== null) group.languages.set(language, (group.languages.get(language) ?? 0) + loc);
  }
  return [...groups]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([path, { files: count, loc, languages }]) => ({
      path,
      files: count,
      loc,
      languages: rankLanguages(languages),
    }));
}

export const rankLanguages = (languages: ReadonlyMap<string, number>): readonly string[] =>
  [...languages].toSorted(([a, x], [b, y]) => y - x || compareText(a, b)).map(([name]) => name);
