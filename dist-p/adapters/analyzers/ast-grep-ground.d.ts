/** What every question about the data flow of one file shares. Worked out once per file, lives no longer than the tree. */
import type { SgNode } from '@ast-grep/napi';
import { type FileFacts } from './ast-grep-bindings.ts';
import type { Grammar } from './ast-grep-grammar.ts';
import { type FullName } from './ast-grep-names.ts';
import { Roles } from './ast-grep-roles.ts';
import type { Trace } from './ast-grep-trace.ts';
import type { Vocabulary } from './rule-pack.ts';
export interface Ground {
    readonly facts: FileFacts;
    readonly roles: Roles;
    readonly nameOf: FullName;
    readonly vocabulary: Vocabulary;
    readonly exported: ReadonlySet<string> | null;
    readonly spent: {
        steps: number;
    };
}
/** What one rule has learnt about one file. */
export interface Memory {
    readonly sources: readonly ReadonlySet<number>[];
    readonly answers: Map<string, Trace | null>;
}
export declare function prepareGround(root: SgNode, grammar: Grammar, vocabulary: Vocabulary): Ground;
