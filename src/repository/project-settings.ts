/**
 * Reads the settings files that the reviewed project brings along from where they may be believed: of a change from the revision it
 * begins at, so that it cannot loosen its own review; of everything else from disk (TRUST-01). Lists settings of a change that were
 * not applied. Called by repository.ts.
 */
import { ReviewError } from '../errors.ts';
import type { Selection, SettingsFile } from '../ports/repository.ts';
import type { SettingsSides } from './git/git-scopes.ts';
import type { GitSession } from './git/session.ts';
import { readDiskSettings, settingName } from './settings-files.ts';

export interface ProjectSettings {
  /** Whether a change is reviewed, and not a folder. May have to look for changes on disk. */
  isChange(selection: Selection): Promise<boolean>;
  /** Commit whose settings hold; null where they are read from disk. */
  findBase(selection: Selection): Promise<string | null>;
  readSettings(path: string, selection: Selection): Promise<readonly SettingsFile[]>;
  /** Settings among these paths that a change has otherwise than its base, and that are therefore not applied. */
  findUnapplied(paths: readonly string[], selection: Selection): Promise<readonly string[]>;
}

export interface ProjectSettingsRequest {
  readonly root: string;
  /** Null where git cannot be asked. */
  readonly openSession: () => Promise<GitSession | null>;
  /** Throws ReviewError where git cannot be asked. */
  readonly requireSession: () => Promise<GitSession>;
  /** Whether what this branch changed is anything; asked at most once. */
  readonly hasBranchChanges: () => Promise<boolean>;
  /** Takes the settings that a change brings along: the user trusts it. */
  readonly trustsChange: boolean;
}

/** What is needed of git is loaded where there is git. */
const loadGit = async () => ({
  ...(await import('./git/git-scopes.ts')),
  ...(await import('./git/tree-settings.ts')),
});

type Read = (path: string) => Promise<readonly SettingsFile[]>;

/** Both sides of what is selected. `base` is null where no change is reviewed. */
interface Sides {
  readonly base: { readonly revision: string | null; readonly read: Read } | null;
  readonly head: Read;
}

const toTexts = (path: string, files: readonly SettingsFile[]): ReadonlyMap<string, string> =>
  new Map(files.map((file) => [settingName(path, file), file.fault ?? file.text]));

function listDifferences(
  path: string,
  base: readonly SettingsFile[],
  head: readonly SettingsFile[],
): readonly string[] {
  const [before, after] = [toTexts(path, base), toTexts(path, head)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}

const readBase =
  (session: GitSession, revision: string): Read =>
  async (path) =>
    (await loadGit()).readTreeSettings(session, { revision }, path);

const readHead =
  (session: GitSession, side: SettingsSides['head'], root: string): Read =>
  async (path) =>
    side === 'disk' ? readDiskSettings(root, path) : (await loadGit()).readTreeSettings(session, side, path);

/** Where nothing says what a patch was made against, settings that it names have no base: they are left aside. */
async function findPatchSides({ openSession }: ProjectSettingsRequest, text: string, disk: Read): Promise<Sides> {
  const session = await openSession();
  const { openPatchedSettings } = await import('./git/patch-settings.ts');
  const patched = openPatchedSettings(text, session?.place.prefix ?? '');
  const head: Read = async (path) => patched.apply(path, await disk(path));
  const except =
    (read: Read): Read =>
    async (path) =>
      patched.without(path, await read(path));
  if (session === null) return { base: { revision: null, read: except(disk) }, head };
  const { base, isSure } = await (await loadGit()).findPatchBase(session);
  const read = readBase(session, base);
  return { base: { revision: base, read: isSure ? read : except(read) }, head };
}

async function findBranchSides({ openSession }: ProjectSettingsRequest, disk: Read): Promise<Sides> {
  const session = await openSession();
  const found = session === null ? null : await (await loadGit()).findBranchBase(session);
  if (session === null || found === null) return { base: null, head: disk };
  return { base: { revision: found.base, read: readBase(session, found.base) }, head: disk };
}

async function findSides(request: ProjectSettingsRequest, selection: Selection): Promise<Sides> {
  const disk: Read = (path) => readDiskSettings(request.root, path);
  if (selection.kind === 'all' || selection.kind === 'paths') return { base: null, head: disk };
  if (selection.kind === 'auto') return findBranchSides(request, disk);
  if (selection.kind === 'patch') return findPatchSides(request, selection.text, disk);
  const session = await request.requireSession();
  const { base, head } = await (await loadGit()).findSides(session, selection);
  return { base: { revision: base, read: readBase(session, base) }, head: readHead(session, head, request.root) };
}

/** One that cannot be read, or is no text, differs from any that can. */
async function compareSides({ base, head }: Sides, path: string): Promise<readonly string[]> {
  if (base === null) return [];
  const after = await head(path).catch((error: unknown) => {
    if (error instanceof ReviewError) return null;
    throw error;
  });
  return after === null ? [path] : listDifferences(path, await base.read(path), after);
}

export function createProjectSettings(request: ProjectSettingsRequest): ProjectSettings {
  const { trustsChange } = request;
  const known = new Map<Selection, Promise<Sides>>();
  const sidesOf = (selection: Selection): Promise<Sides> => {
    const sides = known.get(selection) ?? findSides(request, selection);
    known.set(selection, sides);
    return sides;
  };

  const isChange = async (selection: Selection): Promise<boolean> => {
    const { base } = await sidesOf(selection);
    return base !== null && (selection.kind !== 'auto' || (await request.hasBranchChanges()));
  };

  return {
    isChange,
    async findBase(selection) {
      const { base } = await sidesOf(selection);
      return base === null || trustsChange || !(await isChange(selection)) ? null : base.revision;
    },
    async readSettings(path, selection) {
      const sides = await sidesOf(selection);
      const { base, head } = sides;
      if (base === null || trustsChange) return head(path);
      // Whether there are changes at all is asked only where it makes a difference: it takes a look at every file.
      if (selection.kind !== 'auto') return base.read(path);
      const isSame = (await compareSides(sides, path)).length === 0;
      return isSame || !(await isChange(selection)) ? head(path) : base.read(path);
    },
    async findUnapplied(paths, selection) {
      if (trustsChange) return [];
      const sides = await sidesOf(selection);
      const differing = (await Promise.all(paths.map((path) => compareSides(sides, path)))).flat();
      return differing.length > 0 && (await isChange(selection)) ? differing : [];
    },
  };
}
