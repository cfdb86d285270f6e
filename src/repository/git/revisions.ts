/**
 * Resolves what a user typed to a commit id, and finds parents, merge bases and commit messages. Refuses what git would take for an
 * option, and names that mean two commits. Called by git-scopes.ts.
 */
import { ReviewError } from '../../errors.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { type Git, readGit, runGit } from './program.ts';
import { type Refs, resolveHead, resolveRef } from './refs.ts';

/** The empty tree, which every git knows without having it. */
export const EMPTY_TREE = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const;

/** Where git looks for a name, in its order. */
const PLACES = ['refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'] as const;

/**
 * Commit id of a revision. Whoever may push a tag could call it as a branch is called, and git takes the tag: what names different
 * commits is refused.
 */
export async function resolveRevision(
  { git, refs }: { readonly git: Git; readonly refs: Refs },
  revision: string,
): Promise<string> {
  const name = /^[^~^:@]*/u.exec(revision)?.[0] ?? '';
  const oid = await askRevision(git, revision);
  if (name === 'HEAD' || name.startsWith('refs/')) return oid;
  const known = listPlaces(refs, name);
  if (known.length === 0) return oid;
  const isId = /^[0-9a-f]{4,64}$/u.test(name) && (await readGit(git, ['rev-parse', `--disambiguate=${name}`])) !== '';
  if (known.length === 1 && !isId) return oid;
  const named = new Set([
    oid,
    ...(await Promise.all(known.map((ref) => askRevision(git, ref + revision.slice(name.length))))),
  ]);
  if (named.size === 1 && !isId) return oid;
  throw new ReviewError(
    'unknown-revision',
    `"${revision}" is ambiguous: it means ${[...known, ...(isId ? ['the id of a commit'] : [])].join(' or ')}`,
    { advice: `Name it in full: ${known.at(-1) ?? name}` },
  );
}

/** Commit id of one end of a range. HEAD on a branch, and a branch that nothing else is called like, stand in the refs: git is not asked. */
export const resolveRangeEnd = async (
  session: { readonly git: Git; readonly refs: Refs },
  revision: string,
): Promise<string> => findPlain(session.refs, revision) ?? resolveRevision(session, revision);

function findPlain(refs: Refs, revision: string): string | null {
  if (revision === 'HEAD') return refs.head.kind === 'branch' ? resolveHead(refs) : null;
  if (/^[0-9a-f]{4,64}$/u.test(revision)) return null;
  const [only, ...more] = listPlaces(refs, revision);
  return only?.startsWith('refs/heads/') === true && more.length === 0 ? resolveRef(refs, only) : null;
}

const listPlaces = ({ oids, symbolic }: Refs, name: string): readonly string[] =>
  [...PLACES.map((place) => place + name), `refs/remotes/${name}/HEAD`].filter(
    (ref) => oids.has(ref) || symbolic.has(ref),
  );

/** Settings and scope of one run ask for the same ones. What is not there may come: it is asked for again. */
async function askRevision(git: Git, revision: string): Promise<string> {
  try {
    return await getOrAdd(git.commits, revision, () => askCommit(git, revision));
  } catch (error) {
    git.commits.delete(revision);
    throw error;
  }
}

async function askCommit(git: Git, revision: string): Promise<string> {
  if (revision === '' || revision.startsWith('-') || revision.includes('\0') || revision.includes('\n')) {
    throw new ReviewError('unknown-revision', `"${revision}" is not a revision`);
  }
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const { exitCode, stdout } = await runGit(git, args);
  const oid = stdout.toString('utf8').trim();
  if (exitCode === 0 && /^[0-9a-f]{40,64}$/u.test(oid)) return oid;
  throw new ReviewError('unknown-revision', `"${revision}" names no commit of this repository`);
}

/** Of two commits by their ids. Settings and scope of one run ask for the same one, so a session asks git once. */
export async function findMergeBase(git: Git, base: string, head: string): Promise<string> {
  if (base === head) return base;
  return getOrAdd(git.mergeBases, `${base} ${head}`, () => askMergeBase(git, base, head));
}

async function askMergeBase(git: Git, base: string, head: string): Promise<string> {
  const { exitCode, stdout, stderr } = await runGit(git, ['merge-base', base, head]);
  const oid = stdout.toString('utf8').split('\n')[0] ?? '';
  if (exitCode === 0 && oid !== '') return oid;
  if (exitCode === 1) throw new ReviewError('no-merge-base', `${base.slice(0, 12)} and ${head.slice(0, 12)}`);
  throw new ReviewError('git-failed', `git merge-base ended with ${exitCode}: ${stderr}`);
}

/** Commits whose messages are read, and characters of all of them: more than anybody is told. */
const MAX_MESSAGES = 20;
const MAX_MESSAGE_CHARS = 64_000;

/** What the commits from the base to the head say of themselves, oldest first; null where there are none or git has no answer. */
export async function readMessages(git: Git, base: string | null, head: string): Promise<string | null> {
  const span = base === null ? ['-n', '1', head] : ['-n', String(MAX_MESSAGES), '--reverse', `${base}..${head}`];
  const { exitCode, stdout } = await runGit(git, [
    'log',
    '--no-show-signature',
    '--format=%B',
    '--no-merges',
    ...span,
    '--',
  ]);
  const text = stdout.toString('utf8').trim().slice(0, MAX_MESSAGE_CHARS);
  return exitCode === 0 && text !== '' ? text : null;
}

/** First parent of a commit, or null for a root commit or where history ends here. */
export async function findParent(git: Git, commit: string): Promise<string | null> {
  const line = await readGit(git, ['rev-list', '--parents', '-n', '1', commit]);
  return line.trim().split(' ')[1] ?? null;
}
