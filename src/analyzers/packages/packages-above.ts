/**
 * Joins the texts of every package.json in the folders above a file, so that a rule can ask what a project is built on. Each manifest
 * is read once for a snapshot. Used by ast-grep/ast-grep.ts.
 */
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';

const known = new WeakMap<Snapshot, Map<string, Promise<string>>>();

export async function packagesAbove(snapshot: Snapshot, path: string): Promise<string> {
  const paths = await snapshot.paths();
  const texts = getOrAdd(known, snapshot, () => new Map<string, Promise<string>>());
  const parts = path.split('/').slice(0, -1);
  const manifests = [...parts.keys(), parts.length]
    .map((depth) => [...parts.slice(0, depth), 'package.json'].join('/'))
    .filter((manifest) => paths.has(manifest));
  return (await Promise.all(manifests.map((each) => getOrAdd(texts, each, () => readText(snapshot, each))))).join('\n');
}

async function readText(snapshot: Snapshot, path: string): Promise<string> {
  const read = await snapshot.read(path);
  return read.kind === 'text' ? read.text : '';
}
