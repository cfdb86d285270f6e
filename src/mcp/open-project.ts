/**
 * Opens the folder that a tool call names for as long as the call lasts: its settings, its files, its stored index. Refuses folders
 * that this server is not allowed to serve. Called by index-tool.ts, search-tool.ts and run-arguments.ts.
 */
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { openContextStore } from '../context/store/sqlite-store.ts';
import { ReviewError } from '../errors.ts';
import type { ContextStore } from '../ports/context-store.ts';
import type { ScopeRules, Snapshot } from '../ports/repository.ts';
import { locateGit } from '../repository/git/locate.ts';
import { formatBranch, readRefs } from '../repository/git/refs.ts';
import type { Environment } from '../wiring/config.ts';
import { loadSettings } from '../wiring/settings.ts';

export interface ProjectAccess {
  readonly environment: Environment;
  /** Where relative paths of a call begin. */
  readonly workingDirectory: string;
  /** Where the stored indexes are; null keeps nothing. */
  readonly stateDir: string | null;
  /** The one folder calls may name, with what is beneath it; null for any folder the user can read. */
  readonly confinedTo: string | null;
  readonly warn: (text: string) => void;
}

export interface Project {
  /** Real path. */
  readonly root: string;
  /** As a snapshot names it; known without opening one. */
  readonly branch: string | null;
  readonly store: ContextStore;
  /** The files as they are now. Opened when it is first asked for: a search that the index answers needs none. */
  openSnapshot(): Promise<Snapshot>;
}

/** What a call changes of the rules the project has. */
export interface ProjectFilter {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly maxFileBytes?: number | undefined;
}

/** Before anything in the folder is read. One that does not exist is left to be named as such. */
async function checkConfined(path: string, confinedTo: string | null): Promise<void> {
  if (confinedTo === null) return;
  const way = relative(await realpath(confinedTo), await realpath(path).catch(() => path));
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) {
    throw new ReviewError('path-outside-root', `this server only serves ${confinedTo}.`, {
      advice: 'Name a folder in it, or start the server without -C.',
    });
  }
}

async function findBranch(root: string): Promise<string | null> {
  const located = await locateGit(root);
  return located.kind === 'none' ? null : formatBranch(await readRefs(located.place));
}

const applyFilter = (rules: ScopeRules, { include, exclude, maxFileBytes }: ProjectFilter): ScopeRules => ({
  ...rules,
  include: include === undefined || include.length === 0 ? rules.include : include,
  exclude: [...rules.exclude, ...(exclude ?? [])],
  maxFileBytes: maxFileBytes ?? rules.maxFileBytes,
});

/** The folder a call names, if this server may serve it. */
export async function resolveFolder(access: ProjectAccess, path: string): Promise<string> {
  const folder = resolve(access.workingDirectory, path);
  await checkConfined(folder, access.confinedTo);
  return folder;
}

export async function withProject<T>(
  access: ProjectAccess,
  path: string,
  filter: ProjectFilter,
  use: (project: Project) => Promise<T>,
): Promise<T> {
  const folder = await resolveFolder(access, path);
  const settings = await loadSettings({
    root: folder,
    selection: { kind: 'all' },
    configPath: null,
    environment: access.environment,
    flags: {},
    stateDir: access.stateDir,
  });
  await using repository = settings.repository;
  const { root } = repository;
  let snapshot: Promise<Snapshot> | null = null;
  const open = async (): Promise<Snapshot> => {
    const opened = await repository.open({ kind: 'all' }, applyFilter(settings.rules, filter));
    for (const warning of opened.warnings) access.warn(warning);
    return opened;
  };
  const openSnapshot = (): Promise<Snapshot> => {
    snapshot ??= open();
    return snapshot;
  };
  using store = openContextStore({ stateDir: access.stateDir, root });
  const result = await use({ root, branch: await findBranch(root), store, openSnapshot });
  if (store.warning !== null) access.warn(store.warning);
  return result;
}
