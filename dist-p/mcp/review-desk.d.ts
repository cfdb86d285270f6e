import { type AgentOutput } from '../protocol/agent-output.ts';
import type { PlanDocument } from '../protocol/plan-document.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
export interface PlannedReview {
    readonly root: string;
    readonly plan: PlanDocument;
    /** Files of each agent in order of priority. */
    readonly filesOf: ReadonlyMap<string, readonly string[]>;
    readonly startedAt: number;
}
interface Submission {
    readonly agent: string;
    readonly text: string;
    readonly output: AgentOutput;
}
export interface OpenReview extends PlannedReview {
    readonly id: string;
    readonly submissions: Submission[];
}
export interface ReviewDesk {
    open(planned: PlannedReview): OpenReview;
    find(id: string): OpenReview | null;
}
export declare function createReviewDesk(): ReviewDesk;
/** Whose output it is: what it says itself if that is one of the agents, else what the host says; null where neither is. */
export declare function nameAgent({ filesOf }: OpenReview, said: string | null, given: string | undefined): string | null;
export declare function submitOutput(review: OpenReview, given: string | undefined, text: string): Submission | null;
export type AgentState = 'missing' | 'completed' | 'partial' | 'truncated' | 'discarded';
/** By its last output: an agent that was asked again is judged by what it then said. */
export declare function stateOf({ submissions }: OpenReview, agent: string): AgentState;
export declare const listStates: (review: OpenReview) => readonly {
    readonly agent: string;
    readonly status: AgentState;
}[];
export interface NextStep {
    readonly action: 'submit' | 'retry' | 'follow-up' | 'report';
    readonly agents: readonly string[];
    /** What the one agent of a retry or follow-up has to look at. */
    readonly files: readonly string[];
    readonly reason: string;
}
/** The most useful thing the host can do now. */
export declare function decideNext(review: OpenReview): NextStep;
/** The report as it stands, with one return signal (HOST-14). */
export declare function composeHostReport(review: OpenReview, now: number): ReportDocument;
/** What was kept of an output, in figures. */
export declare const describeKept: ({ output }: Submission) => {
    format: "json" | "none" | "text";
    complete: boolean;
    truncation: import("../protocol/agent-output.ts").Truncation;
    findings: number;
    severities: Readonly<Record<"CRITICAL" | "HIGH" | "LOW" | "MEDIUM", number>>;
    needs_reaudit: {
        id: string;
        file: string | null;
    }[];
    unrecovered: number;
    warnings: string[];
};
export {};
