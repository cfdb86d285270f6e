/**
 * Finds the files of the project that an import means, for each language's way of naming modules (paths, packages, workspaces,
 * tsconfig aliases). Pure; knows paths and manifests, reads nothing. Used by project-symbols.ts and analyzers/project-flow/.
 */

import type { SourceOutline } from '../ports/outline.ts';
import { append, getOrAdd } from '../protocol/collections/get-or-add.ts';
import { directoryOf, foldersUpward, joinPath, resolvePath } from '../protocol/source/paths.ts';

export interface ModuleTarget {
  readonly file: SourceOutline;
  /** The imported member is this whole file: `from app import views`. */
  readonly isMember: boolean;
}

export interface ModuleFinder {
  find(from: SourceOutline, module: string, member: string | null): readonly ModuleTarget[];
  /** The other files of the same package. */
  siblings(file: SourceOutline): readonly SourceOutline[];
}

const SCRIPT_ENDINGS = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts'].flatMap((ending) =>
  ending === '' ? [''] : [ending, `/index${ending}`],
);
const SCRIPTS = new Set(['javascript', 'typescript', 'tsx']);

/** A row of `paths` in a tsconfig.json: modules that begin so lie below these folders. */
interface PathAlias {
  readonly folder: string;
  readonly prefix: string;
  readonly targets: readonly string[];
}

interface ProjectPaths {
  readonly byPath: ReadonlyMap<string, SourceOutline>;
  readonly packages: ReadonlyMap<string, readonly SourceOutline[]>;
  readonly workspaces: ReadonlyMap<string, string>;
  readonly aliases: readonly PathAlias[];
  readonly goModules: readonly (readonly [name: string, folder: string])[];
}

/** `manifests`: texts of package.json, tsconfig.json and go.mod by path. */
export function createModuleFinder(
  outlines: readonly SourceOutline[],
  manifests: ReadonlyMap<string, string>,
): ModuleFinder {
  const finder = createGrowingFinder(manifests);
  for (const outline of outlines) finder.add(outline);
  return finder;
}

/** Knows the files that were added so far. */
export function createGrowingFinder(
  manifests: ReadonlyMap<string, string>,
): ModuleFinder & { add(file: SourceOutline): void } {
  const byPath = new Map<string, SourceOutline>();
  const packages = new Map<string, SourceOutline[]>();
  const paths: ProjectPaths = {
    byPath,
    packages,
    workspaces: readWorkspaces(manifests),
    aliases: readPathAliases(manifests),
    goModules: readGoModules(manifests),
  };
  const known = new Map<string, readonly ModuleTarget[]>();
  return {
    add(file) {
      byPath.set(file.path, file);
      append(packages, packageKey(file), file);
      known.clear();
    },
    find(from, module, member) {
      const key = `${directoryOf(from.path)}\n${from.language}\n${module}\n${member ?? ''}`;
      return getOrAdd(known, key, () => findModule(paths, from, module, member));
    },
    siblings: (file) => (paths.packages.get(packageKey(file)) ?? []).filter((each) => each !== file),
  };
}

function findModule(
  paths: ProjectPaths,
  from: SourceOutline,
  module: string,
  member: string | null,
): readonly ModuleTarget[] {
  if (SCRIPTS.has(from.language)) return findScript(paths, from, module);
  if (from.language === 'python') return findPython(paths, from, module, member);
  if (from.language === 'go') return findGo(paths, module);
  if (from.language === 'rust') return findRust(paths, from, module, member);
  if (from.language === 'php' && member === null) return findIncluded(paths, from, module);
  return findPackaged(paths, from, module, member);
}

function target({ byPath }: ProjectPaths, path: string | null, isMember = false): readonly ModuleTarget[] {
  const file = path === null ? undefined : byPath.get(path);
  return file ? [{ file, isMember }] : [];
}

