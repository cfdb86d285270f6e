/** What a match of a rule becomes in the report: place, evidence with secrets masked, the way that data took. */
import type { SgNode } from '@ast-grep/napi';
import type { AnalyzerFinding, SourceFile } from '../../ports.ts';
import type { Trace } from './ast-grep-trace.ts';
import type { Rule } from './rule-pack.ts';
/** Where a finding is shown: of a chain over several lines the line of the method, not that of the first call. */
export declare function startOf(node: SgNode): {
    readonly line: number;
    readonly column: number;
};
export interface Match {
    readonly node: SgNode;
    readonly trace: Trace | null;
}
interface Place {
    readonly start: {
        readonly line: number;
        readonly column: number;
    };
    readonly endLine: number;
}
/** The lines of the match, or of the source where the rule says so. */
export declare function placeOf({ taint }: Rule, { node, trace }: Match): Place;
export declare function toFinding(rule: Rule, file: SourceFile, { node, trace }: Match): AnalyzerFinding;
export {};
