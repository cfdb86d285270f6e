/** The plan document: what a review of this scope would do, from the same survey and the same first wave as the run. */
import type { Driver, TokenCounter } from '../ports.ts';
import { PLAN_SCHEMA, type PlanDocument } from '../protocol/plan-document.ts';
import type { ReviewerProfile } from '../protocol/reviewer.ts';
import { estimateWaves } from '../protocol/waves.ts';
import { planWave } from './plan-wave.ts';
import { filesOf } from './review-state.ts';
import type { ReviewRequest } from './run.ts';
import { isOwedReview, requireScope, type SurveyPorts, surveyScope } from './survey.ts';

export interface PlanPorts extends SurveyPorts {
  readonly driverFor: (reviewer: ReviewerProfile) => Pick<Driver, 'hasContext'>;
  readonly counter: TokenCounter;
}
