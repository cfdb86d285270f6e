/**
 * Picks the members of a merged finding that count: those whose quote was found or that an analyzer reported, else those nobody
 * rejected, else all; an unverified report may warn but neither vetoes nor confirms (REV-26). Called by engine/merge-findings.ts,
 * engine/review/agree-findings.ts and engine/review/compose-report.ts.
 */
import type { Finding } from './finding.ts';
import { reachesSeverity } from './severity.ts';

type Report = Pick<Finding, 'status' | 'severity' | 'rule' | 'model'>;

/** Whether a rule of an analyzer made it, which has read the file itself. */
export const isMeasured = ({ rule, model }: Pick<Report, 'rule' | 'model'>): boolean => rule !== null && model === null;

/** The quote was found at its lines, or an analyzer said it. */
const isVerified = (report: Omit<Report, 'severity'>): boolean =>
  report.status === 'confirmed' || (isMeasured(report) && report.status !== 'rejected');

/** The reports a merged finding is told, rated and weighed by: those that stand, else those that nobody refused, else all. */
export function listStanding<T extends Report>(members: readonly T[]): readonly T[] {
  const standing = members.filter(isVerified);
  if (standing.length > 0) return standing;
  const open = members.filter(({ status }) => status !== 'rejected');
  return open.length > 0 ? open : members;
}

/** Whether one report among others of the same problem stands: by its own quote, or by an analyzer that rates it no lower. */
export const standsAmong = (report: Report, others: readonly Report[]): boolean =>
  isVerified(report) ||
  (report.status !== 'rejected' &&
    others.some((other) => isVerified(other) && isMeasured(other) && reachesSeverity(other.severity, report.severity)));
