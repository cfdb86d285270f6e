import type { ConsensusProtocol } from './consensus-protocol.ts';
import type { Dimension } from './dimension.ts';
import { type Severity } from './severity.ts';
export interface Voter {
    readonly name: string;
    readonly categories: readonly string[];
}
/** One merged issue and who was asked about its file. */
export interface Issue {
    readonly severity: Severity;
    readonly category: string | null;
    readonly vetoReason: string | null;
    readonly cwe?: string | null;
    readonly dimension?: Dimension | null;
    /** Categories of all reports, where they differ. */
    readonly categories?: readonly (string | null)[];
    /** Whether a rule of an analyzer reports it: that is measured, and opinions do not remove it. */
    readonly isMeasured?: boolean;
    /** Voices that report it: agents, or with a panel agents on a model. */
    readonly reportedBy: readonly string[];
    /** The agents behind these voices; the voices themselves where each is an agent. */
    readonly agents?: readonly string[];
    /** Agents that reviewed its file, reporters included. */
    readonly asked: readonly Voter[];
}
export interface IssueDecision {
    readonly kept: boolean;
    readonly reason: string;
}
/** A reviewer counts fully where the category is its own; one without categories has no field to leave. */
export declare const fieldWeight: ({ categories }: Voter, category: string | null) => number;
/** Share of the weight of all asked agents that stands behind an issue, 0..1. */
export declare function agreementShare({ asked, category, reportedBy }: Issue): number;
/**
 * Whether an issue stands; `minAgreement` is capped at the number of those asked. Opinions turn down neither a veto, nor a grave security issue, nor what a rule has
 * found.
 */
export declare function decideIssue(protocol: ConsensusProtocol, issue: Issue, minAgreement?: number): IssueDecision;
/** Whether opinions can do nothing to it. */
export declare const isExempt: (issue: Issue) => boolean;
/** Whether agents see each other's findings once more: only in `ci`, and only in its second round. */
export declare const sharesFindings: (protocol: ConsensusProtocol, round: number) => boolean;
export interface SharedFinding {
    readonly severity: Severity;
    readonly category: string | null;
    readonly file: string | null;
    readonly line: number | null;
    readonly title: string;
}
/** What `ci` shows the others: the finding without its reasons, so that they judge for themselves. */
export declare const shareFinding: ({ severity, category, file, line, title }: SharedFinding) => SharedFinding;
/** A finding of others as an agent is asked about it in the second round of `ci`. */
export interface SharedIssue extends SharedFinding {
    /** `S1`, `S2`, … in this agent's list. */
    readonly id: string;
    readonly file: string;
    readonly line: number;
    readonly endLine: number;
    /** The reports it was merged from. */
    readonly reports: readonly string[];
}
export interface Opinion {
    /** Of the shared issue. */
    readonly id: string;
    readonly stance: 'confirm' | 'refute';
    /** Which model says so, where it is not the one that was asked. */
    readonly model?: string;
}
/** Whose word counts where reports of one issue contradict each other; null where a person has to decide. */
export declare function resolveConflict(agents: readonly string[]): string | null;
