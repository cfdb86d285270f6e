/**
 * Finds a stored run by name: the whole id, its beginning, the letters behind its dash, or `latest` and `latest~1` of a folder; throws
 * where none or several fit. Called by the commands that take a run (`report`, `runs show`, `fix`); `findOpenRun` finds the run that
 * `resume` means.
 */

import { ReviewError } from '../errors.ts';
import type { RunHistory as WholeHistory } from '../ports/run-history.ts';
import type { StoredRun } from '../protocol/report/stored-run.ts';
import { listSome } from '../protocol/text/list-some.ts';

type RunHistory = Pick<WholeHistory, 'list' | 'find'>;

const LATEST = /^latest(?:~(\d{1,6}))?$/u;
const LEAST_LETTERS = 3;

/** Throws ReviewError, 'no-run' or 'ambiguous-run', that says what was looked for, and what is there. `root` is a real path. */
export async function findStoredRun(history: RunHistory | null, name: string, root: string): Promise<StoredRun> {
  if (history === null) throw new ReviewError('no-run', `no runs are stored, so \`${name}\` was not found.`);
  const found = await lookForRun(history, name, root);
  if (found !== null) return found;
  if (!LATEST.test(name)) throw new ReviewError('no-run', `no stored run is called \`${name}\`.`);
  const others = (await history.list()).length;
  const elsewhere = `choose another folder with -C DIR; \`consensus-review runs list --all\` shows all ${others} stored runs`;
  if ((await history.list({ root, limit: 1 })).length === 0)
    throw new ReviewError('no-run', `no run of ${root} is stored.`, {
      advice: `Run \`consensus-review review\` there first, or ${elsewhere}.`,
    });
  throw new ReviewError('no-run', `\`${name}\`: ${root} has too few runs.`, {
    advice: `Name a newer one, or ${elsewhere}.`,
  });
}

/** Null where nothing is called that; throws where several could be meant. */
export const lookForRun = async (history: RunHistory, name: string, root: string): Promise<StoredRun | null> =>
  (await findLatest(history, name, root)) ?? (await findNamed(history, name));

/** The run that `resume` means without a name. One that is under way is found last: whoever claims it hears who has it. */
export async function findOpenRun(history: Pick<RunHistory, 'list'>, root: string): Promise<StoredRun | null> {
  const runs = await history.list({ root });
  const newest = (...statuses: readonly StoredRun['status'][]): StoredRun | undefined =>
    runs.find(({ status }) => statuses.includes(status));
  return newest('interrupted', 'failed') ?? newest('running') ?? null;
}

async function findLatest(history: RunHistory, name: string, root: string): Promise<StoredRun | null> {
  const match = LATEST.exec(name);
  if (match === null) return null;
  const back = Number(match[1] ?? 0);
  return (await history.list({ root, limit: back + 1 }))[back] ?? null;
}

async function findNamed(history: RunHistory, name: string): Promise<StoredRun | null> {
  if (name === '') return null;
  const found = await history.find(name);
  if (found !== 'ambiguous' && found !== null) return found;
  const runs = await history.list();
  const fitting = runs.filter(({ id }) =>
    found === 'ambiguous'
      ? id.startsWith(name)
      : name.length >= LEAST_LETTERS && id.slice(id.lastIndexOf('-') + 1).startsWith(name),
  );
  if (fitting.length <= 1) return fitting[0] ?? null;
  const ids = fitting.map(({ id }) => id);
  throw new ReviewError('ambiguous-run', `\`${name}\` could be ${listSome(ids, 3)}.`);
}
