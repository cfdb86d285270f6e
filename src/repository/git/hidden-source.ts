/**
 * Walks the work tree of a change and adds source files that only ignore rules of the change itself leave out: files that git does
 * not track and that a new or changed `.gitignore` names (TRUST-01). Other files stay ignored. Called by disk-changes.ts.
 */
import { isSourcePath } from '../../protocol/source/language.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import type { Folder } from '../files/folder.ts';
import type { ReadRules } from '../files/git-ignore.ts';
import type { WalkedEntry } from '../files/walk.ts';
import { type GitSession, isBlob } from './session.ts';
import type { Tree } from './trees.ts';

export interface WalkedChange {
  readonly walked: readonly WalkedEntry[];
  /** Those of them that a rule of the change names. */
  readonly hidden: readonly string[];
}

const readFrom =
  (session: GitSession, tree: Tree): ReadRules =>
  async (path) => {
    const entry = tree.get(path);
    return isBlob(entry) ? session.readText(entry.oid, path) : null;
  };

async function collect(batches: AsyncIterable<readonly WalkedEntry[]>): Promise<WalkedEntry[]> {
  const walked: WalkedEntry[] = [];
  for await (const batch of batches) for (const entry of batch) walked.push(entry);
  return walked;
}

/** `base` is the revision whose rules count; null takes those of the disk. */
export async function walkChange(session: GitSession, folder: Folder, base: string | null): Promise<WalkedChange> {
  if (base === null) return { walked: await collect(folder.walk('')), hidden: [] };
  const readBase = readFrom(session, await session.wholeTree(base));
  let isSame = true;
  const compare: ReadRules = async (path) => {
    const text = await folder.readRules(path);
    if (text !== null && text !== (await readBase(path))) isSame = false;
    return text;
  };
  const walked = await collect(folder.walk('', compare));
  if (isSame) return { walked, hidden: [] };
  const known = new Set(walked.map(({ path }) => path));
  const all = await collect(folder.walk('', readBase));
  const hidden = all.filter(({ path, reason }) => reason === null && !known.has(path) && isSourcePath(path));
  return {
    walked: [...walked, ...hidden].sort((a, b) => compareText(a.path, b.path)),
    hidden: hidden.map(({ path }) => path),
  };
}

const NAMED = 3;

export function warnOfHidden(hidden: readonly string[]): readonly string[] {
  if (hidden.length === 0) return [];
  const more = hidden.length > NAMED ? ` and ${hidden.length - NAMED} more` : '';
  const named = `${hidden.slice(0, NAMED).join(', ')}${more}`;
  const [what, it] = hidden.length === 1 ? ['1 source file is', 'it'] : [`${hidden.length} source files are`, 'them'];
  return [
    `⚠️ ${what} reviewed although .gitignore of this change names ${it}: ${named} (--trust-repository applies what the change brings along)`,
  ];
}
