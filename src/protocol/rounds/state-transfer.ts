/**
 * Builds from the recorded history of an audit the state that the next round's agents are given (files read, searches, findings,
 * gaps …; TRANSFER-01..10, TRANSFER-18, AUD-11, AUD-12, AUD-17, AUD-31, HOST-12), within a token limit; what is left out is
 * counted. Called by engine/audit/hunt-rounds.ts.
 */

import { listGaps } from '../coverage/gaps.ts';
import { type DimensionCoverage, formatCoverage } from '../findings/dimension.ts';
import type { LineRange } from '../findings/finding.ts';
import { SEVERITIES, type Severity, toAuditSeverity } from '../findings/severity.ts';
import {
  type FalsePositive,
  MAX_FILES_READ,
  MAX_SEARCHES,
  MAX_SUMMARIES,
  type PastSearch,
  type RoundContext,
  type SummaryWire,
  type TransferData,
} from './round-context.ts';
import { fitTransfer } from './state-transfer-limit.ts';
import { isSafeCwe, sanitizeId, sanitizePath, sanitizeReason } from './transfer-sanitising.ts';

export const TRANSFER_LIMIT_TOKENS = 8192;

export interface Hotspot {
  readonly file: string;
  readonly lines: LineRange;
  readonly reason: string;
}

export interface PastFinding extends Omit<SummaryWire, 'severity'> {
  readonly severity: Severity;
}

/** What the host recorded over all rounds so far. Lists are oldest first. */
export interface AuditHistory {
  readonly coverage: DimensionCoverage;
  readonly filesRead: readonly string[];
  readonly cleanFiles: readonly string[];
  readonly falsePositives: readonly FalsePositive[];
  readonly hotspots: readonly Hotspot[];
  readonly searches: readonly PastSearch[];
  readonly findings: readonly PastFinding[];
}

/** What did not get into the prompt, per field; all zero where everything did. */
export interface TransferLosses {
  /** Files that are listed by directory only, or not at all. */
  readonly filesAggregated: number;
  readonly filesDropped: number;
  readonly findingsMerged: number;
  readonly findingsDropped: number;
  readonly hotspotsDropped: number;
  readonly falsePositivesDropped: number;
  readonly cleanDropped: number;
  readonly searchesDropped: number;
  /** Entries with a path or line that may not enter a prompt. */
  readonly unsafeDropped: number;
}

export type StateTransfer =
  | {
      readonly kind: 'transfer';
      readonly context: RoundContext;
      readonly losses: TransferLosses;
      /** Tokens of the context; above the limit only where the required fields alone are. */
      readonly tokens: number;
      readonly warnings: readonly string[];
    }
  /** No file was read: the round failed, and there is nothing to hand over. */
  | { readonly kind: 'nothing'; readonly reason: string };

export interface TransferRequest {
  /** The round that is about to start, at least 2. */
  readonly nextRound: number;
  readonly history: AuditHistory;
  readonly count: (text: string) => number;
  readonly limitTokens?: number;
}

export function buildStateTransfer({ nextRound, history, count, limitTokens }: TransferRequest): StateTransfer {
  const files = listFiles(history.filesRead);
  if (files.entries.length === 0) return { kind: 'nothing', reason: 'no file was read' };
  const summaries = summarizeFindings(history.findings);
  const hotspots = keepSafe(history.hotspots, toHotspotWire);
  const falsePositives = keepSafe(history.falsePositives, toFalsePositiveWire);
  const clean = keepSafe(history.cleanFiles, sanitizePath);
  const searches = keepSafe(history.searches, toSearchWire);

  const frame = frameRound(nextRound, {
    FILES_READ: files.entries,
    COVERED: formatCoverage(history.coverage),
    GAPS: listGaps(history.coverage),
  });
  const fitted = fitTransfer({
    frame,
    optional: {
      FINDINGS_SUMMARY: summaries.entries,
      HOTSPOTS: hotspots.entries,
      FALSE_POSITIVES: falsePositives.entries,
      CLEAN: clean.entries,
      GREP_DONE: searches.entries.slice(-MAX_SEARCHES),
    },
    count,
    limitTokens: limitTokens ?? TRANSFER_LIMIT_TOKENS,
  });
  const capped = Math.max(0, searches.entries.length - MAX_SEARCHES);
  const losses: TransferLosses = {
    filesAggregated: files.aggregated,
    filesDropped: files.dropped,
    findingsMerged: summaries.merged,
    findingsDropped: summaries.dropped + fitted.dropped.FINDINGS_SUMMARY,
    hotspotsDropped: fitted.dropped.HOTSPOTS,
    falsePositivesDropped: fitted.dropped.FALSE_POSITIVES,
    cleanDropped: fitted.dropped.CLEAN,
    searchesDropped: capped + fitted.dropped.GREP_DONE,
    unsafeDropped:
      files.unsafe + summaries.unsafe + hotspots.unsafe + falsePositives.unsafe + clean.unsafe + searches.unsafe,
  };
  return { kind: 'transfer', context: fitted.context, losses, tokens: fitted.tokens, warnings: describeLosses(losses) };
}

const frameRound = (nextRound: number, data: TransferData): RoundContext => {
  const current = Math.max(2, Math.floor(nextRound));
  return {
    round_context: {
      current_round: current,
      previous_rounds: Array.from({ length: current - 1 }, (_, i) => i + 1),
      transfer_data: data,
    },
  };
};

