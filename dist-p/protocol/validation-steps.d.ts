/** The four steps of a validation (FACT-08): their names, their line `1:pass(why) 2:fail(why)`, and which of them are open. */
export type StepNumber = 1 | 2 | 3 | 4;
export interface StepResult {
    readonly step: StepNumber;
    readonly result: 'pass' | 'fail' | 'uncertain';
    readonly reason: string | null;
}
/** What a step asks, in the words of the report. */
export declare const STEP_NAMES: Readonly<Record<StepNumber, string>>;
/** Steps as somebody wrote them, in their order; words that are no step are left aside. */
export declare const parseSteps: (text: string) => readonly StepResult[];
/** Brackets inside a reason are made square, so that it reads back as it was written. */
export declare const formatSteps: (steps: readonly StepResult[]) => string;
/** Steps that were asked for and did not pass, or were not answered. */
export declare const listOpenSteps: (asked: readonly StepNumber[], said: readonly StepResult[]) => readonly StepNumber[];
