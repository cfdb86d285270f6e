/**
 * Names the four steps of a validation (flow, defences, reach, impact; FACT-08), parses and formats their line `1:pass(why)
 * 2:fail(why)`, and lists those that did not pass. Called by reviewers/model/audit/validate.ts, engine/audit/validation-queue.ts
 * and wiring/triage-judge.ts.
 */

export type StepNumber = 1 | 2 | 3 | 4;

export interface StepResult {
  readonly step: StepNumber;
  readonly result: 'pass' | 'fail' | 'uncertain';
  readonly reason: string | null;
}

/** What a step asks, in the words of the report. */
export const STEP_NAMES: Readonly<Record<StepNumber, string>> = {
  1: 'flow',
  2: 'defences',
  3: 'reach',
  4: 'impact',
};

const STEP = /(?<step>[1-4])\s*:\s*(?<result>pass|fail|uncertain)\s*(?:\((?<reason>[^()]*(?:\([^()]*\)[^()]*)*)\))?/giu;

/** Steps as somebody wrote them, in their order; words that are no step are left aside. */
export const parseSteps = (text: string): readonly StepResult[] =>
  [...text.matchAll(STEP)].map(({ groups = {} }) => ({
    step: Number(groups.step) as StepNumber,
    result: (groups.result ?? '').toLowerCase() as StepResult['result'],
    reason: groups.reason ?? null,
  }));

/** Brackets inside a reason are made square, so that it reads back as it was written. */
export const formatSteps = (steps: readonly StepResult[]): string =>
  steps.map(({ step, result, reason }) => `${step}:${result}(${toBracketed(reason ?? '')})`).join(' ');

const toBracketed = (text: string): string => text.replaceAll('(', '[').replaceAll(')', ']').replaceAll('\n', ' ');

/** Steps that were asked for and did not pass, or were not answered. */
export const listOpenSteps = (asked: readonly StepNumber[], said: readonly StepResult[]): readonly StepNumber[] =>
  asked.filter((step) => said.findLast((one) => one.step === step)?.result !== 'pass');
