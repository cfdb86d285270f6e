/**
 * The review from top to bottom: survey → [ plan wave → dispatch → collect → decide ]* → report. Start reading here.
 * The protocol `ci` has one more round before the report, in which agents judge the findings of the others.
 * Effects are arguments; the state is readonly and derived from the recorded runs.
 */
import type { ReportDocument } from '../protocol/report-document.ts';
import type { EnginePorts, ReviewRequest } from './review-request.ts';
export declare function runReview(request: ReviewRequest, ports: EnginePorts): Promise<ReportDocument>;
