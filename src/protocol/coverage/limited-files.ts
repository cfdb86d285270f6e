/**
 * Says what an analyzer could not do, over all reviewers and waves that used it: each reason once, and in one sentence per kind of limit how
 * many files and lines it looked at less closely than usual, with the first places. Called by engine/review/compose-report.ts and
 * reviewers/embedded/audit/scan-baseline.ts.
 */

/** A file that was looked at less closely than usual, and how; it counts as checked. */
export interface LimitedFile {
  readonly path: string;
  readonly limit: string;
  /** Where it concerns lines: the first of them, and how many they are. */
  readonly lines?: { readonly first: number; readonly count: number };
}

interface LimitedRow {
  readonly reason: string | null;
  readonly limits?: readonly LimitedFile[];
}

/** Several reviewers are given the same file: it counts once. Null where there is nothing to say. */
export function joinReasons(rows: readonly LimitedRow[]): string | null {
  const reasons = new Set(rows.flatMap(({ reason }) => reason ?? []));
  const limited = rows.flatMap(({ limits }) => limits ?? []);
  const files = [...new Map(limited.map((file) => [JSON.stringify([file.limit, file.path]), file])).values()];
  return [...reasons, ...describeLimits(files)].join('; ') || null;
}

const PLACES_SHOWN = 3;

const describeLimits = (limited: readonly LimitedFile[]): readonly string[] =>
  [...Map.groupBy(limited, ({ limit }) => limit)].map(([limit, files]) => {
    const lines = files.reduce((sum, file) => sum + (file.lines?.count ?? 0), 0);
    const where = `in ${count(files.length, 'file')}`;
    return lines === 0 ? `${limit} ${where}` : `${count(lines, 'line')} ${limit} ${where}: ${listPlaces(files)}`;
  });

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

function listPlaces(files: readonly LimitedFile[]): string {
  const shown = files.slice(0, PLACES_SHOWN).map(({ path, lines }) => `${path} line ${lines?.first}`);
  const more = files.length > PLACES_SHOWN ? [`${files.length - PLACES_SHOWN} more`] : [];
  return [...shown, ...more].join(', ');
}
