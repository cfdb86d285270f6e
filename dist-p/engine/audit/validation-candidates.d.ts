/**
 * What Phase 4 has to decide: findings of all agents, analyzers and Semgrep, merged before anybody validates (FACT-09,
 * AUD-22, AUD-27). Every finding is a member of exactly one candidate.
 */
import type { KnownFinding } from '../../audit-port.ts';
import type { ValidationCandidate } from '../../protocol/validation-plan.ts';
import { type AuditFinding, type AuditState } from './audit-state.ts';
export declare const BASELINE_AGENT = "baseline";
export declare const SEMGREP_AGENT = "semgrep";
export interface Candidate extends ValidationCandidate {
    readonly lead: AuditFinding;
    readonly members: readonly AuditFinding[];
    readonly line: number;
    readonly endLine: number;
    /** True where only Semgrep reports it: it is checked on track 4a. */
    readonly isSemgrepOnly: boolean;
}
export declare function listCandidates(state: AuditState): readonly Candidate[];
/** What the host itself turned down: at the place of a known false positive, or not in the code. Each stays on its own. */
export declare function listSetAside(state: Pick<AuditState, 'hunts' | 'survey'>): readonly Candidate[];
/** Findings that name no file of the scope: there is no place to show them at. */
export declare function countHomeless(state: Pick<AuditState, 'hunts' | 'survey'>): number;
/** What the analyzers found and no agent reported: no model can talk it away. */
export declare function listBaseline(state: AuditState): readonly AuditFinding[];
/** The candidate as a validator sees it: under its own id, at its merged place, with the rule of an analyzer that found it too. */
export declare const toValidated: ({ id, severity, lead, members, line, endLine }: Candidate) => KnownFinding;