interface FileList {
  readonly entries: readonly string[];
  readonly aggregated: number;
  readonly dropped: number;
  readonly unsafe: number;
}

/** Up to 100 paths; above that directories as `dir:count`; above 100 directories the newest 100. */
function listFiles(filesRead: readonly string[]): FileList {
  const paths = new Set<string>();
  let unsafe = 0;
  for (const file of filesRead) {
    const path = sanitizePath(file);
    if (path === null) unsafe += 1;
    else {
      // A file read again moves to the end: order is by the latest reading.
      paths.delete(path);
      paths.add(path);
    }
  }
  if (paths.size <= MAX_FILES_READ) return { entries: [...paths], aggregated: 0, dropped: 0, unsafe };
  const directories = new Map<string, number>();
  for (const path of paths) {
    const directory = directoryOf(path);
    const files = directories.get(directory) ?? 0;
    directories.delete(directory);
    directories.set(directory, files + 1);
  }
  const kept = [...directories].slice(-MAX_FILES_READ);
  const aggregated = kept.reduce((sum, [, files]) => sum + files, 0);
  return {
    entries: kept.map(([directory, files]) => `${directory}:${files}`),
    aggregated,
    dropped: paths.size - aggregated,
    unsafe,
  };
}

function directoryOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '.' : path.slice(0, slash);
}

interface SummaryList {
  readonly entries: readonly SummaryWire[];
  readonly merged: number;
  readonly dropped: number;
  readonly unsafe: number;
}

/** Most severe first, at most 30; where Critical and High alone are more, those of one CWE and file are merged first. */
function summarizeFindings(findings: readonly PastFinding[]): SummaryList {
  const buckets: Record<Severity, SummaryWire[]> = { CRITICAL: [], HIGH: [], MEDIUM: [], LOW: [] };
  let unsafe = 0;
  for (const finding of findings) {
    const summary = toSummaryWire(finding);
    if (summary === null) unsafe += 1;
    else buckets[finding.severity].push(summary);
  }
  const severe = [...buckets.CRITICAL, ...buckets.HIGH];
  const merged = severe.length > MAX_SUMMARIES ? mergeSummaries(severe) : severe;
  const ordered = [...merged, ...buckets.MEDIUM, ...buckets.LOW];
  return {
    entries: ordered.slice(0, MAX_SUMMARIES),
    merged: severe.length - merged.length,
    dropped: Math.max(0, ordered.length - MAX_SUMMARIES),
    unsafe,
  };
}

/** The first of each CWE and file stays: it is the most severe, as the list is ordered. */
function mergeSummaries(summaries: readonly SummaryWire[]): readonly SummaryWire[] {
  const seen = new Set<string>();
  return summaries.filter(({ cwe, file }) => {
    const key = `${cwe}\n${file}`;
    if (cwe === null) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function toSummaryWire(finding: PastFinding): SummaryWire | null {
  const file = sanitizePath(finding.file);
  const id = sanitizeId(finding.id);
  if (file === null || id === '' || !SEVERITIES.includes(finding.severity)) return null;
  return {
    id,
    severity: toAuditSeverity(finding.severity),
    cwe: finding.cwe !== null && isSafeCwe(finding.cwe) ? finding.cwe : null,
    file,
    status: finding.status,
  };
}

const isLine = (line: number): boolean => Number.isSafeInteger(line) && line >= 1;

function toHotspotWire({ file, lines, reason }: Hotspot): { file: string; lines: string; reason: string } | null {
  const path = sanitizePath(file);
  if (path === null || !isLine(lines.start) || !isLine(lines.end) || lines.end < lines.start) return null;
  return { file: path, lines: `${lines.start}-${lines.end}`, reason: sanitizeReason(reason) };
}

function toFalsePositiveWire({ file, line, reason }: FalsePositive): FalsePositive | null {
  const path = sanitizePath(file);
  return path === null || !isLine(line) ? null : { file: path, line, reason: sanitizeReason(reason) };
}

function toSearchWire({ pattern, scope }: PastSearch): PastSearch | null {
  const shown = sanitizeReason(pattern);
  const path = scope === '' || scope === './' ? '.' : sanitizePath(scope);
  return shown === '' || path === null ? null : { pattern: shown, scope: path };
}

function keepSafe<T, W>(
  items: readonly T[],
  toWire: (item: T) => W | null,
): { readonly entries: readonly W[]; readonly unsafe: number } {
  const entries = items.map(toWire).filter((entry) => entry !== null);
  return { entries, unsafe: items.length - entries.length };
}

function describeLosses(losses: TransferLosses): readonly string[] {
  const texts: readonly (readonly [number, string])[] = [
    [losses.filesDropped, 'files read are not listed'],
    [losses.findingsMerged, 'findings were merged by CWE and file'],
    [losses.findingsDropped, 'findings are not summarised'],
    [losses.hotspotsDropped, 'hotspots are not listed'],
    [losses.falsePositivesDropped, 'false positives are not listed'],
    [losses.cleanDropped, 'clean files are not listed'],
    [losses.searchesDropped, 'searches are not listed'],
    [losses.unsafeDropped, 'entries are not fit for a prompt'],
  ];
  return texts.filter(([number]) => number > 0).map(([number, text]) => `state transfer: ${number} ${text}`);
}
