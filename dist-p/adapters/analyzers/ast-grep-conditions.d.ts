/** Tests that stand between a source and a sink: around a use of the value, or before the sink with a way out. */
import type { SgNode } from '@ast-grep/napi';
import type { Grammar } from './ast-grep-grammar.ts';
export interface Condition {
    readonly text: string;
    /** Where the test itself ends; what lies in it is not yet guarded by it. */
    readonly tested: number;
    readonly start: number;
    readonly end: number;
    readonly exits: boolean;
    /** Names that get a constant where the test says so: `if (!known(x)) x = 'none'`. */
    readonly replaces: readonly string[];
}
export declare function collectConditions(root: SgNode, grammar: Grammar): readonly Condition[];
