/**
 * Lists every text that the commits of a repository ever held, each once, with the path and commit that added it, for `review
 * --history`. Called by repository.ts.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PastTexts } from '../../ports/repository.ts';
import { decodeText } from '../files/decode-text.ts';
import { readGit } from './program.ts';
import type { GitSession } from './session.ts';

type PastText = PastTexts['texts'][number];

/** Commits of all branches and tags, oldest first, each with the files it added or changed. */
const LOG = [
  'log',
  '--all',
  '--reverse',
  '--topo-order',
  '--raw',
  '-r',
  '-z',
  '-m',
  '--root',
  '--no-abbrev',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--format=commit %H',
];

/** Throws ReviewError where git fails. */
export const openHistory = async ({
  git,
  place,
  objects,
}: Pick<GitSession, 'git' | 'place' | 'objects'>): Promise<PastTexts> => ({
  texts: parsePastTexts(await readGit(git, LOG), place.prefix),
  isShallow: existsSync(join(git.dir, 'shallow')),
  async read(oid, path, maxBytes) {
    const outcome = await objects.read(oid, maxBytes, path);
    const decoded = outcome.kind === 'bytes' ? decodeText(outcome.bytes, path) : outcome;
    if (decoded.kind === 'text') return { text: decoded.text };
    return decoded.kind === 'unusable' && decoded.reason === 'binary' ? 'binary' : 'unread';
  },
});

export function parsePastTexts(output: string, prefix: string): readonly PastText[] {
  const found = new Map<string, PastText>();
  const parts = output.split('\0');
  let commit = '';
  for (let at = 0; at < parts.length; at += 1) {
    const part = (parts[at] ?? '').trimStart();
    const begun = /^commit (?<id>[0-9a-f]{40,64})$/u.exec(part)?.groups?.id;
    if (begun !== undefined) commit = begun;
    const changed = /^:\d{6} (?<mode>\d{6}) [0-9a-f]+ (?<oid>[0-9a-f]+) [A-Z]\d*$/u.exec(part)?.groups;
    if (changed === undefined) continue;
    at += 1;
    const path = parts[at] ?? '';
    const { mode = '', oid = '' } = changed;
    // Links and other repositories are no texts; the commit that has a blob first added it.
    if (!mode.startsWith('100') || path === '' || !path.startsWith(prefix) || found.has(oid)) continue;
    found.set(oid, { commit, path: path.slice(prefix.length), oid });
  }
  return [...found.values()];
}
