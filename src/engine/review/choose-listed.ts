/**
 * Chooses which files a report names one by one. A run that was stopped may leave hundreds of thousands of files that nobody began;
 * beyond a number it counts them, so that its report is written in time. Called by compose-report.ts.
 */
import type { ReviewState } from './review-state.ts';

export interface Listing {
  has(this: void, path: string): boolean;
  /** Files that are counted and not named. */
  readonly unlisted: number;
}

/** Of files that no agent began, so many are named where the run was stopped. */
const MAX_UNTOUCHED = 2000;

const ALL: Listing = { has: () => true, unlisted: 0 };

/** `stop`: who ended the run before its time; null where nobody has. */
export function chooseListed({ survey, runs }: ReviewState, stop: string | null): Listing {
  if (stop === null || survey.files.length <= MAX_UNTOUCHED) return ALL;
  const touched = new Set(
    runs.flatMap((run) => [
      ...run.done,
      ...run.begun,
      ...run.barred.map(({ path }) => path),
      ...run.findings.map(({ file }) => file),
    ]),
  );
  const untouched = survey.files.filter(({ path }) => !touched.has(path));
  const hidden = new Set(untouched.slice(MAX_UNTOUCHED).map(({ path }) => path));
  return { has: (path) => !hidden.has(path), unlisted: hidden.size };
}

export const warnOfUnlisted = ({ unlisted }: Listing): readonly string[] =>
  unlisted === 0 ? [] : [`⚠️ ${unlisted} more files were not begun and are not listed`];
