/**
 * Defines what the audit modes `quick`, `standard` and `deep` mean: number of rounds, coverage thresholds, which phases run
 * (ROUND-01, AUD-04, AUD-33). Read by engine/audit/ and protocol/rounds/.
 */

export const AUDIT_MODES = ['quick', 'standard', 'deep'] as const;
export type AuditMode = (typeof AUDIT_MODES)[number];

export interface AuditModeProfile {
  /** Ordinary rounds; the emergency round comes on top. */
  readonly maxRounds: number;
  /** Share of applicable dimensions that must be covered; null = coverage is never called met. */
  readonly coverageThreshold: number | null;
  /** Share of endpoints that must be verified for a control dimension (FACT-02). */
  readonly endpointThreshold: number;
  /** State transfer, emergency agent, Phase 3 and Phase 4. */
  readonly fullProtocol: boolean;
  /** The three questions of EVALUATE-02. */
  readonly asksQuestions: boolean;
}

export const AUDIT_MODE_PROFILES: Readonly<Record<AuditMode, AuditModeProfile>> = {
  quick: { maxRounds: 1, coverageThreshold: null, endpointThreshold: 0.3, fullProtocol: false, asksQuestions: false },
  standard: { maxRounds: 2, coverageThreshold: 0.8, endpointThreshold: 0.3, fullProtocol: true, asksQuestions: false },
  deep: { maxRounds: 3, coverageThreshold: 0.9, endpointThreshold: 0.5, fullProtocol: true, asksQuestions: true },
};

/** Whether an ordinary round of this number may exist at all. */
export const isPermittedRound = (mode: AuditMode, round: number): boolean =>
  Number.isInteger(round) && round >= 1 && round <= AUDIT_MODE_PROFILES[mode].maxRounds;
