/**
 * Says in one sentence per kind of limit what an analyzer looked at less closely than usual: how many files, how many lines, and the first
 * places. Called by embedded-driver.ts for the row of the analyzer.
 */
import type { LimitedFile } from '../../ports/analyzer.ts';

const PLACES_SHOWN = 3;

export const describeLimits = (limited: readonly LimitedFile[]): readonly string[] =>
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
