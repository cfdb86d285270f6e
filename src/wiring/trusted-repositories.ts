/**
 * Reads and writes the list of repositories that the user trusts (`trust`): a file in the state folder, by real path and origin, so
 * that a copy elsewhere or another repository in the same place is not meant. A state folder inside the repository is not believed:
 * whoever wrote the repository could have written it. Called by settings.ts and cli/commands/trust-command.ts; `identifyFolder` serves
 * other files of the state folder.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReviewError } from '../errors.ts';
import { isContained, realFolder } from '../repository/files/contained-path.ts';
import { identifyRepository, type RepositoryIdentity } from '../repository/git/project-name.ts';
import { TRUSTED_FILE } from '../storage/state-dir.ts';

export interface TrustedRepository extends RepositoryIdentity {
  /** ISO 8601. */
  readonly since: string;
}

const placeOf = (stateDir: string): string => join(stateDir, TRUSTED_FILE);

const isEntry = (value: unknown): value is TrustedRepository => {
  const { path, origin, since } = (value ?? {}) as Partial<Record<keyof TrustedRepository, unknown>>;
  return typeof path === 'string' && (origin === null || typeof origin === 'string') && typeof since === 'string';
};

/** Empty where the file is missing; what is no entry is left out, so that a damaged file trusts nobody by accident. */
export function listTrusted(stateDir: string): readonly TrustedRepository[] {
  try {
    const parsed: unknown = JSON.parse(readFileSync(placeOf(stateDir), 'utf8'));
    const { repositories } = (parsed ?? {}) as { readonly repositories?: unknown };
    return Array.isArray(repositories) ? repositories.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isSame = (a: RepositoryIdentity, b: RepositoryIdentity): boolean => a.path === b.path && a.origin === b.origin;

const isInside = (stateDir: string, { path }: RepositoryIdentity): boolean => isContained(path, realFolder(stateDir));

/** Whether the user has marked the repository of this folder. */
export async function isMarked(root: string, stateDir: string): Promise<boolean> {
  const identity = await identifyRepository(root);
  return listTrusted(stateDir).some((entry) => isSame(entry, identity)) && !isInside(stateDir, identity);
}

/** The repository of a folder; null where the state folder lies in it, because then it could have written what is there. */
export async function identifyFolder(root: string, stateDir: string): Promise<RepositoryIdentity | null> {
  const identity = await identifyRepository(root);
  return isInside(stateDir, identity) ? null : identity;
}

async function write(stateDir: string, repositories: readonly TrustedRepository[]): Promise<void> {
  const [{ makeFolder }, { replaceFile }] = await Promise.all([
    import('../storage/make-folder.ts'),
    import('../storage/replace-file.ts'),
  ]);
  makeFolder(stateDir);
  await replaceFile(placeOf(stateDir), `${JSON.stringify({ repositories }, null, 2)}\n`);
}

/** Throws ReviewError where a mark would not count. */
export async function trustRepository(root: string, stateDir: string, since: Date): Promise<TrustedRepository> {
  const identity = await identifyRepository(root);
  if (isInside(stateDir, identity))
    throw new ReviewError('unwritable-output', `the state folder ${stateDir} lies in the repository itself.`, {
      advice: 'Set CONSENSUS_REVIEW_STATE_DIR to a folder outside of it.',
    });
  const entry = { ...identity, since: since.toISOString() };
  await write(stateDir, [...listTrusted(stateDir).filter(({ path }) => path !== identity.path), entry]);
  return entry;
}

/** The marks that were removed: of this folder, whatever its origin was. */
export async function distrustRepository(root: string, stateDir: string): Promise<readonly TrustedRepository[]> {
  const { path } = await identifyRepository(root);
  const all = listTrusted(stateDir);
  const removed = all.filter((entry) => entry.path === path);
  if (removed.length > 0)
    await write(
      stateDir,
      all.filter((entry) => entry.path !== path),
    );
  return removed;
}
