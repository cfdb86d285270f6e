/**
 * Decides from the recorded history whether an agent of a later round may read a file or make a search again, and whether a new
 * finding is a known false positive; every refusal has a reason (TRANSFER-11..15, TURNS-03, AUD-09, AUD-13, HOST-12). Called by
 * reviewers/model/audit/hunt-tools.ts, engine/audit/hunt-rounds.ts and engine/audit/settle-hunt.ts.
 */

import { planTurns } from '../budget/turns.ts';
import { countLeading } from '../collections/count-leading.ts';
import { listGaps } from '../coverage/gaps.ts';
import { compareDimensions, type Dimension } from '../findings/dimension.ts';
import type { LineRange } from '../findings/finding.ts';
import { sampleItems } from './sampling.ts';
import type { AuditHistory } from './state-transfer.ts';

/** Lines around a false positive that count as the same place. */
export const FALSE_POSITIVE_REACH_LINES = 5;
const CLEAN_SAMPLE_SHARE = 10;

/** The history prepared for many questions. */
export interface HistoryIndex {
  readonly round: number;
  readonly emergency: boolean;
  readonly gaps: ReadonlySet<Dimension>;
  readonly filesRead: ReadonlySet<string>;
  readonly hotspotFiles: ReadonlySet<string>;
  readonly findingIds: ReadonlySet<string>;
  /** Scopes already searched, by pattern. */
  readonly searchedScopes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sorted lines of false positives, by file. */
  readonly falsePositiveLines: ReadonlyMap<string, readonly number[]>;
  /** Clean files that are to be left alone: the sample is not among them. */
  readonly cleanFiles: ReadonlySet<string>;
  /** Clean files that are looked at again (HOST-12). */
  readonly cleanSample: ReadonlySet<string>;
}

export interface IndexedRound {
  readonly round: number;
  readonly emergency?: boolean;
  /** Decides which clean files are looked at again. */
  readonly seed: string;
}

export function indexHistory(history: AuditHistory, { round, emergency = false, seed }: IndexedRound): HistoryIndex {
  const searchedScopes = new Map<string, Set<string>>();
  for (const { pattern, scope } of history.searches) {
    const scopes = searchedScopes.get(pattern) ?? new Set();
    searchedScopes.set(pattern, scopes.add(normalizeScope(scope)));
  }
  const falsePositiveLines = new Map<string, number[]>();
  for (const { file, line } of history.falsePositives) {
    const lines = falsePositiveLines.get(file);
    if (lines === undefined) falsePositiveLines.set(file, [line]);
    else lines.push(line);
  }
  for (const lines of falsePositiveLines.values()) lines.sort((a, b) => a - b);
  const cleanFiles = new Set(history.cleanFiles);
  const cleanSample = new Set(sampleCleanFiles(history.cleanFiles, seed));
  for (const file of cleanSample) cleanFiles.delete(file);
  return {
    round,
    emergency,
    gaps: new Set(listGaps(history.coverage)),
    filesRead: new Set(history.filesRead),
    hotspotFiles: new Set(history.hotspots.map(({ file }) => file)),
    findingIds: new Set(history.findings.map(({ id }) => id)),
    searchedScopes,
    falsePositiveLines,
    cleanFiles,
    cleanSample,
  };
}

export type Permission =
  | { readonly kind: 'allowed'; readonly reread: boolean }
  | { readonly kind: 'refused'; readonly reason: string };

const ALLOWED: Permission = { kind: 'allowed', reread: false };

export interface ReadRequest {
  readonly file: string;
  /** Null = the whole file. */
  readonly range: LineRange | null;
  /** The dimension the reading is for, as named by the agent. */
  readonly dimension: Dimension | null;
  /** Something found in this round points to the file. */
  readonly newEvidence?: boolean;
}

/**
 * A file is read once, except hotspots, the sample of clean files, clean files that something new points to, and line ranges
 * for a dimension that is still a gap.
 */
export function judgeRead(
  index: HistoryIndex,
  { file, range, dimension, newEvidence = false }: ReadRequest,
): Permission {
  if (!index.filesRead.has(file)) return ALLOWED;
  const isClean = index.cleanFiles.has(file) || index.cleanSample.has(file);
  if (index.hotspotFiles.has(file) || (isClean && !isSkippedFile(index, file, newEvidence)))
    return { kind: 'allowed', reread: true };
  if (range === null || dimension === null)
    return { kind: 'refused', reason: `${file} was read; ask for a line range and name the dimension it is for` };
  if (!index.gaps.has(dimension)) return { kind: 'refused', reason: `${file} was read, and ${dimension} is no gap` };
  return { kind: 'allowed', reread: true };
}

