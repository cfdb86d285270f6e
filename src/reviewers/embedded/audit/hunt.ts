/**
 * Carries out the task of one hunt agent without a model: examines each of its dimensions (examine-*.ts) and returns the analyzers'
 * findings of these dimensions with evidence and coverage cells (HOST-15). Called by embedded-auditor.ts; model/audit/hunt-trail.ts
 * uses `findInapplicable`.
 */
import type { HuntResult, HuntTask } from '../../../ports/auditor.ts';
import type { InapplicabilityEvidence } from '../../../protocol/coverage/coverage-evidence.ts';
import { DIMENSION_PROFILES, type Dimension, isOfTrack } from '../../../protocol/findings/dimension.ts';
import type { ClaimedFinding } from '../../../protocol/findings/finding.ts';
import { NO_CLAIMS } from '../../../protocol/output/agent-claims.ts';
import type { AgentOutput } from '../../../protocol/output/agent-output.ts';
import { sinksOf } from '../../../recon/recon.ts';
import type { AuditContext, Examination } from './audit-context.ts';
import { examineControls } from './examine-controls.ts';
import { examineSettings } from './examine-settings.ts';
import { examineSinks, isSearched, leaveUntouched } from './examine-sinks.ts';

/** What agents of this audit have examined: a later round takes it as it is. */
export type Examined = {
  readonly dimension: Dimension;
  readonly paths: ReadonlySet<string>;
  readonly result: Promise<Examination>;
}[];

export interface HuntTerms {
  readonly examined: Examined;
  readonly signal?: AbortSignal;
}

export async function huntEmbedded(
  task: HuntTask,
  context: AuditContext,
  { examined, signal }: HuntTerms = { examined: [] },
): Promise<HuntResult> {
  const examinations: Examination[] = [];
  for (const dimension of task.dimensions) {
    // Stopped during the scan or here: what is left of its dimensions nobody has examined.
    if (signal?.aborted === true) break;
    examinations.push(await examineOnce(context, dimension, task, examined));
  }
  const isCut = examinations.length < task.dimensions.length;
  const known = new Set(task.findings.map(({ rule, file, line }) => `${rule}:${file}:${line}`));
  const paths = new Set(task.files.map(({ path }) => path));
  const found = [...context.findings, ...examinations.flatMap(({ findings }) => findings)].filter(
    ({ dimension, file, rule, line }) =>
      dimension !== null &&
      task.dimensions.includes(dimension) &&
      file !== null &&
      paths.has(file) &&
      !known.has(`${rule}:${file}:${line}`),
  );
  const untouched = task.dimensions.slice(examinations.length).filter((dimension) => isOfTrack(dimension, 'sink'));
  const cells = [
    ...examinations.flatMap((examination) => examination.cells),
    ...untouched.flatMap((dimension) => leaveUntouched(context, dimension, task.files)),
  ];
  // What an earlier round has read and searched for is known, not done again (TRANSFER-11, TRANSFER-13).
  const done = task.transfer?.history;
  const searched = task.dimensions.slice(0, examinations.length);
  const searches = searched
    .flatMap((dimension) => context.patternsOf(dimension).map(({ pattern }) => pattern))
    .filter((pattern) => !done?.searchedScopes.has(pattern));
  const seen = [
    ...cells.filter(({ status }) => status !== 'missing').map(({ path }) => path),
    ...found.flatMap(({ file }) => file ?? []),
  ];
  const read = new Set(seen.filter((path) => !done?.filesRead.has(path)));
  const flawed = new Set(found.map(({ file }) => file));
  return {
    ending: isCut ? 'aborted' : 'replied',
    reason: null,
    output: reply(task, found),
    trail: {
      filesRead: [...read],
      delivered: null,
      searches: searches.map((pattern) => ({ pattern, scope: '.' })),
      evidence: examinations.map(({ evidence }) => evidence),
      inapplicable: isSearched(context, task.files)
        ? searched.flatMap((dimension) => findInapplicable(context, dimension))
        : [],
      cells,
      tracedEntryPoints: isCut ? [] : listTraced(context),
      cleanFiles: [...read].filter((path) => !flawed.has(path)),
      falsePositives: [],
      hotspots: examinations.flatMap(({ hotspots }) => hotspots),
      toolCalls: { Grep: searches.length, Read: read.size },
      rereads: 0,
      refusals: 0,
      documentsLoaded: task.recon.documents.slice(0, task.turns.documentTurns),
    },
    usedTokens: 0,
    budgetMode: 'full',
    cutoffReason: isCut ? 'aborted' : null,
    model: null,
  };
}

/** The same files in the same dimension give the same answer. */
function examineOnce(
  context: AuditContext,
  dimension: Dimension,
  task: HuntTask,
  examined: Examined,
): Promise<Examination> {
  const known = examined.find(
    (each) =>
      each.dimension === dimension &&
      each.paths.size === task.files.length &&
      task.files.every(({ path }) => each.paths.has(path)),
  );
  if (known !== undefined) return known.result;
  const result = examine(context, dimension, task);
  examined.push({ dimension, paths: new Set(task.files.map(({ path }) => path)), result });
  return result;
}

async function examine(context: AuditContext, dimension: Dimension, { files }: HuntTask): Promise<Examination> {
  if (isOfTrack(dimension, 'sink')) return examineSinks(context, dimension, files);
  if (isOfTrack(dimension, 'control')) return examineControls(context, dimension, files);
  return examineSettings(context, dimension, files);
}

/** It arrives whole by construction: there is no transport that could cut it. */
const reply = (task: HuntTask, findings: readonly ClaimedFinding[]): AgentOutput => ({
  format: 'json',
  agent: task.agentId,
  complete: true,
  truncation: 'none',
  anomalous: false,
  findings: findings.map((finding) => ({ ...finding, extra: { ...finding.extra, validation: 'partial' } })),
  needsReaudit: [],
  claimed: { ...NO_CLAIMS, round: task.round, dimensions: task.dimensions },
  checkpoints: [],
  unrecovered: { count: 0, atLeast: false },
  warnings: [],
});

/** Nothing in recon, every pattern of the tables empty: said so, and why (FACT-02). */
export function findInapplicable(context: AuditContext, dimension: Dimension): readonly InapplicabilityEvidence[] {
  if (sinksOf(context.recon, dimension).length > 0) return [];
  if (context.findings.some((finding) => finding.dimension === dimension)) return [];
  if (dimension === 'D9' && context.recon.workflows.length > 0) return [];
  if (isOfTrack(dimension, 'control') && context.recon.endpoints.length > 0) return [];
  const emptyPatterns = context.patternsOf(dimension);
  return [
    {
      dimension,
      reconHits: 0,
      emptyPatterns,
      note: `none of ${emptyPatterns.length} patterns of ${DIMENSION_PROFILES[dimension].name} occurs`,
    },
  ];
}

/** An entry point is traced when its handler was found, or is one itself: every call behind it is in the graph the sinks are traced on. */
const listTraced = ({ recon }: AuditContext): readonly string[] =>
  recon.entryPoints
    .filter(({ kind, handlerPlace }) => kind !== 'http' || handlerPlace !== null)
    .map(({ file, line }) => `${file}:${line}`);