function findScript(paths: ProjectPaths, from: SourceOutline, module: string): readonly ModuleTarget[] {
  const bases = module.startsWith('.')
    ? [resolvePath(directoryOf(from.path), module) ?? '..']
    : [...configuredBases(paths, from, module), ...aliasBases(from, module), ...workspaceBases(paths, module)];
  const candidates = bases.flatMap((base) => [base, base.replace(/\.[cm]?jsx?$/u, '')]);
  for (const base of candidates)
    for (const ending of SCRIPT_ENDINGS) {
      const found = target(paths, `${base}${ending}`);
      if (found.length > 0) return found;
    }
  return [];
}

const configuredBases = ({ aliases }: ProjectPaths, from: SourceOutline, module: string): readonly string[] =>
  aliases
    .filter(({ folder, prefix }) => (folder === '' || from.path.startsWith(`${folder}/`)) && module.startsWith(prefix))
    .flatMap(({ prefix, targets }) => targets.map((each) => `${each}${module.slice(prefix.length)}`));

/** By custom `@/` is the folder of the sources: of the project around, the nearest first. */
function aliasBases(from: SourceOutline, module: string): readonly string[] {
  const rest = /^[@~#]\/(.+)$/u.exec(module)?.[1];
  if (rest !== undefined)
    return foldersUpward(directoryOf(from.path)).flatMap((folder) =>
      [`src/${rest}`, rest, `app/${rest}`].map((each) => joinPath(folder, each)),
    );
  return module.includes('/') ? [module, `src/${module}`] : [];
}

const workspaceBases = ({ workspaces }: ProjectPaths, module: string): readonly string[] =>
  [...workspaces]
    .filter(([name]) => module === name || module.startsWith(`${name}/`))
    .flatMap(([name, folder]) => {
      const rest = module.slice(name.length + 1);
      return (rest === '' ? ['src/index', 'index'] : [rest, `src/${rest}`]).map((each) => joinPath(folder, each));
    });

function findPython(
  paths: ProjectPaths,
  from: SourceOutline,
  module: string,
  member: string | null,
): readonly ModuleTarget[] {
  const dots = /^\.*/u.exec(module)?.[0].length ?? 0;
  const rest = module.slice(dots).replaceAll('.', '/');
  const above = foldersUpward(directoryOf(from.path));
  for (const folder of dots > 0 ? [above[dots - 1] ?? ''] : [...above, 'src']) {
    const base = rest === '' ? folder : joinPath(folder, rest);
    const asMember = member === null ? [] : [joinPath(base, `${member}.py`), joinPath(base, `${member}/__init__.py`)];
    const found = [
      ...asMember.flatMap((path) => target(paths, path, true)),
      ...[`${base}.py`, joinPath(base, '__init__.py')].flatMap((path) => target(paths, path)),
    ];
    if (found[0]) return [found[0]];
  }
  return [];
}

function findGo({ goModules, packages }: ProjectPaths, module: string): readonly ModuleTarget[] {
  for (const [name, folder] of goModules) {
    if (module !== name && !module.startsWith(`${name}/`)) continue;
    const inside = joinPath(folder, module.slice(name.length + 1)).replace(/\/$/u, '');
    const found = packages.get(`go ${inside}`) ?? [];
    if (found.length > 0) return found.map((file) => ({ file, isMember: false }));
  }
  return [];
}

/** `crate::a::b`, `self::a`, `super::a`: a file of that name, or the folder's `mod.rs`. Of other crates nothing is known. */
function findRust(
  paths: ProjectPaths,
  from: SourceOutline,
  module: string,
  member: string | null,
): readonly ModuleTarget[] {
  const [root = '', ...rest] = module.split('::');
  const own = moduleFolder(from.path);
  const bases = rustBases(from, root, own);
  const inner = rest.filter((part) => part !== 'self' && part !== 'super').join('/');
  for (const base of bases) {
    const folder = joinPath(base, inner).replace(/\/$/u, '');
    const found = [
      ...(member === null ? [] : rustFiles(paths, joinPath(folder, member), true)),
      ...(inner === '' ? [] : rustFiles(paths, folder, false)),
    ];
    if (found[0]) return [found[0]];
  }
  return [];
}

/** The folder in which the modules below a file lie: `src/api` for `src/api.rs` and for `src/api/mod.rs`. */
const moduleFolder = (path: string): string =>
  /(?:^|\/)(?:mod|main|lib)\.rs$/u.test(path) ? directoryOf(path) : path.replace(/\.rs$/u, '');

function rustBases(from: SourceOutline, root: string, own: string): readonly string[] {
  if (root === 'crate') {
    const above = foldersUpward(directoryOf(from.path));
    return [...above.filter((folder) => /(?:^|\/)src$/u.test(folder)), ...above];
  }
  if (root === 'self') return [own, directoryOf(from.path)];
  return root === 'super' ? [directoryOf(own)] : [];
}

const rustFiles = (paths: ProjectPaths, base: string, isMember: boolean): readonly ModuleTarget[] =>
  [`${base}.rs`, `${base}/mod.rs`].flatMap((path) => target(paths, path, isMember));

function findPackaged(
  { packages }: ProjectPaths,
  from: SourceOutline,
  module: string,
  member: string | null,
): readonly ModuleTarget[] {
  const find = (packageName: string, className: string | null): readonly ModuleTarget[] =>
    (packages.get(`${from.language} ${packageName}`) ?? [])
      .filter(
        ({ classes }) => className === null || className === '*' || classes.some(({ name }) => name === className),
      )
      .map((file) => ({ file, isMember: false }));
  const found = find(module, member);
  // `import static com.acme.Shell.run`: what is named as the module is a class.
  const [, packageName, className] = /^(.+)\.(\w+)$/u.exec(module) ?? [];
  return found.length > 0 || packageName === undefined ? found : find(packageName, className ?? null);
}

function findIncluded(paths: ProjectPaths, from: SourceOutline, module: string): readonly ModuleTarget[] {
  const plain = module.replace(/^\/+/u, '');
  const places = [directoryOf(from.path), ''].map((folder) => resolvePath(folder, plain));
  return places.flatMap((path) => target(paths, path)).slice(0, 1);
}

const packageKey = (file: SourceOutline): string =>
  file.language === 'go' ? `go ${directoryOf(file.path)}` : `${file.language} ${file.packageName}`;

/** Package names of a workspace and their folders, from the manifests. */
function readWorkspaces(manifests: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [path, text] of manifests) {
    const name = path.endsWith('package.json') ? /"name"\s*:\s*"([^"]+)"/u.exec(text.slice(0, 5_000))?.[1] : undefined;
    if (name !== undefined) found.set(name, directoryOf(path));
  }
  return found;
}

