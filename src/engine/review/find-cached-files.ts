/**
 * Finds before the first wave the files that an agent need not review again: same text, prompt, model and rules as in an earlier run,
 * and nothing its claims rest on has changed (a commit message may have grown). Also computes the hashes and keys that cache-files.ts
 * stores. Called by run-review.ts and plan-review.ts.
 */

import type { AssignedFile } from '../../ports/driver.ts';
import type { Snapshot } from '../../ports/repository.ts';
import type { Reuse } from '../../ports/review-cache.ts';
import { keepSound } from '../../protocol/cache/cached-agent-runs.ts';
import { CACHED_REVIEW_SCHEMA, type CachedReview, type Said } from '../../protocol/cache/cached-review.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { Survey } from '../survey.ts';
import type { CachedMember } from './cached-files.ts';
import type { MemberDriver, MemberKey } from './panel-members.ts';
import { type DriversFor, listMembers } from './panel-members.ts';
import { filesOf } from './review-state.ts';

export type HashedFile = Pick<AssignedFile, 'path' | 'changed'>;

/** Hashes of texts, each file read once. */
export interface FileHashes {
  /** Null where there is no such text. */
  textOf(path: string): Promise<string | null>;
  /** The same before the change. */
  baseOf(path: string): Promise<string | null>;
}

export function createFileHashes(
  snapshot: Pick<Snapshot, 'read' | 'readBase'>,
  { hash }: Pick<Reuse, 'hash'>,
): FileHashes {
  const known = new Map<string, Promise<string | null>>();
  const read = async (path: string): Promise<string | null> => {
    const outcome = await snapshot.read(path);
    return outcome.kind === 'text' ? hash(outcome.text) : null;
  };
  const bases = new Map<string, Promise<string | null>>();
  const readBase = async (path: string): Promise<string | null> => {
    const text = await snapshot.readBase(path);
    return text === null ? null : hash(text);
  };
  return {
    textOf: (path) => getOrAdd(known, path, () => read(path)),
    baseOf: (path) => getOrAdd(bases, path, () => readBase(path)),
  };
}

/** Null where the snapshot has no message. */
export const readSaid = async (snapshot: Pick<Snapshot, 'message'>): Promise<string | null> =>
  (await snapshot.message?.()) || null;

export const hashSaid = (message: string | null, { hash }: Pick<Reuse, 'hash'>): Said | null =>
  message === null ? null : { chars: message.length, mark: hash(message) };

/** Whether the message begins with what was said then. */
function beginsWith(message: string | null, said: Said | null, { hash }: Pick<Reuse, 'hash'>): boolean {
  if (said === null) return true;
  const begin = message?.slice(0, said.chars) ?? '';
  return hash(begin) === said.mark && /^(?:\n|$)/u.test(message?.slice(said.chars) ?? '');
}

/** Null where nothing of this agent is cached. */
export function hashQuestion(member: { readonly driver: MemberDriver } & MemberKey, reuse: Reuse): string | null {
  const { driver, reviewer } = member;
  // An answer to an issue is about all files together.
  return driver.question === undefined || reviewer.requirements !== undefined
    ? null
    : reuse.hash(driver.question(reviewer));
}

/** Everything that decides what this agent says of this file; null where the file cannot be read. */
export async function keyOf(
  questionHash: string,
  { path, changed }: HashedFile,
  hashes: FileHashes,
  { hash, owner }: Reuse,
): Promise<string | null> {
  const text = await hashes.textOf(path);
  if (text === null) return null;
  // Of a change the model sees what was removed.
  const base = changed === null ? [] : [await hashes.baseOf(path)];
  return hash(JSON.stringify([CACHED_REVIEW_SCHEMA, owner, questionHash, path, changed, text, ...base]));
}

/** Only what was cached before the run first began: going on with it later finds the same. */
export async function findCachedFiles(
  survey: Survey,
  driversFor: DriversFor<MemberDriver>,
  reuse: Reuse | null | undefined,
  startedAt = Number.POSITIVE_INFINITY,
): Promise<readonly CachedMember[]> {
  if (!reuse?.mayReadCache) return [];
  const find = () => findFiles(survey, driversFor, reuse, startedAt);
  return reuse.once === undefined ? find() : reuse.once(find);
}

async function findFiles(
  survey: Survey,
  driversFor: DriversFor<MemberDriver>,
  reuse: Reuse,
  startedAt: number,
): Promise<readonly CachedMember[]> {
  const { parseCachedReview } = await import('../../protocol/cache/cached-review-schema.ts');
  const hashes = createFileHashes(survey.snapshot, reuse);
  const members = await Promise.all(
    listMembers(survey.reviewers, driversFor).map(async (member) => {
      const questionHash = hashQuestion(member, reuse);
      const files = questionHash === null ? [] : filesOf(member.reviewer, survey);
      const keys = await Promise.all(files.map((file) => keyOf(questionHash ?? '', file, hashes, reuse)));
      return { member, files: files.flatMap(({ path }, i) => (keys[i] ? [{ path, key: keys[i] }] : [])) };
    }),
  );
  const message = await readSaid(survey.snapshot);
  const known = await reuse.reviewCache.read(members.flatMap(({ files }) => files.map(({ key }) => key)));
  const recalled = await Promise.all(
    members.map(async ({ member, files }) => {
      const found = files.flatMap(({ path, key }) => {
        const review = parseCachedReview(known.get(key) ?? '');
        return review === null || review.at > startedAt || !beginsWith(message, review.said, reuse)
          ? []
          : [{ path, review, sittings: review.sittings }];
      });
      const holds = await Promise.all(found.map(({ review }) => stillHolds(review, hashes)));
      const sound = keepSound(found.filter((_, i) => holds[i]));
      return {
        agent: member.reviewer.name,
        model: member.model,
        label: member.label,
        files: sound.map(({ path, review }) => ({ path, review })),
      };
    }),
  );
  return recalled.filter(({ files }) => files.length > 0);
}

/** Whether everything its claims rest on is as it was. */
async function stillHolds({ depends }: CachedReview, hashes: FileHashes): Promise<boolean> {
  const found = await Promise.all(depends.map(({ path }) => hashes.textOf(path)));
  return depends.every(({ mark: hash }, i) => hash === found[i]);
}
