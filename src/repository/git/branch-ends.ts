/**
 * Finds the two commits between which a branch changed: HEAD, and the base, or a later commit of the branch that `hook` reviewed
 * before. Called by cli/commands/hook-command.ts.
 */
import { ReviewError } from '../../errors.ts';
import { findBranchBase, openGit } from './git-scopes.ts';
import { locateGit } from './locate.ts';
import { resolveHead } from './refs.ts';
import { findMergeBase } from './revisions.ts';

export interface BranchEnds {
  /** The commit that is checked out. */
  readonly head: string;
  /** Where the changes to review begin. */
  readonly base: string;
}

/**
 * From `since` on where that commit is one of this branch, else from where the branch left the default one. Null before the first
 * commit. Throws ReviewError without git.
 */
export async function findBranchEnds(root: string, since: string | null): Promise<BranchEnds | null> {
  const located = await locateGit(root);
  if (located.kind === 'none') throw new ReviewError('no-git', located.reason);
  const { session } = await openGit(located.place, { root, program: undefined, searchPath: undefined });
  if (session === null) throw new ReviewError('no-git', 'no git program was found');
  try {
    const { git } = session;
    const head = resolveHead(session.refs);
    if (head === null) return null;
    const isBefore = async (older: string, newer: string): Promise<boolean> =>
      (await findMergeBase(git, older, newer).catch(() => null)) === older;
    const begun = (await findBranchBase(session).catch(() => null))?.base ?? head;
    const isOurs =
      since !== null && (await isBefore(since, head)) && (begun === head || (await isBefore(begun, since)));
    return { head, base: isOurs ? since : begun };
  } finally {
    await session.close();
  }
}
