/**
 * Adds up each agent's waves to reviewed and skipped files, and writes what a report says of work left undone: warnings, a note
 * per partial agent, the follow-up command (SYNTH-02..09, REV-16, HOST-07). Called by engine/review/review-state.ts,
 * engine/review/compose-report.ts and engine/collect.ts.
 */

import { formatFollowUp } from '../coverage/follow-up.ts';
import type { CutoffReason } from '../output/agent-claims.ts';
import { compareText } from '../text/compare-text.ts';

/** Why a file is still unreviewed. Those that are no cutoff no further wave can cure. */
export type SkipReason =
  | CutoffReason
  | 'no-analyzer'
  | 'no-model'
  | 'analyzer-failed'
  | 'unparsed'
  | 'unreadable'
  | 'too-large';

export interface SkippedFile {
  readonly path: string;
  readonly reason: SkipReason;
  /** What stood in the way, where more is known than the reason. */
  readonly detail?: string;
}

/** One agent over all its waves. */
export interface AgentTotals {
  readonly agent: string;
  readonly reviewedCount: number;
  /** Null where the agent was cut and did not name what it left out (SYNTH-09). */
  readonly skippedFiles: readonly SkippedFile[] | null;
  /** Files it says it skipped without naming them. */
  readonly unnamedCount: number;
  /** How its last wave ended; null where it ended by itself. */
  readonly cutoffReason: CutoffReason | null;
}

export interface Synthesis {
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  readonly suggestions: readonly string[];
}

export interface AgentWave {
  readonly reviewed: readonly string[];
  readonly skipped: readonly SkippedFile[];
  readonly cutoffReason: CutoffReason | null;
}

/**
 * Adds up an agent's waves against its scope, so that every file is reviewed or skipped and none is lost (SUCCESS-05).
 * `leftOver` is the reason for files that no wave took.
 */
export function totalWaves(
  agent: string,
  scope: readonly string[],
  waves: readonly AgentWave[],
  leftOver: SkipReason,
): AgentTotals & { readonly reviewedFiles: readonly string[]; readonly skippedFiles: readonly SkippedFile[] } {
  const reviewed = new Set(waves.flatMap((wave) => wave.reviewed));
  const known = new Map(waves.flatMap((wave) => wave.skipped.map((file) => [file.path, file] as const)));
  const reviewedFiles = scope.filter((path) => reviewed.has(path));
  return {
    agent,
    reviewedCount: reviewedFiles.length,
    reviewedFiles,
    skippedFiles: scope
      .filter((path) => !reviewed.has(path))
      .map((path) => known.get(path) ?? { path, reason: leftOver }),
    unnamedCount: 0,
    cutoffReason: waves.at(-1)?.cutoffReason ?? null,
  };
}

export interface FollowUpTerms {
  /** The flags that select the change which was reviewed; null where it was none. */
  readonly change?: readonly string[] | null;
  /** Whether a command names the file; absent where it names all of them. */
  readonly isListed?: (path: string) => boolean;
}

export function synthesize(agents: readonly AgentTotals[], terms: FollowUpTerms = {}): Synthesis {
  const partial = agents.filter(isPartial);
  const unnamed = partial.filter((agent) => agent.skippedFiles === null);
  return {
    warnings: [...warnOfStops(partial), ...warnOfFiles(partial)],
    notes: [
      ...partial.map(
        (agent) => `${agent.agent}: reviewed ${agent.reviewedCount}/${agent.reviewedCount + countSkipped(agent)} files`,
      ),
      ...unnamed.map((agent) => `${agent.agent}: did not name the files it skipped`),
    ],
    suggestions: suggestFollowUp(partial, terms),
  };
}

const countSkipped = (agent: AgentTotals): number => (agent.skippedFiles?.length ?? 0) + agent.unnamedCount;
const isPartial = (agent: AgentTotals): boolean => agent.cutoffReason !== null || countSkipped(agent) > 0;

const DETAILS_SHOWN = 5;

const FILE_CAUSES: Readonly<Partial<Record<SkipReason, string>>> = {
  'no-analyzer': 'no analyzer for their language',
  'no-model': 'their reviewer needs a model',
  'analyzer-failed': 'an analyzer failed',
  unparsed: 'text that does not parse',
  unreadable: 'unreadable',
  'too-large': 'too large',
};

