/**
 * Scans each file with each analyzer at most once per snapshot, in batches, however many reviewers and waves ask (HOST-15), and
 * returns the findings and state of the file. Keeps findings, never texts or trees. A scan that was aborted is forgotten, so that
 * another asker can repeat it. Called by embedded-driver.ts.
 */

import type {
  Analyzer,
  AnalyzerFinding,
  AnalyzerOutcome,
  ExaminedPlace,
  SettledFinding,
  SourceFile,
  UnresolvedSink,
} from '../../ports/analyzer.ts';
import type { AssignedFile } from '../../ports/driver.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { LimitedFile } from '../../protocol/coverage/limited-files.ts';
import { boundFindings } from './bound-findings.ts';

export interface FileScan {
  /**
   * `partial`: what was found is kept, but the analyzer could not say which file it left out; `unparsed`: the text breaks
   * the rules of its format, and was read as far as that goes.
   */
  readonly state: 'ended' | 'partial' | 'unparsed' | 'unfinished' | 'absent' | 'unreadable' | 'aborted';
  readonly findings: readonly AnalyzerFinding[];
  readonly reason: string | null;
  /** In what it was looked at less closely than usual. */
  readonly limits?: readonly LimitedFile[];
  /** Whether more can be said once all other files are known. */
  readonly isOpen?: boolean;
  /** Findings of others that it looked into and that do not stand. */
  readonly settled?: readonly SettledFinding[];
  readonly unresolved?: readonly UnresolvedSink[];
  readonly examined?: readonly ExaminedPlace[];
}

export interface ScanRequest {
  readonly analyzer: Analyzer;
  readonly reviewer: string;
  readonly file: AssignedFile;
  /** Files that will be wanted next, from this index on: they may share the batch. */
  readonly ahead: { readonly files: readonly AssignedFile[]; readonly from: number };
}

export interface ScanCache {
  /** Never rejects. */
  scan(request: ScanRequest, signal: AbortSignal): Promise<FileScan>;
}

/** Large enough to be shared by several threads, small enough that the batches of all analyzers fit into memory. */
const MAX_BATCH_FILES = 256;
const MAX_BATCH_TOKENS = 500_000;

const UNREADABLE: FileScan = { state: 'unreadable', findings: [], reason: null };
const UNREAD: FileScan = { state: 'absent', findings: [], reason: 'no rule applies to these files' };
const ABORTED: FileScan = { state: 'aborted', findings: [], reason: null };

type Claims = Map<string, Promise<FileScan>>;

export function createScanCache(snapshot: Snapshot): ScanCache {
  const claimsByAnalyzer = new Map<Analyzer, Claims>();

  const claim = (request: ScanRequest, signal: AbortSignal): Promise<FileScan> => {
    const { analyzer, file } = request;
    const claims = getOrAdd(claimsByAnalyzer, analyzer, () => new Map<string, Promise<FileScan>>());
    const known = claims.get(file.path);
    if (known) return known;

    const batch = takeBatch(request, claims);
    const results = scanBatch(analyzer, batch, snapshot, signal);
    for (const { path } of batch) {
      claims.set(
        path,
        results.then((scans) => {
          const scan = scans.get(path) ?? ABORTED;
          if (scan.state === 'aborted') claims.delete(path);
          return scan;
        }),
      );
    }
    return claims.get(file.path) ?? Promise.resolve(ABORTED);
  };

  return {
    async scan(request, signal) {
      let scan = await claim(request, signal);
      while (scan.state === 'aborted' && !signal.aborted) scan = await claim(request, signal);
      return scan;
    },
  };
}

function takeBatch({ analyzer, reviewer, file, ahead }: ScanRequest, claims: Claims): readonly AssignedFile[] {
  const batch = [file];
  let { tokens } = file;
  for (let at = ahead.from; at < ahead.files.length && batch.length < MAX_BATCH_FILES; at += 1) {
    const next = ahead.files[at];
    if (!next || tokens + next.tokens > MAX_BATCH_TOKENS) break;
    if (claims.has(next.path) || !analyzer.accepts(next.path, next.language, reviewer)) continue;
    batch.push(next);
    tokens += next.tokens;
  }
  return batch;
}

async function scanBatch(
  analyzer: Analyzer,
  batch: readonly AssignedFile[],
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FileScan>> {
  const scans = new Map<string, FileScan>();
  try {
    const sources = await readBatch(batch, snapshot, scans);
    if (sources.length === 0 || signal.aborted) return scans;
    const outcome = await analyzer.scan(sources, snapshot, signal);
    if (!signal.aborted) fileOutcome(scans, sources, outcome);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    for (const { path } of batch) if (!scans.has(path)) scans.set(path, { state: 'unfinished', findings: [], reason });
  }
  return scans;
}

async function readBatch(
  batch: readonly AssignedFile[],
  snapshot: Snapshot,
  scans: Map<string, FileScan>,
): Promise<readonly SourceFile[]> {
  const sources: SourceFile[] = [];
  for (const { path, language, changed } of batch) {
    const read = await snapshot.read(path);
    if (read.kind === 'text') sources.push({ path, language, changed, text: read.text });
    else scans.set(path, UNREADABLE);
  }
  return sources;
}

/** Splits an analyzer's outcome by file. What it found outside the files it was given belongs to nobody and is dropped. */
function fileOutcome(scans: Map<string, FileScan>, sources: readonly SourceFile[], outcome: AnalyzerOutcome): void {
  const byPath = new Map<string, AnalyzerFinding[]>(sources.map(({ path }) => [path, []]));
  for (const finding of outcome.findings) byPath.get(finding.file)?.push(finding);
  const unfinished = new Set(outcome.unfinished);
  const unread = new Set(outcome.unread);
  const open = new Set(outcome.open);
  const settled = Map.groupBy(outcome.settled ?? [], ({ file }) => file);
  const unresolved = Map.groupBy(outcome.unresolved ?? [], ({ file }) => file);
  const examined = Map.groupBy(outcome.examined ?? [], ({ file }) => file);
  const limits = Map.groupBy(outcome.limits ?? [], ({ path }) => path);
  const saidOf = (path: string): Pick<FileScan, 'settled' | 'unresolved' | 'examined'> => ({
    settled: settled.get(path) ?? [],
    unresolved: unresolved.get(path) ?? [],
    examined: examined.get(path) ?? [],
  });
  const faults = new Map(outcome.unparsed?.map(({ path, fault }) => [path, fault]));
  const isPartial = outcome.status === 'partial' && unfinished.size + faults.size === 0;
  const scanOf = (path: string): FileScan => {
    const findings = byPath.get(path) ?? [];
    const { status, reason } = outcome;
    if (status === 'absent') return { state: 'absent', findings: [], reason };
    if (status === 'failed' || unfinished.has(path))
      return { state: 'unfinished', findings, reason: outcome.reasons?.[path] ?? reason };
    if (unread.has(path)) return UNREAD;
    const fault = faults.get(path);
    if (fault !== undefined) return { state: 'unparsed', findings, reason: fault };
    if (isPartial) return { state: 'partial', findings, reason };
    const told = status === 'completed' ? reason : null;
    return { state: 'ended', findings, reason: told, isOpen: open.has(path), ...saidOf(path) };
  };
  for (const { path } of sources) {
    const limited = limits.get(path);
    scans.set(path, { ...boundFindings(scanOf(path)), ...(limited ? { limits: limited } : {}) });
  }
}
