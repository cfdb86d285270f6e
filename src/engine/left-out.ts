/**
 * Counts source files that were found and are not reviewed, by reason, and writes one line about them: a warning that names them where
 * a change is reviewed (TRUST-03), else a note on those a setting leaves out (TRUST-02). Too large and unreadable files are not
 * counted here. Called by the compose and plan files of review/ and audit/.
 */
import type { IgnoredEntry } from '../ports/repository.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { isSourcePath } from '../protocol/source/language.ts';
import { compareText } from '../protocol/text/compare-text.ts';
import type { Survey } from './survey.ts';

/** Source files that an entry stands for. A folder that was not entered counts where somebody counted. */
const countSource = ({ path, sourceFiles }: IgnoredEntry): number => sourceFiles ?? Number(isSourcePath(path));

const isOwed = ({ reason }: IgnoredEntry): boolean => reason === 'too-large' || reason === 'unreadable';

const groupSource = (ignored: readonly IgnoredEntry[]): readonly (readonly [string, readonly IgnoredEntry[]])[] =>
  [
    ...Map.groupBy(
      ignored.filter((entry) => !isOwed(entry) && countSource(entry) > 0),
      ({ reason }) => reason,
    ),
  ].sort(([a], [b]) => compareText(a, b));

const sum = (entries: readonly IgnoredEntry[]): number => entries.reduce((all, entry) => all + countSource(entry), 0);

/** Files of source left out, by reason, for the report. */
export function countLeftOut(ignored: readonly IgnoredEntry[]): Pick<ReportDocument['scope'], 'source_left_out'> {
  const counts = groupSource(ignored).map(([reason, entries]) => [reason, sum(entries)] as const);
  return counts.length === 0 ? {} : { source_left_out: Object.fromEntries(counts) };
}

const NAMED = 3;

function nameSome(entries: readonly IgnoredEntry[]): string {
  const names = entries.slice(0, NAMED).map(({ path }) => path);
  const more = entries.length - names.length;
  return `${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

/** One line where a change brings source files that nobody reviews. */
export function warnOfLeftOut({ snapshot, ignored }: Pick<Survey, 'snapshot' | 'ignored'>): readonly string[] {
  if (!snapshot.isChange) return [];
  const groups = groupSource(ignored);
  const all = groups.reduce((count, [, entries]) => count + sum(entries), 0);
  if (all === 0) return [];
  const parts = groups.map(([reason, entries]) => `${sum(entries)} ${reason} (${nameSome(entries)})`);
  const files = all === 1 ? 'source file of this change was' : 'source files of this change were';
  return [`⚠️ ${all} ${files} left out and not reviewed: ${parts.join(', ')}`];
}

/** One line where no change is reviewed and settings leave source files out: the repository may have set them. */
export function noteLeftOut({ snapshot, ignored }: Pick<Survey, 'snapshot' | 'ignored'>): readonly string[] {
  if (snapshot.isChange) return [];
  const entries = groupSource(ignored).find(([reason]) => reason === 'ignored')?.[1] ?? [];
  const all = sum(entries);
  if (all === 0) return [];
  const files = all === 1 ? 'source file was' : 'source files were';
  return [`${all} ${files} left out by the ignore file, exclude or .gitignore: ${nameSome(entries)}`];
}
