/**
 * What the decisions of Phase 4 make of a finding: status, confidence, severity by score and by the gates of evidence (FACT-08,
 * FACT-10). Pure; asks nobody.
 */
import type { FlowOutcome, ValidatorDecision } from '../../audit-port.ts';
import { type CalibratedFinding, type RiskFactors } from '../../protocol/calibration.ts';
import { type FindingStatus } from '../../protocol/finding.ts';
import { type Severity } from '../../protocol/severity.ts';
import type { AuditState } from './audit-state.ts';
import type { DeepDive } from './deep-dive-phase.ts';
import type { Candidate } from './validation-candidates.ts';
import type { Decision, OpenLook } from './validation-desk.ts';
export interface ValidatedFinding {
    readonly candidate: Candidate;
    readonly severity: Severity;
    readonly status: FindingStatus;
    readonly verdict: ValidatorDecision['verdict'] | 'accepted' | 'undecided';
    readonly validator: string | null;
    readonly method: string | null;
    readonly verification: string | null;
    readonly reason: string | null;
    readonly factors: RiskFactors | null;
    readonly calibration: CalibratedFinding;
    /** Of the claim; at most medium where a Critical has no full flow (FACT-07), or a step of the validation is open. */
    readonly confidence: number;
    readonly flow: FlowOutcome | null;
}
interface RatingContext {
    readonly state: AuditState;
    readonly dive: DeepDive;
}
/** What Phase 4 came to. */
export interface Looks {
    readonly decisions: ReadonlyMap<string, Decision>;
    readonly undecided: ReadonlyMap<string, OpenLook>;
    /** Accepted on the agent's own check. */
    readonly accepted: ReadonlySet<string>;
}
export declare function rateAll(candidates: readonly Candidate[], { decisions, undecided, accepted }: Looks, context: RatingContext): readonly ValidatedFinding[];
/** What the host's own check turned down is in the report as rejected, with the reason. */
export declare const rejectByHost: (candidate: Candidate) => ValidatedFinding;
export {};
