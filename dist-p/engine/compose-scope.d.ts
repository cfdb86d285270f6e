/** The two parts that a plan and a report share: what is in scope, and the budget of the first wave. */
import type { ReportDocument } from '../protocol/report-document.ts';
import type { WaveRecord } from './review-state.ts';
import type { Survey } from './survey.ts';
export declare const composeScope: (survey: Survey) => ReportDocument['scope'];
/** The scale is rounded for display only; budgets use the exact one. */
export declare const composeBudget: (first: WaveRecord) => ReportDocument['budget'];
