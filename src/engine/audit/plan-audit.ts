/**
 * Plans which agents hunt in a round: dimensions, files, turns and token budget of each (AGENTS, TURNS, AUD-08, AUD-14, AUD-26). Pure;
 * the same project gives the same plan. Called by prepare-audit.ts for the first round and by hunt-rounds.ts for later ones;
 * hunt-round.ts turns a planned agent into its task with it.
 */
import type { HuntTask } from '../../ports/auditor.ts';
import type { IndexedFile } from '../../ports/file-index.ts';
import { planTurns, toolCallLimit } from '../../protocol/budget/turns.ts';
import type { AuditMode } from '../../protocol/coverage/audit-mode.ts';
import { DIMENSION_PROFILES, DIMENSIONS, type Dimension } from '../../protocol/findings/dimension.ts';
import { countFirstRoundAgents } from '../../protocol/rounds/agent-count.ts';
import type { PlannedHunter } from '../../protocol/rounds/audit-estimate.ts';
import type { AuditRecon } from '../../protocol/rounds/audit-recon.ts';
import { distributeDimensions } from '../../protocol/rounds/distribute-dimensions.ts';
import { orderDimensions } from '../../protocol/rounds/state-transfer-rules.ts';
import { mapLanguages } from './language-areas.ts';

/** What one agent of a round is to do, before it has an id. */
export type PlannedAgent = Pick<HuntTask, 'dimensions' | 'turns' | 'files' | 'maxFindings'>;

export type CellPaths = Readonly<Partial<Record<Dimension, readonly string[]>>>;

/** Whether this file is to be looked at in this dimension. */
export const isAskedCell = (
  { dimensions, cellPaths }: Pick<AuditPlan, 'dimensions' | 'cellPaths'>,
  dimension: Dimension,
  path: string,
): boolean => dimensions.includes(dimension) && (cellPaths === null || (cellPaths[dimension] ?? []).includes(path));

export interface AuditPlan extends Pick<PlanFacts, 'mode' | 'loc' | 'cellPaths'> {
  readonly files: number;
  readonly dimensions: readonly Dimension[];
  readonly notApplicable: readonly Dimension[];
  readonly agents: readonly PlannedAgent[];
}

export interface PlanFacts {
  readonly mode: AuditMode;
  readonly files: readonly IndexedFile[];
  readonly loc: number;
  readonly recon: AuditRecon;
  /** What the user asked for; null = all. */
  readonly dimensions: readonly Dimension[] | null;
  readonly requestedAgents: number | null;
  /** Where cells were asked for: the files of each dimension. Null = every file in every dimension. */
  readonly cellPaths: CellPaths | null;
}

export function planAudit(facts: PlanFacts): AuditPlan {
  const wanted = facts.dimensions ?? DIMENSIONS;
  const isOut = (dimension: Dimension): boolean =>
    facts.recon.isLibrary && DIMENSION_PROFILES[dimension].isServerOnly === true;
  const dimensions = wanted.filter((dimension) => !isOut(dimension));
  const agents = countFirstRoundAgents({
    loc: facts.loc,
    applicableDimensions: dimensions.length,
    requestedAgents: facts.requestedAgents,
  });
  return {
    mode: facts.mode,
    loc: facts.loc,
    files: facts.files.length,
    dimensions,
    notApplicable: wanted.filter(isOut),
    cellPaths: facts.cellPaths,
    agents: planAgents({
      dimensions,
      agents,
      turns: planTurns(1),
      files: facts.files,
      gaps: [],
      cellPaths: facts.cellPaths,
    }),
  };
}

export interface AgentsRequest extends Omit<PlannedAgent, 'maxFindings'> {
  readonly agents: number;
  readonly gaps: readonly Dimension[];
  readonly cellPaths: CellPaths | null;
}

/** One agent for every set of files: an agent that has two dimensions looks at the same files in both. */
function planCellAgents(
  { dimensions, turns, files, gaps }: AgentsRequest,
  cellPaths: CellPaths,
): readonly PlannedAgent[] {
  const bySet = Map.groupBy(dimensions, (dimension) => (cellPaths[dimension] ?? []).join('\n'));
  return [...bySet.values()].map((hand) => {
    const paths = new Set(hand.flatMap((dimension) => cellPaths[dimension] ?? []));
    return {
      dimensions: orderDimensions(hand, gaps),
      turns,
      files: files.filter(({ path }) => paths.has(path)),
      maxFindings: null,
    };
  });
}

/** Deals the dimensions by track and language, gaps first; agents that share all of that split the files between them. */
export function planAgents(request: AgentsRequest): readonly PlannedAgent[] {
  const { dimensions, agents, turns, files, gaps, cellPaths } = request;
  if (cellPaths !== null) return planCellAgents(request, cellPaths);
  const { shares, areaOf } = mapLanguages(files);
  return distributeDimensions(dimensions, agents, shares).map(({ dimensions: hand, languages, part, parts }) => {
    const area =
      languages === null
        ? files
        : files.filter(({ path }) => languages.includes(areaOf(path) ?? shares[0]?.language ?? ''));
    return {
      dimensions: orderDimensions(hand, gaps),
      turns,
      files: splitFiles(area, part, parts),
      maxFindings: null,
    };
  });
}

/** Consecutive shares, so that a folder stays together. */
const splitFiles = (files: readonly IndexedFile[], part: number, parts: number): readonly IndexedFile[] =>
  files.slice(Math.floor((part * files.length) / parts), Math.floor(((part + 1) * files.length) / parts));

/** What all agents of a round are told alike. */
export interface TaskFacts extends Omit<HuntTask, keyof PlannedAgent | 'agentId' | 'maxToolCalls'> {
  readonly loc: number;
}

export const toTask = (planned: PlannedAgent, agentId: string, { loc, ...facts }: TaskFacts): HuntTask => ({
  agentId,
  ...facts,
  ...planned,
  maxToolCalls: toolCallLimit(loc, planned.turns.documentTurns > 0),
});

/** The agents as an estimate sees them. */
export const toHunters = ({ agents }: Pick<AuditPlan, 'agents'>): readonly PlannedHunter[] =>
  agents.map(({ turns, files }) => ({
    maxTurns: turns.maxTurns,
    budgetTokens: turns.budgetTokens,
    scopeTokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
  }));
