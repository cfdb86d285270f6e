/**
 * Declares the type of files that one panel member (a reviewer on one model) has reviewed in an earlier run (found by
 * find-cached-files.ts), and picks those from an agent's queue of files. Called by plan-wave.ts.
 */
import type { AssignedFile, CachedFile } from '../../ports/driver.ts';
import type { CachedReview } from '../../protocol/cache/cached-review.ts';
import type { MemberKey } from './panel-members.ts';

export interface CachedMember {
  readonly agent: string;
  readonly model: string | null;
  /** As events name it. */
  readonly label: string;
  readonly files: readonly { readonly path: string; readonly review: CachedReview }[];
}

const isOf =
  ({ reviewer, model }: MemberKey) =>
  (recalled: CachedMember): boolean =>
    recalled.agent === reviewer.name && recalled.model === model;

/** The files of an agent's queue that it need not be given. */
export function takeCached(
  member: MemberKey,
  queue: readonly AssignedFile[],
  recalled: readonly CachedMember[],
): readonly CachedFile[] {
  const own = recalled.find(isOf(member));
  if (own === undefined) return [];
  const byPath = new Map(own.files.map(({ path, review }) => [path, review]));
  return queue.flatMap((file) => {
    const review = byPath.get(file.path);
    return review === undefined ? [] : [{ file, review }];
  });
}
