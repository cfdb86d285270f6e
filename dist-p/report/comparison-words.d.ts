/** What a comparison of two runs says in every format for people. */
import type { ComparedRun, ComparisonDocument, FindingChange } from '../protocol/comparison-document.ts';
export declare const CHANGE_TITLES: Readonly<Record<FindingChange, string>>;
/** `1 new · 0 fixed · 12 still there`, and the two that concern coverage where there are any. */
export declare const describeChange: ({ counts }: ComparisonDocument) => string;
export declare const describeVerdicts: ({ before, after }: ComparisonDocument) => string;
export declare const describeCompared: ({ id, playbook, selection, model, started_at, complete }: ComparedRun) => string;
