/**
 * Examines the sink dimensions (D1, D4, D5, D6) for hunt.ts: follows every sink that recon knows back to an entry point and looks for
 * checks in the code around each step. Returns evidence, coverage cells, and hotspots for the next round.
 */
import type { CoverageCell } from '../../../ports/auditor.ts';
import type { IndexedFile } from '../../../ports/file-index.ts';
import { listShortfalls, type SinkEvidence } from '../../../protocol/coverage/coverage-evidence.ts';
import { checksOf, type SinkCheck, sinkChecksOf } from '../../../protocol/findings/dimension.ts';
import type { Severity } from '../../../protocol/findings/severity.ts';
import type { Hotspot } from '../../../protocol/rounds/state-transfer.ts';
import { type CodePlace, type SinkSpot, sinksOf } from '../../../recon/recon.ts';
import type { AuditContext, Examination } from './audit-context.ts';
import { leaveOutUnsafe } from './second-look.ts';

/** What stands in the code around a sink when somebody thought of the check. */
const CHECK_PATTERNS: Readonly<Record<SinkCheck, RegExp>> = {
  'external-reach': /./u,
  'path-to-call': /./u,
  'type-lists': /allow|permit|safe_?load|SafeLoader|schema|instanceof|resolveClass|class_?filter/iu,
  scheme: /protocol|scheme|['"]https?:/iu,
  address: /hostname|isPrivate|loopback|127\.|169\.254|allow(?:ed|list)?_?hosts?/iu,
  rebinding: /lookup|dns|redirect|\bagent\b/iu,
};
const LINES_BEFORE = 15;
const LINES_AFTER = 3;

export async function examineSinks(
  context: AuditContext,
  dimension: SinkEvidence['dimension'],
  files: readonly IndexedFile[],
): Promise<Examination<SinkEvidence>> {
  const paths = new Set(files.map(({ path }) => path));
  const sinks = sinksOf(context.recon, dimension).filter(({ file }) => paths.has(file));
  const traces = await Promise.all(sinks.map((sink) => traceSink(context, dimension, sink)));
  const unresolved = findUnresolved(context, dimension, files, sinks);
  const traced = new Map<string, boolean>([...unresolved.keys()].map((path) => [path, false]));
  for (const { sink, isTraced } of traces) traced.set(sink.file, (traced.get(sink.file) ?? true) && isTraced);
  const evidence: SinkEvidence = {
    track: 'sink',
    dimension,
    searches: context.patternsOf(dimension).length,
    emptySearches: sinks.length === 0 && isSearched(context, files) ? context.patternsOf(dimension).length : 0,
    sinks: sinks.length,
    filesHit: traced.size,
    filesTraced: [...traced.values()].filter((isTraced) => isTraced).length,
    completeFlows: traces.filter(({ isComplete }) => isComplete).length,
    checks: isExamined(traces) ? checksOf(dimension) : [],
  };
  const isCovered = listShortfalls(evidence, 'standard').length === 0;
  return {
    evidence,
    cells: rateFiles(context, dimension, files, {
      traced: isCovered ? traced : leaveOpen(traced, traces),
      unresolved,
    }),
    findings: [],
    hotspots: traces.flatMap(({ sink, lacking, isComplete, isJudged }) =>
      isComplete && !isJudged && lacking !== null ? [toHotspot(sink, lacking)] : [],
    ),
  };
}

const LEAST_OUTLINED = 0.8;

/** That no call was found says something only where calls were looked for. */
export function isSearched(
  context: Pick<AuditContext, 'isSource' | 'outlined' | 'analysed'>,
  files: readonly { path: string }[],
): boolean {
  const sources = files.filter(({ path }) => context.isSource(path));
  const searched = sources.filter(({ path }) => context.outlined.has(path) && context.analysed.has(path));
  return searched.length >= LEAST_OUTLINED * sources.length;
}

/** Every sink whose way could be followed was looked at; how many files that must be is for the rating to say. */
const isExamined = (traces: readonly SinkTrace[]): boolean => {
  const traced = traces.filter(({ isTraced }) => isTraced);
  return traced.length > 0 && traced.every(({ lacking }) => lacking !== null);
};

interface SinkTrace {
  readonly sink: SinkSpot;
  /** Followed to an entry point, or to where no caller is left. */
  readonly isTraced: boolean;
  readonly isComplete: boolean;
  /** A rule has judged it: as grave, or without a way to it from an entry point. */
  readonly isJudged: boolean;
  /** Checks of which nothing is seen on the way; null where the way broke off, so nothing was examined. */
  readonly lacking: readonly string[] | null;
}

const isGrave = (severity: Severity): boolean => severity === 'CRITICAL' || severity === 'HIGH';

async function traceSink(
  context: AuditContext,
  dimension: SinkEvidence['dimension'],
  sink: SinkSpot,
): Promise<SinkTrace> {
  const flow = context.trace(sink);
  const judged = context.findings.filter(({ file, line }) => file === sink.file && line === sink.line);
  // A rule that names source and sink has followed the data itself; one that merely knows the call has not.
  const hasFlow = judged.some(({ source, sink: end }) => source !== null && end !== null);
  const isTraced = context.analysed.has(sink.file) && (flow.kind !== 'broken' || hasFlow);
  return {
    sink,
    isTraced,
    isComplete: isTraced && (flow.kind === 'complete' || hasFlow),
    isJudged: judged.some(({ severity }) => isGrave(severity)) || (judged.length > 0 && flow.kind !== 'complete'),
    lacking: isTraced ? await examineChecks(context, dimension, flow.kind === 'complete' ? flow.steps : [sink]) : null,
  };
}

/** Looks around every step of the way; null where one of them cannot be read. */
async function examineChecks(
  context: AuditContext,
  dimension: SinkEvidence['dimension'],
  steps: readonly CodePlace[],
): Promise<readonly string[] | null> {
  const around: string[] = [];
  for (const { file, line } of steps) {
    const lines = await context.linesOf(file);
    if (lines.length === 0) return null;
    around.push(...lines.slice(Math.max(0, line - 1 - LINES_BEFORE), line + LINES_AFTER));
  }
  const text = around.join('\n');
  return sinkChecksOf(dimension).filter((check) => !CHECK_PATTERNS[check].test(leaveOutUnsafe(text)));
}

const toHotspot = ({ file, line, what, category }: SinkSpot, lacking: readonly string[]): Hotspot => ({
  file,
  lines: { start: line, end: line },
  reason: `${category} call ${what} is reached from an entry point${lacking.length === 0 ? '' : `, no ${lacking.join(', ')} check is near`}`,
});

/** While the dimension lacks flows, the files with a sink that no entry point was seen to reach are not done (FACT-02). */
function leaveOpen(traced: ReadonlyMap<string, boolean>, traces: readonly SinkTrace[]): ReadonlyMap<string, boolean> {
  const open = new Set(traces.filter(({ isComplete }) => !isComplete).map(({ sink }) => sink.file));
  return new Map([...traced].map(([file, isTraced]) => [file, isTraced && !open.has(file)]));
}

/** The cells of a dimension that nobody came to. */
export const leaveUntouched = (
  context: AuditContext,
  dimension: SinkEvidence['dimension'],
  files: readonly IndexedFile[],
): readonly CoverageCell[] =>
  rateFiles({ ...context, analysed: new Set() }, dimension, files, { traced: new Map(), unresolved: new Map() });

/** Lines by file; null for what has none. */
type UnresolvedLines = ReadonlyMap<string, readonly (number | null)[]>;

/** Sinks that were resolved to nothing: what data flow gave up on, and calls in a language in which no rule follows data there (FLOW-04). */
function findUnresolved(
  context: AuditContext,
  dimension: SinkEvidence['dimension'],
  files: readonly IndexedFile[],
  sinks: readonly SinkSpot[],
): UnresolvedLines {
  const seen = Map.groupBy(sinks, ({ file }) => file);
  return new Map(
    files
      .map(({ path }) => {
        const given = context.unresolvedIn(path, dimension).map(({ line }) => line);
        const unruled = context.followsData(path, dimension) ? [] : (seen.get(path) ?? []).map(({ line }) => line);
        // That a file was not followed to its end matters where there is something to follow.
        const lines = [...given.filter((line) => line !== null || seen.has(path)), ...unruled];
        return [path, [...new Set(lines)].toSorted((a, b) => (a ?? 0) - (b ?? 0))] as const;
      })
      .filter(([, lines]) => lines.length > 0),
  );
}

interface RatedFiles {
  readonly traced: ReadonlyMap<string, boolean>;
  readonly unresolved: UnresolvedLines;
}

/** A file without a sink is covered by the searches that found none; one with a broken trace, or without an outline, was only searched. */
function rateFiles(
  context: AuditContext,
  dimension: SinkEvidence['dimension'],
  files: readonly IndexedFile[],
  { traced, unresolved }: RatedFiles,
): readonly CoverageCell[] {
  return files.flatMap(({ path }): readonly CoverageCell[] => {
    // A query in a file of its own opens no file, calls no server and loads no object.
    if (!context.isSource(path) || (path.endsWith('.sql') && dimension !== 'D1')) return [];
    if (!context.analysed.has(path)) return [{ dimension, path, status: 'missing' }];
    const isDone = traced.get(path) !== false && context.outlined.has(path);
    if (isDone) return [{ dimension, path, status: 'covered' }];
    const lines = unresolved.get(path);
    return [{ dimension, path, status: 'shallow', ...(lines === undefined ? {} : { unresolved: lines }) }];
  });
}
