/**
 * Gives the repairs that `oxlint --fix` made in a copy of a file to the findings they belong to, by their lines: its output names
 * none. A changed line that belongs to two findings, or a copy with more or fewer lines, is nobody's.
 */
import type { AnalyzerFinding } from '../../ports/analyzer.ts';
import { type Edit, makeRepair } from '../../protocol/findings/repair.ts';

export function addRepairs(
  findings: readonly AnalyzerFinding[],
  text: string,
  mended: string,
  isMending: (finding: AnalyzerFinding) => boolean,
): readonly AnalyzerFinding[] {
  const edits = compareLines(text.split('\n'), mended.split('\n'));
  const mending = findings.filter(isMending);
  const ownersOf = ({ line }: Edit): readonly AnalyzerFinding[] =>
    mending.filter((each) => each.line <= line && line <= each.endLine);
  return findings.map((finding) => {
    const own = edits.filter((edit) => ownersOf(edit).includes(finding));
    const repair = own.every((edit) => ownersOf(edit).length === 1) ? makeRepair(text, own) : null;
    return repair === null ? finding : { ...finding, extra: { ...finding.extra, repair } };
  });
}

/** What differs of each line, from the first character to the last. */
function compareLines(before: readonly string[], after: readonly string[]): readonly Edit[] {
  if (before.length !== after.length) return [];
  return before.flatMap((old, at) => {
    const now = after[at] ?? '';
    return old === now ? [] : [editOf(old, now, at + 1)];
  });
}

function editOf(old: string, now: string, line: number): Edit {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return {
    line,
    column: start + 1,
    end_line: line,
    end_column: old.length - end + 1,
    text: now.slice(start, now.length - end),
  };
}
