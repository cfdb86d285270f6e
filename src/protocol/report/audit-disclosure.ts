/**
 * Writes the lines in which an audit report states its limitations: agents whose output was cut off, the gaps they left, lost
 * findings, dimensions not met (REPORT-01..04); reads a `not met` line back. Called by engine/audit/compose-audit.ts,
 * engine/audit/compose-truncation.ts and report/audit-overview.ts.
 */

import { listGaps } from '../coverage/gaps.ts';
import {
  DIMENSION_PROFILES,
  type Dimension,
  type DimensionCoverage,
  formatCoverageSymbol,
} from '../findings/dimension.ts';

export interface TruncatedAgent {
  readonly agentId: string;
  readonly severity: 'mild' | 'severe';
  readonly keptFindings: number;
  /** What the one retry brought; null where there was none. */
  readonly retry: 'completed' | 'truncated' | 'failed' | null;
  readonly dimensions: readonly Dimension[];
}

export interface LostFindings {
  readonly count: number;
  /** True where no checkpoint tells how many there were (AUD-16). */
  readonly isLowerBound: boolean;
}

export interface AuditRecord {
  readonly truncatedAgents: readonly TruncatedAgent[];
  readonly lostFindings: LostFindings;
  readonly coverage: DimensionCoverage;
  /** Why the audit ended early; null where it did not. */
  readonly incompleteReason: string | null;
  /** What dimensions lack, in words. */
  readonly shortfalls?: Readonly<Partial<Record<Dimension, readonly string[]>>>;
  /** False in `quick`, where nothing was validated (AUD-33). */
  readonly validated: boolean;
}

const RETRY_LABELS = {
  completed: 'retry completed',
  truncated: 'the retry was truncated too; left to the next round',
  failed: 'the retry failed; left to the next round',
} as const;

/** How an agent's cut output was recovered: `3 kept`, `output discarded; retry completed`. */
export function formatRecovery(agent: TruncatedAgent): string {
  const kept = agent.severity === 'mild' ? `${agent.keptFindings} kept` : 'output discarded';
  return agent.retry === null ? kept : `${kept}; ${RETRY_LABELS[agent.retry]}`;
}

/** Dimensions of cut agents that are still open at the end. */
export function listTruncationGaps(record: Pick<AuditRecord, 'truncatedAgents' | 'coverage'>): readonly Dimension[] {
  const touched = new Set(record.truncatedAgents.flatMap(({ dimensions }) => dimensions));
  return listGaps(record.coverage).filter((dimension) => touched.has(dimension));
}

export const formatLostFindings = ({ count, isLowerBound }: LostFindings): string =>
  `Findings that could not be recovered: ${isLowerBound ? 'at least ' : ''}${count}`;

export const formatNotMet = (
  dimension: Dimension,
  coverage: DimensionCoverage,
  shortfalls: readonly string[] = [],
): string =>
  `${dimension} ${DIMENSION_PROFILES[dimension].name}: not met (${formatCoverageSymbol(coverage[dimension])})${shortfalls.length === 0 ? '' : `: ${shortfalls.join('; ')}`}`;

/** What a dimension lacks, out of the limitations of a report; null where none of them says it. */
export function parseNotMet(dimension: Dimension, limitations: readonly string[]): string | null {
  const start = `${dimension} ${DIMENSION_PROFILES[dimension].name}: not met (`;
  const line = limitations.find((text) => text.startsWith(start)) ?? '';
  const at = line.indexOf('): ', start.length);
  return at < 0 ? null : line.slice(at + '): '.length);
}

/** Every limitation as one line of the report; the count of lost findings is always among them. */
export function listDisclosures(record: AuditRecord): readonly string[] {
  const gaps = listTruncationGaps(record);
  return [
    ...(record.incompleteReason === null ? [] : [`audit incomplete: ${record.incompleteReason}`]),
    ...(record.validated ? [] : ['findings were not validated']),
    ...record.truncatedAgents.map(
      (agent) => `${agent.agentId}: ${agent.severity} truncation, ${formatRecovery(agent)}`,
    ),
    ...(gaps.length === 0 ? [] : [`Coverage gaps that truncation may have caused: ${gaps.join(', ')}`]),
    formatLostFindings(record.lostFindings),
    ...listGaps(record.coverage).map((dimension) =>
      formatNotMet(dimension, record.coverage, record.shortfalls?.[dimension]),
    ),
  ];
}
