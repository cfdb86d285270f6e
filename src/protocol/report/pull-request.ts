/**
 * Defines the data of a pull request (diff, remarks and status posted to it) for posting a report, and reads from a patch which
 * lines can carry a remark. Used by forges/github.ts, forges/gitlab.ts and report/pull-request/.
 */

/** How the summary begins. */
export const SUMMARY_MARK = '<!-- consensus-review:summary -->';

export interface DiffFile {
  readonly path: string;
  readonly oldPath: string;
  /** Lines of the new text that the diff shows, with the line of the old text; null where the line is new. */
  readonly lines: ReadonlyMap<number, number | null>;
}

export interface Pull {
  readonly base: string;
  readonly head: string;
  readonly files: readonly DiffFile[];
}

export interface NewRemark {
  readonly path: string;
  readonly line: number;
  /** Last line; the remark is shown there. */
  readonly endLine: number;
  readonly body: string;
}

/** A remark of this account. */
export interface PostedRemark {
  readonly id: string;
  /** What is resolved; null where the forge does not say. */
  readonly thread: string | null;
  /** File that it stands at. */
  readonly path: string;
  readonly body: string;
  readonly isResolved: boolean;
  readonly replies: readonly { readonly author: string; readonly body: string }[];
}

export interface PostStatus {
  readonly state: 'success' | 'failure' | 'incomplete';
  /** One line of at most 140 characters. */
  readonly description: string;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/u;

/** Lines of the new text in the hunks of one file, as `git diff` prints them. What is no hunk is passed over. */
export function readDiffLines(patch: string): ReadonlyMap<number, number | null> {
  const lines = new Map<number, number | null>();
  let place: { before: number; after: number } | null = null;
  for (const line of patch.split('\n')) {
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      place = { before: Number(hunk[1]), after: Number(hunk[2]) };
      continue;
    }
    if (place === null) continue;
    if (line.startsWith('+')) lines.set(place.after++, null);
    else if (line.startsWith('-')) place.before += 1;
    else if (line.startsWith(' ')) lines.set(place.after++, place.before++);
  }
  return lines;
}
