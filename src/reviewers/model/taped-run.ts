/**
 * What a recording holds besides the calls of models: the scope, so that a replay over other files is refused at once, and
 * what analyzers found, so that a replay needs none of them and says the same on every machine.
 */
import { ReviewError } from '../../errors.ts';
import type { Assignment, Driver, Index, IndexedFile, ReviewEvent, Snapshot } from '../../ports.ts';
import { comparePaths } from '../../protocol/priority.ts';
import type { MarkQuestion } from './recording.ts';
import type { RecordedAnalysis, ScopeMarks, Tape } from './tape.ts';

/** Long enough that no two files meet by chance. */
const MARK_CHARS = 16;
const MAX_NAMED = 3;

async function markScope(files: readonly IndexedFile[], snapshot: Snapshot, mark: MarkQuestion): Promise<ScopeMarks> {
  const marks = await Promise.all(
    files.map(async ({ path, changed }) => {
      const read = await snapshot.read(path);
      return [
        path,
        mark(JSON.stringify([read.kind === 'text' ? read.text : '', changed])).slice(0, MARK_CHARS),
      ] as const;
    }),
  );
  return Object.fromEntries(marks.sort(([a], [b]) => comparePaths(a, b)));
}

const nameSome = (paths: readonly string[]): string =>
  paths.length <= MAX_NAMED
    ? paths.join(', ')
    : `${paths.slice(0, MAX_NAMED).join(', ')} and ${paths.length - MAX_NAMED} more`;

/** How the scope differs from the recorded one; null where it does not. */
export function describeDifference(recorded: ScopeMarks, found: ScopeMarks): string | null {
  const changed = Object.keys(found).filter((path) => path in recorded && recorded[path] !== found[path]);
  const added = Object.keys(found).filter((path) => !(path in recorded));
  const missing = Object.keys(recorded).filter((path) => !(path in found));
  const parts = [
    ...(changed.length === 0 ? [] : [`changed since: ${nameSome(changed)}`]),
    ...(added.length === 0 ? [] : [`not in the recording: ${nameSome(added)}`]),
    ...(missing.length === 0 ? [] : [`only in the recording: ${nameSome(missing)}`]),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

function requireSameScope(recorded: ScopeMarks, found: ScopeMarks): void {
  const difference = describeDifference(recorded, found);
  if (difference === null) return;
  throw new ReviewError('stale-recording', `the scope is not the one that was recorded; ${difference}.`);
}

/** The index, with the measured scope kept on the tape or compared with it. */
export const tapeIndex = (index: Index, tape: Tape, mark: MarkQuestion): Index => ({
  async *measure(snapshot, entries) {
    const files: IndexedFile[] = [];
    for await (const entry of index.measure(snapshot, entries)) {
      if (entry.kind === 'file') files.push(entry);
      yield entry;
    }
    const marks = await markScope(files, snapshot, mark);
    if (tape.kind === 'record') tape.keepScope(marks);
    else requireSameScope(tape.scope, marks);
  },
});

const keyOf = ({ wave, reviewer, files }: Assignment, mark: MarkQuestion): string =>
  `${wave}/${reviewer.name}/${mark(files.map(({ path }) => path).join('\n')).slice(0, MARK_CHARS)}`;

/** The embedded reviewers, with everything they say kept. */
export const recordDriver = (
  driver: Driver,
  keep: (analysis: RecordedAnalysis) => void,
  mark: MarkQuestion,
): Driver => ({
  ...driver,
  async *review(assignment, tools, ledger, signal) {
    const events: ReviewEvent[] = [];
    for await (const event of driver.review(assignment, tools, ledger, signal)) {
      events.push(event);
      yield event;
    }
    keep({ key: keyOf(assignment, mark), events });
  },
});

/** The embedded reviewers as they were recorded. */
export function playDriver(name: string, analyses: readonly RecordedAnalysis[], mark: MarkQuestion): Driver {
  const byKey = new Map(analyses.map(({ key, events }) => [key, events]));
  return {
    name,
    hasContext: false,
    async *review(assignment) {
      const events = byKey.get(keyOf(assignment, mark));
      if (events !== undefined) return yield* events;
      const message = `what analyzers found for ${assignment.reviewer.name} in wave ${assignment.wave} is not in the recording`;
      yield {
        kind: 'outcome',
        outcome: { status: 'failed', cutoffReason: 'error', verdict: null, vetoReasons: [], message },
      };
    },
  };
}
