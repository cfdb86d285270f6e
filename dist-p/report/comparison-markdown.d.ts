import { type ComparisonDocument } from '../protocol/comparison-document.ts';
export declare function formatComparisonMarkdown(comparison: ComparisonDocument): string;
