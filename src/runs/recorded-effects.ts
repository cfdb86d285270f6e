/**
 * Wraps what a run does besides calls of models, so that it is kept in the journal or recording, or played from it: the scope of the
 * index (a replay over other files is refused), scans of analyzers, searches, and what the embedded reviewers said. Called by
 * wiring/review-ports.ts, wiring/embedded-reviewers.ts and wiring/agent-tools.ts.
 */

import type { ContextSearch } from '../context/tools/semantic-search.ts';
import { ReviewError } from '../errors.ts';
import type { Analyzer, AnalyzerOutcome } from '../ports/analyzer.ts';
import type { Assignment, Driver, ReviewEvent } from '../ports/driver.ts';
import type { Index, IndexedFile } from '../ports/file-index.ts';
import type { Journal, Step } from '../ports/journal.ts';
import { mapAtOnce } from '../ports/map-at-once.ts';
import { createPause } from '../ports/pause.ts';
import type { IgnoredEntry, Snapshot } from '../ports/repository.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';
import { compareText } from '../protocol/text/compare-text.ts';
import { listSome } from '../protocol/text/list-some.ts';
import { hideClaims, readCited, showClaims } from './hidden-claims.ts';
import type { HashText } from './recorded-calls.ts';
import type { RecordedAnalysis, RecordedScope, RunRecording, ScopeHashes } from './recording-file.ts';

/** Long enough that no two files meet by chance. */
const HASH_CHARS = 16;
const MAX_NAMED = 10;

/** Files that are read at the same time. */
const READERS = 16;

/** Null where it was stopped. */
async function hashScope(
  files: readonly IndexedFile[],
  snapshot: Snapshot,
  hash: HashText,
  signal: AbortSignal | undefined,
): Promise<ScopeHashes | null> {
  const pause = createPause();
  const hashes = await mapAtOnce(files, READERS, async ({ path, changed }) => {
    await pause();
    if (signal?.aborted) return [path, ''] as const;
    const read = await snapshot.read(path);
    const text = JSON.stringify([read.kind === 'text' ? read.text : '', changed]);
    return [path, hash(text).slice(0, HASH_CHARS)] as const;
  });
  return signal?.aborted ? null : Object.fromEntries(hashes.toSorted(([a], [b]) => compareText(a, b)));
}

const nameSome = (paths: readonly string[]): string => listSome(paths, MAX_NAMED);

