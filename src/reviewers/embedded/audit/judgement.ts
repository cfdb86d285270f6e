/** How one step of a validation went, and why. */
import type { StepResult } from '../../../protocol/output/validation-steps.ts';

export type Judgement = readonly [result: StepResult['result'], reason: string];