/** Agents that ended too early, one line per cause; the budget first, in the words users of the seeds know. */
function warnOfStops(partial: readonly AgentTotals[]): readonly string[] {
  const agentsByCause = new Map<SkipReason, Set<string>>();
  for (const { agent, cutoffReason, skippedFiles } of partial) {
    const causes = (skippedFiles ?? []).map(({ reason }) => reason);
    for (const cause of cutoffReason === null ? causes : [cutoffReason, ...causes]) {
      if (FILE_CAUSES[cause] === undefined) addTo(agentsByCause, cause, agent);
    }
  }
  return [...agentsByCause]
    .toSorted(([a], [b]) => Number(b === 'budget') - Number(a === 'budget') || compareText(a, b))
    .map(([cause, { size }]) =>
      cause === 'budget'
        ? `⚠️ Partial results: ${size} agents hit budget limits`
        : `⚠️ Incomplete results: ${size} agents stopped early (${cause})`,
    );
}

/** Files that could not be looked at for a reason of their own. */
function warnOfFiles(partial: readonly AgentTotals[]): readonly string[] {
  const skipped = partial.flatMap(({ agent, skippedFiles }) =>
    (skippedFiles ?? []).map((file) => ({ ...file, agent })),
  );
  const byCause = Map.groupBy(skipped, ({ reason }) => reason);
  return [...byCause]
    .filter(([cause]) => FILE_CAUSES[cause] !== undefined)
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([cause, files]) => {
      const { size } = new Set(files.map(({ path }) => path));
      const what = `${size} ${size === 1 ? 'file' : 'files'} not reviewed by every agent`;
      return `⚠️ Incomplete results: ${what} (${explainCause(cause, files)})`;
    });
}

type SkippedBy = SkippedFile & { readonly agent: string };

function explainCause(cause: SkipReason, files: readonly SkippedBy[]): string {
  const label = FILE_CAUSES[cause] ?? cause;
  if (cause === 'no-model') {
    const names = [...new Set(files.map(({ agent }) => agent))].join(', ');
    return `${names}: a reviewer of your own needs a model; give \`--model PROVIDER/NAME\`, or leave it out with \`--reviewers\``;
  }
  // What several analyzers say of one file others may have in part.
  const listDetails = ({ path, detail }: SkippedBy): readonly string[] =>
    cause === 'unparsed' ? [`${path} ${detail}`] : (detail?.split('; ') ?? []);
  const details = files.filter(({ detail }) => detail !== undefined).flatMap(listDetails);
  const told = [...new Set(details)].toSorted(compareText);
  if (told.length === 0) return label;
  const more = told.length > DETAILS_SHOWN ? `; and ${told.length - DETAILS_SHOWN} more` : '';
  return `${label}: ${told.slice(0, DETAILS_SHOWN).join('; ')}${more}`;
}

const addTo = (map: Map<SkipReason, Set<string>>, key: SkipReason, value: string): void => {
  map.set(key, (map.get(key) ?? new Set()).add(value));
};

const INCURABLE: ReadonlySet<SkipReason> = new Set(['no-analyzer', 'no-model', 'unparsed', 'unreadable', 'too-large']);

/** An analyzer that refuses a text will refuse it again; one that was stopped may not. */
const REFUSED = /lines of packed code|nested too deeply|longer than \d+ characters/u;

/** Only what another run may cure is suggested. */
function suggestFollowUp(
  partial: readonly AgentTotals[],
  { change = null, isListed = () => true }: FollowUpTerms,
): readonly string[] {
  const skipped = partial.flatMap(({ skippedFiles }) => (skippedFiles ?? []).filter(({ path }) => isListed(path)));
  const curable = skipped.filter(({ reason, detail }) => !INCURABLE.has(reason) && !REFUSED.test(detail ?? ''));
  const paths = [...new Set(curable.map(({ path }) => path))].toSorted(compareText);
  return paths.length === 0 ? [] : [`Consider: ${formatFollowUp(paths, change)}`];
}
