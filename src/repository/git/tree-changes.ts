/**
 * Makes the scope of a change whose new side is in git (the index, a commit or the head of a range) from the list of changes that
 * trees.ts has read. Texts come from blobs alone; links and submodules get the reason why they are not reviewed. Called by git-scopes.ts.
 */

import { posix } from 'node:path';
import type { IgnoreReason } from '../../protocol/report/report-document.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { isSourceRenamed } from '../files/contained-read.ts';
import { limitFor } from '../files/folder.ts';
import { toReadOutcome } from '../files/stable-reader.ts';
import { countDeleted, type Found, type Inspection, type Scope } from '../scope.ts';
import { findChangedLines } from './line-diff.ts';
import { type GitSession, isBlob } from './session.ts';
import { LINK_MODE, SUBMODULE_MODE } from './tree-modes.ts';
import type { Change, Tree } from './trees.ts';

export interface TreeChanges {
  readonly selection: string;
  /** Cut to the root. */
  readonly changes: readonly Change[];
  readonly readHead: () => Promise<Tree>;
  readonly maxFileBytes: number;
}

/** Why a link is not reviewed, judged by its text: a tree has no disk behind it. */
async function judgeTreeLink(session: GitSession, path: string, oid: string, head: Tree): Promise<IgnoreReason> {
  const target = await session.readText(oid, '');
  if (target === null) return 'unreadable';
  const resolved = posix.normalize(posix.join(posix.dirname(path), target));
  if (target.startsWith('/') || resolved === '..' || resolved.startsWith('../')) return 'outside-root';
  const isThere = head.has(resolved) || [...head.keys()].some((each) => each.startsWith(`${resolved}/`));
  return isThere && !isSourceRenamed(path, resolved) ? 'ignored' : 'unreadable';
}

async function inspectChange(session: GitSession, { path, head, base }: Change): Promise<Inspection> {
  if (!isBlob(head) || !isBlob(base)) return null;
  if (head.oid === base.oid) return [];
  const [before, after] = await Promise.all([session.readText(base.oid, path), session.readText(head.oid, path)]);
  return before === null || after === null ? null : findChangedLines(before, after);
}

export function createTreeScope(session: GitSession, request: TreeChanges): Scope {
  const { changes, maxFileBytes } = request;
  const kept = changes.filter(({ head }) => head !== null).sort((a, b) => compareText(a.path, b.path));
  const byPath = new Map(kept.map((change) => [change.path, change]));
  const gone = new Map(
    changes.flatMap(({ path, basePath, head, base }) => (head === null || path !== basePath ? [[basePath, base]] : [])),
  );
  let head: Promise<Tree> | null = null;
  const readHead = (): Promise<Tree> => {
    head ??= request.readHead();
    return head;
  };

  async function* find(): AsyncGenerator<readonly Found[]> {
    for (const change of kept) {
      const { path, head: entry } = change;
      const inspect = () => inspectChange(session, change);
      if (entry?.mode === SUBMODULE_MODE) yield [{ path: `${path}/`, reason: 'vendored', inspect }];
      else if (entry?.mode === LINK_MODE) {
        const reason = await judgeTreeLink(session, path, entry.oid, await readHead());
        yield [{ path, reason, sourceFiles: 0, inspect }];
      } else yield [{ path, reason: null, inspect }];
    }
  }

  return {
    selection: request.selection,
    isChange: true,
    warnings: countDeleted(changes.length - kept.length),
    removed: [...gone.keys()],
    find,
    async read(path) {
      const entry = (await readHead()).get(path);
      if (!isBlob(entry)) return { kind: 'unusable', reason: 'unreadable' };
      return toReadOutcome(await session.objects.read(entry.oid, limitFor(path, maxFileBytes), path), path);
    },
    async readBase(path) {
      const change = byPath.get(path);
      const entry = change === undefined ? ((await readHead()).get(path) ?? gone.get(path)) : change.base;
      return isBlob(entry) ? session.readText(entry.oid, path) : null;
    },
    identity(path) {
      const entry = byPath.get(path)?.head;
      return isBlob(entry) ? `blob ${entry.oid}` : null;
    },
    paths: async () =>
      new Set([...(await readHead())].filter(([, { mode }]) => mode !== SUBMODULE_MODE).map(([path]) => path)),
  };
}