/** How the scope differs from the recorded one; null where it does not. */
export function describeDifference(recorded: ScopeHashes, found: ScopeHashes): string | null {
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

/** A replay stands for the whole scope; a run that goes on stands for the files it began with. */
function requireSameScope(recorded: RecordedScope, found: ScopeHashes, { kind }: Pick<RunRecording, 'kind'>): void {
  const isResumed = recorded.entries !== undefined;
  const seen = isResumed ? Object.fromEntries(Object.entries(found).filter(([path]) => path in recorded.marks)) : found;
  const difference = describeDifference(recorded.marks, seen);
  if (difference === null) return;
  const code = kind === 'replay' ? 'stale-recording' : 'stale-run';
  throw new ReviewError(code, `the scope is not the one that was recorded; ${difference}.`);
}

/** The index, with its scope recorded or compared. A scope that was not read to its end is none. */
export const journalIndex = (
  index: Index,
  recording: Pick<RunRecording, 'kind' | 'journal'>,
  hash: HashText,
): Index => ({
  async *measure(snapshot, entries, signal) {
    const found: (IndexedFile | IgnoredEntry)[] = [];
    for await (const entry of index.measure(snapshot, entries, signal)) found.push(entry);
    const files = found.filter((entry) => entry.kind === 'file');
    const hashes = await hashScope(files, snapshot, hash, signal);
    if (hashes === null) return yield* found;
    const step = { key: 'scope', kind: 'scope', inputHash: '' };
    const { value, isRecorded } = await recording.journal.step<RecordedScope>(step, async () => ({
      marks: hashes,
      entries: found,
    }));
    if (isRecorded) requireSameScope(value, hashes, recording);
    yield* value.entries ?? found;
  },
});

/** An analyzer whose scans are made once. What was stopped is not a scan. */
export function journalAnalyzer<T extends Analyzer>(
  analyzer: T,
  journal: Journal,
  hash: HashText,
  redactor: Redactor,
): T {
  /** A program of another tells its version while it scans; where the scan is replayed, the record tells it. */
  let played: string | null = null;
  const { version } = analyzer;
  const scan: Analyzer['scan'] = async (files, snapshot, signal) => {
    const paths = hash(files.map(({ path }) => path).join('\n')).slice(0, HASH_CHARS);
    const step: Step<AnalyzerOutcome & { readonly version: string | null }> = {
      key: `scan/${analyzer.name}/${paths}`,
      kind: 'scan',
      inputHash: version ?? '',
      settle: () => (signal.aborted ? 'drop' : 'keep'),
    };
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    const textOf = (path: string): string | null => texts.get(path) ?? null;
    let made: AnalyzerOutcome | null = null;
    const { value } = await journal.step(step, async () => {
      made = await analyzer.scan(files, snapshot, signal);
      return { ...made, findings: hideClaims(made.findings, textOf, redactor), version: analyzer.version };
    });
    const { version: told, ...kept } = value;
    played = told ?? played;
    return made ?? { ...kept, findings: showClaims(kept.findings, textOf, redactor) };
  };
  const kept = Object.assign(Object.create(analyzer) as T, { scan });
  return Object.defineProperty(kept, 'version', { get: () => analyzer.version ?? played });
}

/** A search that is made once in a run, whoever asks. A recording that has it not was made by one that did not keep it. */
export const journalSearch =
  (
    look: ContextSearch,
    journal: Journal,
    { hash, isPaid }: { readonly hash: (request: Parameters<ContextSearch>[0]) => string; readonly isPaid: boolean },
  ): ContextSearch =>
  async (request) => {
    const step = { key: `search/${hash(request).slice(0, HASH_CHARS)}`, kind: 'search', inputHash: '', isPaid };
    const kept = await journal
      .step(step, async () => look(request))
      .catch((error: unknown) => {
        if (error instanceof ReviewError && error.code === 'stale-recording') return null;
        throw error;
      });
    return kept === null ? look(request) : kept.value;
  };

const keyOf = ({ wave, reviewer, files }: Assignment, hash: HashText): string =>
  `${wave}/${reviewer.name}/${hash(files.map(({ path }) => path).join('\n')).slice(0, HASH_CHARS)}`;

/** The embedded reviewers, with everything they say kept. Before its end is told: nobody asks a reviewer for more after it. */
export const recordDriver = (
  driver: Driver,
  keep: (analysis: RecordedAnalysis) => void,
  hash: HashText,
  redactor: Redactor,
): Driver => ({
  ...driver,
  async *review(assignment, tools, ledger, signal) {
    const events: ReviewEvent[] = [];
    for await (const event of driver.review(assignment, tools, ledger, signal)) {
      events.push(event);
      if (event.kind === 'outcome')
        keep({ key: keyOf(assignment, hash), events: await mapClaims(hideClaims, events, tools.snapshot, redactor) });
      yield event;
    }
  },
});

/** The events of a driver with the texts of their claims hidden, or shown again. */
async function mapClaims(
  map: typeof hideClaims,
  events: readonly ReviewEvent[],
  snapshot: Snapshot,
  redactor: Redactor,
): Promise<readonly ReviewEvent[]> {
  const claims = events.flatMap((event) => (event.kind === 'finding' ? [event.finding] : []));
  const mapped = map(claims, await readCited(claims, snapshot), redactor).values();
  return events.map((event) =>
    event.kind === 'finding' ? { ...event, finding: mapped.next().value ?? event.finding } : event,
  );
}

/** The embedded reviewers as they were recorded. */
export function replayDriver(
  name: string,
  analyses: readonly RecordedAnalysis[],
  hash: HashText,
  redactor: Redactor,
): Driver {
  const byKey = new Map(analyses.map(({ key, events }) => [key, events]));
  return {
    name,
    hasContext: false,
    async *review(assignment, tools) {
      const events = byKey.get(keyOf(assignment, hash));
      if (events !== undefined) return yield* await mapClaims(showClaims, events, tools.snapshot, redactor);
      const message = `the recording has no analyzer results for ${assignment.reviewer.name} in wave ${assignment.wave}`;
      yield {
        kind: 'outcome',
        outcome: { status: 'failed', cutoffReason: 'error', verdict: null, vetoReasons: [], message },
      };
    },
  };
}
