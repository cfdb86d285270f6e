/** The sink dimensions (D1, D4, D5, D6): every sink recon knows is followed back, and the code around it is examined. */
import type { CoverageCell } from '../../../audit-port.ts';
import type { IndexedFile } from '../../../ports.ts';
import { REQUIRED_CHECKS, type SinkEvidence } from '../../../protocol/coverage-evidence.ts';
import type { Hotspot } from '../../../protocol/state-transfer.ts';
import { type SinkSpot, sinksOf } from '../../../recon/recon.ts';
import type { AuditScene } from './audit-scene.ts';

export interface SinkExamination {
  readonly evidence: SinkEvidence;
  readonly cells: readonly CoverageCell[];
  /** Sinks an entry point reaches and no rule has judged: the next round looks there first. */
  readonly hotspots: readonly Hotspot[];
}

/** What stands in the code around a sink when somebody thought of the check. */
const CHECK_WORDS: Readonly<Record<string, RegExp>> = {
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
  scene: AuditScene,
  dimension: SinkEvidence['dimension'],
  files: readonly IndexedFile[],
): Promise<SinkExamination> {
  const paths = new Set(files.map(({ path }) => path));
  const sinks = sinksOf(scene.recon, dimension).filter(({ file }) => paths.has(file));
  const traces = await Promise.all(sinks.map((sink) => traceSink(scene, dimension, sink)));
  const traced = new Map<string, boolean>();
  for (const { sink, isTraced } of traces) traced.set(sink.file, (traced.get(sink.file) ?? true) && isTraced);
  return {
    evidence: {
      track: 'sink',
      dimension,
      searches: scene.patternsOf(dimension).length,
      emptySearches: sinks.length === 0 ? scene.patternsOf(dimension).length : 0,
      sinks: sinks.length,
      filesHit: traced.size,
      filesTraced: [...traced.values()].filter((isTraced) => isTraced).length,
      completeFlows: traces.filter(({ isComplete }) => isComplete).length,
      checks: sinks.length > 0 && traces.every(({ lacking }) => lacking !== null) ? REQUIRED_CHECKS[dimension] : [],
    },
    cells: rateFiles(scene, dimension, files, traced),
    hotspots: traces.flatMap(({ sink, lacking, isComplete, isJudged }) =>
      isComplete && !isJudged && lacking !== null ? [toHotspot(sink, lacking)] : [],
    ),
  };
}

interface SinkTrace {
  readonly sink: SinkSpot;
  /** Followed to an entry point, or to where no caller is left. */
  readonly isTraced: boolean;
  readonly isComplete: boolean;
  /** A rule has judged it. */
  readonly isJudged: boolean;
  readonly lacking: readonly string[] | null;
}

async function traceSink(scene: AuditScene, dimension: SinkEvidence['dimension'], sink: SinkSpot): Promise<SinkTrace> {
  const flow = scene.trace(sink);
  const isJudged = scene.findings.some(({ file, line }) => file === sink.file && line === sink.line);
  return {
    sink,
    isTraced: flow.kind !== 'broken' || isJudged,
    isComplete: flow.kind === 'complete' || isJudged,
    isJudged,
    lacking: await examineChecks(scene, dimension, sink),
  };
}

/** Checks of which nothing can be seen near the sink; null where the file cannot be read, so nothing was examined. */
async function examineChecks(
  scene: AuditScene,
  dimension: SinkEvidence['dimension'],
  { file, line }: SinkSpot,
): Promise<readonly string[] | null> {
  const lines = await scene.linesOf(file);
  if (lines.length === 0) return null;
  const around = lines.slice(Math.max(0, line - 1 - LINES_BEFORE), line + LINES_AFTER).join('\n');
  return REQUIRED_CHECKS[dimension].filter((check) => !CHECK_WORDS[check]?.test(around));
}

const toHotspot = ({ file, line, what, category }: SinkSpot, lacking: readonly string[]): Hotspot => ({
  file,
  lines: { start: line, end: line },
  reason: `${category} call ${what} is reached from an entry point${lacking.length === 0 ? '' : `, no ${lacking.join(', ')} check is near`}`,
});

/** A file without a sink is covered by the searches that found none; one with a broken trace was only searched. */
function rateFiles(
  scene: AuditScene,
  dimension: SinkEvidence['dimension'],
  files: readonly IndexedFile[],
  traced: ReadonlyMap<string, boolean>,
): readonly CoverageCell[] {
  return files.flatMap(({ path }): readonly CoverageCell[] => {
    if (!scene.isSource(path)) return [];
    if (!scene.analysed.has(path)) return [{ dimension, path, status: 'missing' }];
    return [{ dimension, path, status: traced.get(path) === false ? 'shallow' : 'covered' }];
  });
}