function readPathAliases(manifests: ReadonlyMap<string, string>): readonly PathAlias[] {
  return [...manifests]
    .flatMap(([path, text]) => {
      if (!/(?:^|\/)[jt]sconfig[\w.-]*\.json$/u.test(path)) return [];
      const folder = directoryOf(path);
      const base = resolvePath(folder, /"baseUrl"\s*:\s*"([^"]+)"/u.exec(text)?.[1] ?? '.') ?? folder;
      const rows = /"paths"\s*:\s*\{([^}]*)\}/u.exec(text)?.[1] ?? '';
      return [...rows.matchAll(/"([^"*]+)\*?"\s*:\s*\[([^\]]*)\]/gu)].map(([, prefix = '', list = '']) => ({
        folder,
        prefix,
        targets: [...list.matchAll(/"([^"*]+)\*?"/gu)].flatMap(([, to = '']) => resolveTarget(base, to)),
      }));
    })
    .toSorted((a, b) => b.folder.length - a.folder.length || b.prefix.length - a.prefix.length);
}

/** With the slash at its end, which joins it to what follows. */
function resolveTarget(base: string, target: string): readonly string[] {
  const path = resolvePath(base, target);
  return path === null ? [] : [target.endsWith('/') && path !== '' ? `${path.replace(/\/$/u, '')}/` : path];
}

function readGoModules(manifests: ReadonlyMap<string, string>): readonly (readonly [name: string, folder: string])[] {
  return [...manifests]
    .flatMap(([path, text]) => {
      const name = /(?:^|\/)go\.mod$/u.test(path) ? /^module\s+(\S+)/mu.exec(text.slice(0, 5_000))?.[1] : undefined;
      return name === undefined ? [] : [[name, directoryOf(path)] as const];
    })
    .toSorted((a, b) => b[0].length - a[0].length);
}
