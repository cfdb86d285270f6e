/**
 * Builds from the imports of all files of a language family which files can reach each other: groups joined by imports in any direction,
 * and the importers of a file. A module found nowhere is matched by its name, so that no link is missed. Used by linked-files.ts.
 */
import type { FileLinks } from '../../ports/open-flow.ts';
import type { SourceOutline } from '../../ports/outline.ts';
import { append, getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { directoryOf } from '../../protocol/source/paths.ts';
import type { ModuleFinder } from '../../recon/module-finder.ts';

/** Files that pass on what others import through them. */
const MAX_PASSED = 4;

export class ImportGraph {
  readonly #finder: ModuleFinder;
  readonly #importers = new Map<string, string[]>();
  /** Whatever a manifest names, in quotes: packages of others among it. */
  readonly #packages: ReadonlySet<string>;
  readonly #links: ReadonlyMap<string, FileLinks>;
  /** Python files that a module may mean which is found nowhere, by that module. */
  readonly #elsewhere = new Map<string, readonly string[]>();
  readonly #joinedFolders = new Set<string>();
  /** Union of files by imports: each names another of its group, the last itself. */
  readonly #groups = new Map<string, string>();

  /** `stubs` are the files that are known by path alone. */
  constructor(
    links: ReadonlyMap<string, FileLinks>,
    stubs: ReadonlyMap<string, SourceOutline>,
    { finder, manifests }: { readonly finder: ModuleFinder; readonly manifests: ReadonlyMap<string, string> },
  ) {
    this.#finder = finder;
    this.#packages = new Set([...manifests.values()].flatMap((text) => text.match(QUOTED) ?? []));
    this.#links = links;
    const byName = Map.groupBy(links.keys(), nameOf);
    const byFolder = Map.groupBy(links.keys(), directoryOf);
    for (const [path, { isDynamic, isLoose }] of links) {
      for (const target of this.#targetsOf(path, stubs, byName)) this.#link(path, target);
      if (isDynamic) this.#joinFolder(path, byFolder);
      if (isLoose) this.#join(path, LOOSE);
    }
  }

  #targetsOf(
    path: string,
    stubs: ReadonlyMap<string, SourceOutline>,
    byName: ReadonlyMap<string, readonly string[]>,
  ): readonly string[] {
    const stub = stubs.get(path);
    if (!stub) return [];
    return (this.#links.get(path)?.modules ?? []).flatMap(({ module, member }) => {
      const found = this.#finder.find(stub, module, member).map(({ file }) => file.path);
      if (found.length > 0) return found;
      if (stub.language === 'python') return this.#findElsewhere(module, member, byName);
      return this.#mayBeAlias(module) ? (byName.get(nameOf(module)) ?? []) : [];
    });
  }

  /** `sys.path` and the folder a program is started in decide where Python looks: any file whose path ends as the module says. */
  #findElsewhere(
    module: string,
    member: string | null,
    byName: ReadonlyMap<string, readonly string[]>,
  ): readonly string[] {
    if (module.startsWith('.')) return [];
    return getOrAdd(this.#elsewhere, `${module} ${member}`, () => {
      const base = module.replaceAll('.', '/');
      return [base, ...(member === null ? [] : [`${base}/${member}`])]
        .flatMap((each) => [`${each}.py`, `${each}/__init__.py`])
        .flatMap((end) => (byName.get(nameOf(end)) ?? []).filter((path) => path.endsWith(`/${end}`)));
    });
  }

  /** A module that is no package of others: it has a folder beside the one of a scope, and no manifest asks for it. */
  #mayBeAlias(module: string): boolean {
    const parts = module.split('/');
    const own = module.startsWith('@') ? 2 : 1;
    if (/^(?:node:|\.)/u.test(module) || parts.length <= own) return false;
    return !this.#packages.has(`"${parts.slice(0, own).join('/')}"`);
  }

  #link(from: string, to: string): void {
    if (from === to) return;
    append(this.#importers, to, from);
    this.#join(from, to);
  }

  #joinFolder(path: string, byFolder: ReadonlyMap<string, readonly string[]>): void {
    const folder = directoryOf(path);
    if (this.#joinedFolders.has(folder)) return;
    this.#joinedFolders.add(folder);
    for (const [each, paths] of byFolder)
      if (each === folder || folder === '' || each.startsWith(`${folder}/`))
        for (const other of paths) this.#join(path, other);
  }

  #join(a: string, b: string): void {
    this.#groups.set(this.groupOf(a), this.groupOf(b));
  }

  /** What all files have in common that some way of imports joins, in whatever direction. */
  groupOf(path: string): string {
    let at = path;
    for (let next = this.#groups.get(at) ?? at; next !== at; next = this.#groups.get(at) ?? at) at = next;
    if (at !== path) this.#groups.set(path, at);
    return at;
  }

  /** Files that import this one, themselves or through files that pass it on; `names` tells whether a file has its names. */
  importersOf(path: string, names: (importer: string) => boolean): ReadonlySet<string> {
    const found = new Set<string>();
    let wave = [path];
    for (let depth = 0; depth < MAX_PASSED && wave.length > 0; depth += 1) {
      const next = new Set(wave.flatMap((each) => this.#importers.get(each) ?? []).filter((each) => !found.has(each)));
      for (const each of next) found.add(each);
      wave = [...next].filter((each) => this.#links.get(each)?.passesAll === true || names(each));
    }
    return found;
  }
}

/** The group of scripts that a page loads side by side. */
const LOOSE = ' ';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/u, '');

const QUOTED = /"[^"\n]+"/gu;
