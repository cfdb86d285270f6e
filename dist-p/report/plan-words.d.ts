import type { PlanDocument } from '../protocol/plan-document.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
export declare function describePlanScope({ scope }: PlanDocument): string;
export declare function describeWaves({ estimate, run }: PlanDocument): string;
/** What a plan counts in, and what sits at its table: waves of reviewers, rounds of agents. */
export declare const planNouns: ({ run }: PlanDocument) => {
    readonly passes: string;
    readonly seats: string;
};
/** Audit agents have a budget of turns, reviewers one that grows with the scope (AUD-26). */
export declare const describeBudgets: ({ budget, run, estimate }: PlanDocument) => string;
/** `25 turns of 4,096 tokens for each agent in round 1, 20 in round 2`. */
export declare function describeTurns(rounds: number, model: string): string;
/** What the budgets of a run were: of an audit in turns, of a review by the size of the scope. */
export declare const describeRunBudgets: ({ budget, run }: Pick<ReportDocument, 'budget' | 'run'>, scope?: string) => string;
/** With the model where an agent has several rows. */
export declare const namePlanned: ({ agent, model }: PlanDocument['agents'][number], { agents }: PlanDocument) => string;
export declare const describeMoney: (plan: PlanDocument) => string;
/** What earlier runs have paid for; null where that is nothing. */
export declare function describeReuse({ agents, estimate }: PlanDocument): string | null;
