/**
 * Declares the state of an audit (`AuditState`: survey, recon, plan, hunts, rounds; readonly and JSON-safe) and derives lists from it:
 * findings, refused ones, hotspots, alarming dimensions, coverage cells, the history for the next round. Used by most files of
 * engine/audit/.
 */

import type { BaselineScan, CoverageCell, HuntResult } from '../../ports/auditor.ts';
import type { PartialRatings } from '../../protocol/coverage/audit-coverage.ts';
import type { Dimension, DimensionCoverage } from '../../protocol/findings/dimension.ts';
import type { Finding } from '../../protocol/findings/finding.ts';
import { isGrave } from '../../protocol/findings/severity.ts';
import type { Reaudit } from '../../protocol/output/agent-claims.ts';
import type { ReportSignal } from '../../protocol/report/report-document.ts';
import type { AgentRegistry } from '../../protocol/rounds/agent-registry.ts';
import type { ChainTrait, ModuleFinding } from '../../protocol/rounds/attack-chains.ts';
import type { PhaseMarker } from '../../protocol/rounds/audit-markers.ts';
import type { AuditProgress } from '../../protocol/rounds/audit-phases.ts';
import { type AuditRecon, moduleOf } from '../../protocol/rounds/audit-recon.ts';
import { findTraits } from '../../protocol/rounds/chain-traits.ts';
import type { RoundMove } from '../../protocol/rounds/convergence.ts';
import type { Evaluation } from '../../protocol/rounds/evaluation.ts';
import type { AuditHistory, Hotspot, PastFinding, TransferLosses } from '../../protocol/rounds/state-transfer.ts';
import type { Survey } from '../survey.ts';
import { type AuditPlan, isAskedCell } from './plan-audit.ts';

/** One agent's work on one task, as it ended. */
export interface HuntRecord {
  readonly agentId: string;
  readonly retryOf: string | null;
  readonly round: number;
  readonly emergency: boolean;
  readonly isRestart: boolean;
  readonly dimensions: readonly Dimension[];
  readonly maxTurns: number;
  readonly budgetTokens: number;
  readonly files: number;
  /** Dimensions of which recon saw a place in the agent's files. */
  readonly present: readonly Dimension[];
  readonly result: HuntResult;
  readonly findings: readonly Finding[];
  readonly needsReaudit: readonly Reaudit[];
  /** Findings of a reduced retry beyond its limit (TRUNC-12). */
  readonly refusedFindings: number;
  readonly claimedCoverage: Readonly<Partial<Record<Dimension, string>>>;
}

export interface RoundRecord {
  readonly round: number;
  readonly emergency: boolean;
  readonly evaluation: Evaluation;
  readonly move: RoundMove;
  readonly transferLosses: TransferLosses | null;
}

export interface AuditState {
  readonly survey: Survey;
  readonly recon: AuditRecon;
  readonly plan: AuditPlan;
  readonly progress: AuditProgress;
  readonly registry: AgentRegistry;
  readonly hunts: readonly HuntRecord[];
  readonly rounds: readonly RoundRecord[];
  readonly baseline: BaselineScan | null;
  readonly markers: readonly PhaseMarker[];
  /** Every marker line so far, as it went out (FACT-03). */
  readonly transcript: readonly string[];
  readonly restartUsed: boolean;
  /** Why hunting came to nothing; null where it did not (AUD-25). */
  readonly huntFailure: string | null;
  readonly transferWarnings: readonly string[];
  /** Of the phases that are over, as they went out. */
  readonly signals: readonly ReportSignal[];
}

export const listFindings = (state: Pick<AuditState, 'hunts'>): readonly Finding[] =>
  state.hunts.flatMap(({ findings }) => findings);

/** What the host set aside: at the place of a known false positive (TRANSFER-15), or not in the code. */
export const listRefused = (state: Pick<AuditState, 'hunts'>): readonly Finding[] =>
  listFindings(state).filter(({ status }) => status === 'rejected');

export const listCounted = (state: Pick<AuditState, 'hunts'>): readonly Finding[] =>
  listFindings(state).filter(({ status }) => status !== 'rejected');

