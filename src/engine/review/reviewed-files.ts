/**
 * Decides which files assigned to an agent count as reviewed (HOST-10) and returns their paths. An embedded driver: those it called
 * done. A model: those whose lines in scope were all shown to it; in shared isolation, or judging findings of others: all where it
 * ended well, else those it called done or reported on; none where it was not given all of its task. Called by agent-record.ts.
 */
import type { AgentTools } from '../../ports/agent-tools.ts';
import type { Assignment, Driver, ReviewOutcome } from '../../ports/driver.ts';
import { isCovered } from '../../protocol/coverage/coverage.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';

interface ReviewRecord {
  readonly assignment: Assignment;
  readonly ports: { readonly driver: Pick<Driver, 'coverage'> };
  readonly tools: Pick<AgentTools, 'isTaskLost'> | null;
  /** Files the driver called done. */
  readonly done: ReadonlySet<string>;
  /** `model` is null where an analyzer found it. */
  readonly findings: readonly { readonly file: string; readonly model: string | null }[];
}

export function listReviewed(
  { assignment, ports, tools, done, findings }: ReviewRecord,
  outcome: ReviewOutcome,
  delivered: Readonly<Record<string, readonly LineRange[]>>,
): ReadonlySet<string> {
  if (ports.driver.coverage !== 'delivered') return done;
  const { files, isolation, others } = assignment;
  // Whoever judges the findings of others has done so when it ended well, however much it read again.
  if (isolation === 'shared' || others !== undefined) {
    if (tools?.isTaskLost() === true) return new Set();
    const endedWell = outcome.status === 'completed' && outcome.cutoffReason === null;
    const spokenOf = findings.filter(({ model }) => model !== null).map(({ file }) => file);
    return new Set(endedWell ? files.map(({ path }) => path) : [...done, ...spokenOf]);
  }
  const isReviewed = ({ path, changed, lines }: Assignment['files'][number]): boolean =>
    isCovered(delivered[path] ?? [], changed ?? (lines === 0 ? [] : [{ start: 1, end: lines }]));
  return new Set(files.filter(isReviewed).map(({ path }) => path));
}