export interface SearchRequest {
  readonly pattern: string;
  readonly scope: string;
  /** Id of a known finding or file of a hotspot whose flow is followed; null = a search for something new. */
  readonly traces: string | null;
  /** The dimension the search is for, as named by the agent. */
  readonly dimension?: Dimension | null;
  /** Something found in this round points to the scope. */
  readonly newEvidence?: boolean;
}

/**
 * No search is repeated unless its scope is narrower, none is made in a clean file alone unless something new or a gap asks
 * for it, and the attack-chain round only follows what is known.
 */
export function judgeSearch(
  index: HistoryIndex,
  { pattern, scope, traces, dimension = null, newEvidence = false }: SearchRequest,
): Permission {
  const followsKnown = traces !== null && (index.findingIds.has(traces) || index.hotspotFiles.has(traces));
  const { allowsBreadthSearch } = planTurns(index.round, { emergency: index.emergency });
  if (!allowsBreadthSearch && !followsKnown)
    return { kind: 'refused', reason: `round ${index.round} follows known findings and hotspots only` };
  const wanted = normalizeScope(scope);
  const isAskedFor = newEvidence || followsKnown || (dimension !== null && index.gaps.has(dimension));
  if (isSkippedFile(index, wanted, isAskedFor))
    return { kind: 'refused', reason: `${wanted} was called clean, and nothing new points there` };
  for (const done of index.searchedScopes.get(pattern) ?? [])
    if (isInside(done, wanted))
      return { kind: 'refused', reason: `already searched in ${done || '.'}; narrow the scope` };
  return ALLOWED;
}

const normalizeScope = (scope: string): string => scope.replace(/^(?:\.\/+|\.$)/u, '').replace(/\/+$/u, '');

/** Whether `inner` is `outer` or lies below it; the empty scope is the whole project. */
const isInside = (inner: string, outer: string): boolean =>
  outer === '' || inner === outer || inner.startsWith(`${outer}/`);

/** Whether a clean file is left alone: nothing found since points to it, and no analyzer has hit it (TRANSFER-14). */
export const isSkippedFile = (index: HistoryIndex, file: string, newEvidence: boolean): boolean =>
  index.cleanFiles.has(file) && !index.hotspotFiles.has(file) && !newEvidence;

/** Whether a place is a known false positive: the same file, at most five lines away. */
export function isKnownFalsePositive(index: HistoryIndex, file: string, lines: LineRange): boolean {
  const known = index.falsePositiveLines.get(file) ?? [];
  const from = lines.start - FALSE_POSITIVE_REACH_LINES;
  const nearest = known[countLeading(known, (line) => line < from)];
  return nearest !== undefined && nearest <= lines.end + FALSE_POSITIVE_REACH_LINES;
}

export interface NewPlace {
  readonly file: string;
  readonly lines: LineRange;
  /** Said by an analyzer: no false positive ever hides that (HOST-12). */
  readonly isAnalyzers: boolean;
}

/** Whether a new finding is flagged and not counted: it lies where an earlier round found nothing (TRANSFER-15). */
export const isRuledOut = (index: HistoryIndex, { file, lines, isAnalyzers }: NewPlace): boolean =>
  !isAnalyzers && isKnownFalsePositive(index, file, lines);

/** Gaps first, in the order D1..D10; then the rest. */
export function orderDimensions(dimensions: readonly Dimension[], gaps: readonly Dimension[]): readonly Dimension[] {
  const urgency = (dimension: Dimension): number => (gaps.includes(dimension) ? 0 : 1);
  return [...dimensions].sort((a, b) => urgency(a) - urgency(b) || compareDimensions(a, b));
}

/** A tenth of the clean files, rounded up, is looked at again. */
export const sampleCleanFiles = (files: readonly string[], seed: string): readonly string[] =>
  sampleItems([...new Set(files)], Math.ceil(new Set(files).size / CLEAN_SAMPLE_SHARE), (file) => file, seed);
