/**
 * Sets the severity of audit findings from a risk score (reach, impact, complexity …), aligned for findings of one type and
 * capped by confidence; where score and stated severity lie two levels apart, both are returned (FACT-10). Also says whether a
 * proof of concept is given. Called by engine/audit/rate-findings.ts and engine/audit/compose-audit-document.ts.
 */
import { compareSeverity, highestSeverity, SEVERITIES, type Severity } from './severity.ts';

export interface RiskFactors {
  readonly reach: 'no-login' | 'low-privilege' | 'admin';
  readonly impact: 'total' | 'partial-sensitive' | 'local';
  readonly complexity: 'simple' | 'multi-step' | 'special-environment';
  /** Number of stringent conditions; more than three weigh no more than three. */
  readonly stringentConditions: number;
  readonly environment: 'default' | 'neutral' | 'custom';
  readonly chain: 'none' | 'member' | 'root';
}

const REACH = { 'no-login': 2, 'low-privilege': 1, admin: 0 } as const;
const IMPACT = { total: 3, 'partial-sensitive': 2, local: 1 } as const;
const COMPLEXITY = { simple: 0, 'multi-step': -1, 'special-environment': -2 } as const;
const ENVIRONMENT = { default: 1, neutral: 0, custom: -1 } as const;
const CHAIN = { none: 0, member: 1, root: 2 } as const;

export function scoreRisk(factors: RiskFactors): number {
  const friction = Math.min(3, Math.max(0, factors.stringentConditions));
  return (
    REACH[factors.reach] +
    IMPACT[factors.impact] +
    COMPLEXITY[factors.complexity] -
    friction +
    ENVIRONMENT[factors.environment] +
    CHAIN[factors.chain]
  );
}

export function severityOfScore(score: number): Severity {
  if (score >= 6) return 'CRITICAL';
  if (score >= 4) return 'HIGH';
  return score >= 1 ? 'MEDIUM' : 'LOW';
}

export interface RatedFinding {
  readonly id: string;
  /** Findings of one type share the highest rating; usually the CWE. Null = a type of its own. */
  readonly type: string | null;
  readonly severity: Severity;
  /** Null where the factors are unknown: then the stated severity is all there is. */
  readonly factors: RiskFactors | null;
  readonly confidence: 'high' | 'medium' | 'low';
  /** Confirmed in Phase 4. */
  readonly verified: boolean;
  readonly patternOnly: boolean;
  readonly originallyTruncated: boolean;
  /** Its finder rates what it opens, which no score knows: a private key is more than a password. Then a score only raises it. */
  readonly isRatedByKind?: boolean;
  /** Whoever stated it did not see where the data comes from, and the deep dive followed it from a request. */
  readonly isFromRequest?: boolean;
}

export interface CalibratedFinding {
  readonly id: string;
  readonly severity: Severity;
  readonly score: number | null;
  /** Set where score and statement lie two or more levels apart: both stand in the report. */
  readonly ratingDispute: { readonly stated: Severity; readonly scored: Severity } | null;
}

const distance = (a: Severity, b: Severity): number => Math.abs(SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b));
const lowestSeverity = (a: Severity, b: Severity): Severity => (compareSeverity(a, b) >= 0 ? a : b);

/** The highest severity the evidence allows. */
export function severityCap({
  confidence,
  verified,
  patternOnly,
}: Pick<RatedFinding, 'confidence' | 'verified' | 'patternOnly'>): Severity {
  if (verified) return 'CRITICAL';
  if (patternOnly) return 'LOW';
  return confidence === 'high' ? 'CRITICAL' : 'MEDIUM';
}

/** Scores each finding, aligns findings of one type, then applies the caps of confidence and truncation. */
export function calibrateFindings(findings: readonly RatedFinding[]): readonly CalibratedFinding[] {
  const scored = findings.map(applyScore);
  const highestOfType = new Map<string, Severity>();
  findings.forEach(({ type }, index) => {
    const severity = scored[index]?.severity;
    if (type === null || severity === undefined) return;
    highestOfType.set(type, highestSeverity(highestOfType.get(type) ?? severity, severity));
  });
  return findings.map((finding, index) => {
    const own = scored[index] ?? applyScore(finding);
    const aligned = finding.type === null ? own.severity : (highestOfType.get(finding.type) ?? own.severity);
    return { ...own, severity: capSeverity(finding, aligned) };
  });
}

function applyScore(finding: RatedFinding): CalibratedFinding {
  if (finding.factors === null) return { id: finding.id, severity: finding.severity, score: null, ratingDispute: null };
  const score = scoreRisk(finding.factors);
  const scored = severityOfScore(score);
  if (finding.isRatedByKind === true && compareSeverity(scored, finding.severity) > 0)
    return { id: finding.id, severity: finding.severity, score, ratingDispute: null };
  if (distance(finding.severity, scored) < 2) return { id: finding.id, severity: scored, score, ratingDispute: null };
  const severity = finding.isFromRequest === true ? approach(finding.severity, scored) : finding.severity;
  return { id: finding.id, severity, score, ratingDispute: { stated: finding.severity, scored } };
}

/** One level towards a graver score. */
const approach = (stated: Severity, scored: Severity): Severity =>
  compareSeverity(scored, stated) < 0 ? (SEVERITIES[SEVERITIES.indexOf(stated) - 1] ?? stated) : stated;

/** A finding that was cut is never raised to Critical or High (FACT-08). */
function capSeverity(finding: RatedFinding, severity: Severity): Severity {
  const isRaised = compareSeverity(severity, finding.severity) < 0;
  const raiseCap = finding.originallyTruncated && isRaised ? highestSeverity(finding.severity, 'MEDIUM') : 'CRITICAL';
  return lowestSeverity(lowestSeverity(severity, severityCap(finding)), raiseCap);
}

export type ProofOfConcept =
  | { readonly kind: 'provided' }
  | { readonly kind: 'not_reproducible'; readonly reason: string }
  | { readonly kind: 'not-required' };

/** Critical and High findings show a proof of concept or say why there is none; their status does not change. */
export function stateProof(severity: Severity, proof: string | null, reason: string): ProofOfConcept {
  if (proof !== null && proof.trim() !== '') return { kind: 'provided' };
  return severity === 'CRITICAL' || severity === 'HIGH'
    ? { kind: 'not_reproducible', reason }
    : { kind: 'not-required' };
}