/** Hotspots agents named and the places of grave findings of the baseline in what was asked for, each once. */
export function listHotspots(state: Pick<AuditState, 'hunts' | 'baseline' | 'plan'>): readonly Hotspot[] {
  const named = state.hunts.flatMap(({ result }) => result.trail.hotspots);
  const scanned = (state.baseline?.embedded.findings ?? []).flatMap((finding): readonly Hotspot[] => {
    const { file, line, dimension } = finding;
    if (!isGrave(finding) || file === null || line === null) return [];
    if (dimension !== null && !isAskedCell(state.plan, dimension, file)) return [];
    return [{ file, lines: { start: line, end: finding.endLine ?? line }, reason: finding.title }];
  });
  const seen = new Set<string>();
  return [...named, ...scanned].filter(({ file, lines }) => {
    const key = `${file}:${lines.start}-${lines.end}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Dimensions with a hotspot or a Critical or High finding (AUD-07). */
export function listAlarming(state: Pick<AuditState, 'hunts' | 'baseline' | 'plan' | 'recon'>): readonly Dimension[] {
  const dimensions = new Set<Dimension>();
  for (const finding of listCounted(state))
    if (isGrave(finding) && finding.dimension !== null) dimensions.add(finding.dimension);
  const spots = Map.groupBy(state.recon.spots, ({ file }) => file);
  for (const { file, lines } of listHotspots(state))
    for (const spot of spots.get(file) ?? [])
      if (spot.line >= lines.start && spot.line <= lines.end) dimensions.add(spot.dimension);
  return [...dimensions];
}

/** What the agent says of its own check (FACT-05). */
export const selfCheckOf = ({ extra: { validation } }: Finding): 'pass' | 'partial' | 'skip' =>
  validation === 'pass' || validation === 'partial' ? validation : 'skip';

const summaryStatusOf = (finding: Finding): PastFinding['status'] => {
  if (finding.status === 'rejected') return 'rejected';
  if (finding.originallyTruncated) return 'originally_truncated';
  return selfCheckOf(finding) === 'pass' ? 'pre_validated' : 'unvalidated';
};

/** What is handed to the next round, from the records of all rounds so far. */
export const buildHistory = (state: AuditState, coverage: DimensionCoverage): AuditHistory => ({
  coverage,
  filesRead: state.hunts.flatMap(({ result }) => result.trail.filesRead),
  cleanFiles: state.hunts.flatMap(({ result }) => result.trail.cleanFiles),
  falsePositives: state.hunts.flatMap(({ result }) => result.trail.falsePositives),
  hotspots: listHotspots(state),
  searches: state.hunts.flatMap(({ result }) => result.trail.searches),
  findings: [
    ...listFindings(state).map((finding) => ({
      id: finding.id,
      severity: finding.severity,
      cwe: finding.cwe,
      file: finding.file,
      status: summaryStatusOf(finding),
    })),
    ...state.hunts.flatMap(({ agentId, needsReaudit }) =>
      needsReaudit.flatMap(({ id, file }) =>
        file === null
          ? []
          : [{ id: `${agentId}/${id}`, severity: 'LOW' as const, cwe: null, file, status: 'needs_reaudit' as const }],
      ),
    ),
  ],
});

export const toModuleFinding = (recon: AuditRecon, finding: Finding): ModuleFinding => ({
  id: finding.id,
  severity: finding.severity,
  dimension: finding.dimension,
  traits: findTraits(finding) satisfies readonly ChainTrait[],
  title: finding.title,
  file: finding.file,
  line: finding.line,
  module: moduleOf(recon, finding.file),
});

export const cellKey = ({ dimension, path, endpoint }: Omit<CoverageCell, 'status'>): string =>
  `${dimension}\0${endpoint === undefined ? path : `${endpoint.place} ${endpoint.label}`}`;

/** Best status of each dimension and file, or endpoint, over all agents and rounds. */
export function mergeCells(hunts: readonly HuntRecord[]): readonly CoverageCell[] {
  const rank = { missing: 0, shallow: 1, covered: 2 } as const;
  const best = new Map<string, CoverageCell>();
  for (const { result } of hunts)
    for (const cell of result.trail.cells) {
      const key = cellKey(cell);
      const known = best.get(key);
      if (known === undefined || rank[cell.status] > rank[known.status]) best.set(key, cell);
    }
  return [...best.values()];
}

export const roundRatingsOf = (rounds: readonly RoundRecord[]): readonly PartialRatings[] =>
  rounds.map(({ evaluation }) => evaluation.roundRatings);
