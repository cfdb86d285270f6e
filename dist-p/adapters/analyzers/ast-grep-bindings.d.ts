/**
 * What one parsed file says about its variables: every place that gives a name a value, every call and its callbacks.
 * Facts only; whether a value is untrusted is decided by ast-grep-flow.ts. Lives no longer than the tree.
 */
import type { SgNode } from '@ast-grep/napi';
import { type CallSite } from './ast-grep-calls.ts';
import { type Condition } from './ast-grep-conditions.ts';
import type { Grammar } from './ast-grep-grammar.ts';
import { type Assignment, type Scope } from './ast-grep-scopes.ts';
export interface FileFacts {
    readonly grammar: Grammar;
    readonly conditions: readonly Condition[];
    readonly callsByName: ReadonlyMap<string, readonly CallSite[]>;
    /** Functions by name; several where classes share a method's name. */
    readonly scopesByName: ReadonlyMap<string, readonly Scope[]>;
    scopeAt(offset: number): Scope;
}
export declare function collectFacts(root: SgNode, grammar: Grammar, collectors: RegExp): FileFacts;
/** Whether a use at this offset comes after the assignment on every way. */
export declare function reaches(assignment: Assignment, offset: number, grammar: Grammar): boolean;
/** Whether the name was surely given another value before this use. */
export declare function isSettled(name: string, scope: Scope, use: SgNode, grammar: Grammar): boolean;
