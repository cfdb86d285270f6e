/** What `quick`, `standard` and `deep` mean: how many rounds, which thresholds, which parts of the protocol run (ROUND-01, AUD-04, AUD-33). */
export declare const AUDIT_MODES: readonly ['quick', 'standard', 'deep'];
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
export declare const AUDIT_MODE_PROFILES: Readonly<Record<AuditMode, AuditModeProfile>>;
/** Whether an ordinary round of this number may exist at all. */
export declare const isPermittedRound: (mode: AuditMode, round: number) => boolean;
