/**
 * Lists the project files that an outlined file may import, by comparing paths and names: where a relative import leads, how the path of
 * a module ends, names of types, folders of Go packages; for Ruby all below app/ and lib/. Called by route-project.ts.
 */
import type { SourceOutline } from '../../ports/outline.ts';
import { directoryOf, joinPath, resolvePath } from '../../protocol/source/paths.ts';
import { familyOf } from './route-hints.ts';

/** Paths by their last part, without endings; a folder's own file goes by the name of the folder. */
export type FilesByName = ReadonlyMap<string, readonly string[]>;

export const groupByName = (paths: readonly string[]): FilesByName =>
  Map.groupBy(paths, (path) => stemOf(path).split('/').at(-1) ?? '');

const stemOf = (path: string): string =>
  path.replace(/\.[cm]?[jt]sx?$|\.\w+$/u, '').replace(/\/(?:index|__init__)$/u, '');

/** Of Ruby, which names no files, all of the application; of Go the folders of the packages. */
export function listImported(
  outline: SourceOutline,
  others: readonly string[],
  byName: FilesByName,
): readonly string[] {
  const { language, path, imports } = outline;
  if (language === 'ruby') return others.filter((other) => /(?:^|\/)(?:app|lib)\//u.test(other));
  if (language === 'go') return listPackages(path, imports, others);
  if (familyOf(language) === 'script' || language === 'python')
    return imports.flatMap(({ module, member }) =>
      endings(path, language, module, member).flatMap((end) => findEnding(end, byName)),
    );
  return listTypes(outline).flatMap((name) => byName.get(name) ?? []);
}

/** `module.exports.middleware = require('./middleware')`, `export * from './users'`. */
const PASSED_ON =
  /\b(?:exports(?:\.[\w$]+)?\s*=\s*require\(\s*|[\w$]+\s*:\s*require\(\s*|export\s[^;'"`]{0,500}\bfrom\s*)['"`]([^'"`]+)['"`]/gu;

/** Files that a script hands on to whoever imports it. */
export const listPassedOn = (
  { path, language }: SourceOutline,
  text: string,
  byName: FilesByName,
): readonly string[] =>
  familyOf(language) !== 'script'
    ? []
    : [...text.matchAll(PASSED_ON)].flatMap(([, module = '']) =>
        endings(path, language, module, null).flatMap((end) => findEnding(end, byName)),
      );

const findEnding = (end: string, byName: FilesByName): readonly string[] =>
  (byName.get(end.split('/').at(-1) ?? '') ?? []).filter((path) => `/${stemOf(path)}`.endsWith(`/${end}`));

/** How the paths end that an import may mean: `src/lib/db` of `./lib/db` in `src/`, `app/crud` of `from app import crud`. */
function endings(path: string, language: string, module: string, member: string | null): readonly string[] {
  const here = directoryOf(path);
  if (language !== 'python') {
    const plain = module.replace(/\.[cm]?jsx?$/u, '');
    if (module.startsWith('.')) return [resolvePath(here, plain) ?? ''].filter((base) => base !== '');
    const parts = plain.split('/');
    return parts.length < 2
      ? []
      : [
          parts
            .slice(-2)
            .join('/')
            .replace(/^[@~#]\//u, ''),
        ];
  }
  const dots = /^\.*/u.exec(module)?.[0].length ?? 0;
  const rest = module.slice(dots).replaceAll('.', '/');
  const above = dots > 1 ? (resolvePath(here, '../'.repeat(dots - 1)) ?? '') : here;
  const base = dots > 0 ? (rest === '' ? above : joinPath(above, rest)) : rest.split('/').slice(-2).join('/');
  return [base, ...(member === null ? [] : [joinPath(base, member)])].filter((each) => each !== '');
}

/** Classes of one package need no import; Kotlin makes their objects by a plain call. */
const listTypes = ({ language, imports, bindings, functions, classes, calls }: SourceOutline): readonly string[] => [
  ...(language === 'kotlin' ? calls.map(({ callee }) => callee).filter((callee) => /^[A-Z]\w*$/u.test(callee)) : []),
  ...imports.flatMap(({ member, module }) => [member ?? '', module.split(/[/\\.]/u).at(-1) ?? '']),
  ...bindings.map(({ type }) => type ?? ''),
  ...functions.flatMap(({ parameters }) => parameters.map(({ type }) => type ?? '')),
  ...classes.flatMap(({ bases }) => bases),
];

function listPackages(path: string, imports: SourceOutline['imports'], others: readonly string[]): readonly string[] {
  const here = directoryOf(path);
  const ends = new Set(imports.map(({ module }) => module.split('/').slice(-2).join('/')));
  return others.filter((other) => {
    const folder = directoryOf(other);
    const end = folder.split('/').slice(-2).join('/');
    return folder === here || ends.has(end) || [...ends].some((each) => each.endsWith(`/${folder}`));
  });
}
