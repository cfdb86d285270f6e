import type { TurnProblem } from '../../protocol/turn-outcome-classify.ts';
/** Whether no connection was made at all. */
export declare const isUnconnected: (error: unknown) => boolean;
export interface ProblemContext {
    readonly headers: Readonly<Record<string, string>>;
    readonly nowMs: number;
    readonly apiKey: string | null;
}
export declare function readProblem(error: unknown, context: ProblemContext): TurnProblem;
