/**
 * Before the first wave: which files an agent need not be given, because it has reviewed the same text before with the same
 * prompt, model and rules, and nothing that its claims rest on has changed. Decides nothing about the claims themselves.
 */
import type { AssignedFile } from '../../ports/driver.ts';
import type { Snapshot } from '../../ports/repository.ts';
import type { Reuse } from '../../ports/review-cache.ts';
import { keepSound } from '../../protocol/cache/cached-agent-runs.ts';
import { RECOLLECTION_SCHEMA, type Recollection } from '../../protocol/cache/cached-review.ts';
import type { Survey } from '../survey.ts';
import type { CachedMember } from './cached-files.ts';
import type { MemberDriver, MemberKey } from './panel-members.ts';
import { type DriversFor, listMembers } from './panel-members.ts';
import { filesOf } from './review-state.ts';

export type MarkedFile = Pick<AssignedFile, 'path' | 'changed'>;

/** Marks of texts, each file read once. */
export interface FileMarks {
  /** Null where there is no such text. */
  textOf(path: string): Promise<string | null>;
}

export function createFileMarks(snapshot: Pick<Snapshot, 'read'>, { mark }: Pick<Reuse, 'mark'>): FileMarks {
  const known = new Map<string, Promise<string | null>>();
  const read = async (path: string): Promise<string | null> => {
    const outcome = await snapshot.read(path);
    return outcome.kind === 'text' ? mark(outcome.text) : null;
  };
  return {
    textOf(path) {
      const marked = known.get(path) ?? read(path);
      known.set(path, marked);
      return marked;
    },
  };
}

/** Null where nothing of this agent is remembered. */
export function hashQuestion(member: { readonly driver: MemberDriver } & MemberKey, reuse: Reuse): string | null {
  const { driver, reviewer } = member;
  return driver.question === undefined ? null : reuse.mark(driver.question(reviewer));
}

/** Everything that decides what this agent says of this file; null where the file cannot be read. */
export async function keyOf(
  questionHash: string,
  { path, changed }: MarkedFile,
  marks: FileMarks,
  { mark, owner }: Reuse,
): Promise<string | null> {
  const text = await marks.textOf(path);
  return text === null ? null : mark(JSON.stringify([RECOLLECTION_SCHEMA, owner, questionHash, path, changed, text]));
}

/** Only what was remembered before the run first began: going on with it later finds the same. */
export async function recallFiles(
  survey: Survey,
  driversFor: DriversFor<MemberDriver>,
  reuse: Reuse | null | undefined,
  startedAt = Number.POSITIVE_INFINITY,
): Promise<readonly CachedMember[]> {
  if (!reuse?.mayRecall) return [];
  const find = () => findFiles(survey, driversFor, reuse, startedAt);
  return reuse.once === undefined ? find() : reuse.once(find);
}

async function findFiles(
  survey: Survey,
  driversFor: DriversFor<MemberDriver>,
  reuse: Reuse,
  startedAt: number,
): Promise<readonly CachedMember[]> {
  const { parseRecollection } = await import('../../protocol/cache/cached-review-schema.ts');
  const marks = createFileMarks(survey.snapshot, reuse);
  const members = await Promise.all(
    listMembers(survey.reviewers, driversFor).map(async (member) => {
      const questionHash = hashQuestion(member, reuse);
      const files = questionHash === null ? [] : filesOf(member.reviewer, survey);
      const keys = await Promise.all(files.map((file) => keyOf(questionHash ?? '', file, marks, reuse)));
      return { member, files: files.flatMap(({ path }, i) => (keys[i] ? [{ path, key: keys[i] }] : [])) };
    }),
  );
  const known = await reuse.reviewCache.read(members.flatMap(({ files }) => files.map(({ key }) => key)));
  const recalled = await Promise.all(
    members.map(async ({ member, files }) => {
      const found = files.flatMap(({ path, key }) => {
        const recollection = parseRecollection(known.get(key) ?? '');
        return recollection === null || recollection.at > startedAt
          ? []
          : [{ path, recollection, sittings: recollection.sittings }];
      });
      const holds = await Promise.all(found.map(({ recollection }) => stillHolds(recollection, marks)));
      const sound = keepSound(found.filter((_, i) => holds[i]));
      return {
        agent: member.reviewer.name,
        model: member.model,
        label: member.label,
        files: sound.map(({ path, recollection }) => ({ path, recollection })),
      };
    }),
  );
  return recalled.filter(({ files }) => files.length > 0);
}

/** Whether everything its claims rest on is as it was. */
async function stillHolds({ depends }: Recollection, marks: FileMarks): Promise<boolean> {
  const found = await Promise.all(depends.map(({ path }) => marks.textOf(path)));
  return depends.every(({ mark }, i) => mark === found[i]);
}
