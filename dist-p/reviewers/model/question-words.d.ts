import type { ReviewerProfile } from '../../protocol/reviewer.ts';
import type { Thresholds } from '../../protocol/thresholds.ts';
import { type Guidance } from './open-conversation.ts';
export interface QuestionTerms {
    readonly modelName: string;
    readonly thresholds: Thresholds;
    readonly maxOutputTokens: number;
    readonly hasTools: boolean;
    readonly feedsAtOnce?: boolean;
    readonly guidance: readonly Guidance[];
    /** Mark of the analyzers and rules whose findings the model is told of, and whatever else decides. */
    readonly rules: string;
}
export declare function describeQuestion(reviewer: ReviewerProfile, terms: QuestionTerms): string;
