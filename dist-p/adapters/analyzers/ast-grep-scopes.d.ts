/**
 * The functions and classes of one parsed file, nested as written, with the parameters each function takes.
 * Facts only. Lives no longer than the tree.
 */
import type { SgNode } from '@ast-grep/napi';
import { type CallSite } from './ast-grep-calls.ts';
import type { Grammar } from './ast-grep-grammar.ts';
export interface Parameter {
    readonly name: string;
    readonly index: number;
    readonly line: number;
    /** Its declaration as written, with the type if there is one. */
    readonly text: string;
    /** The key under which a pattern takes it out of the argument; null where it is the whole argument. */
    readonly key: string | null;
    readonly isRest: boolean;
}
export interface Scope {
    readonly kind: 'file' | 'class' | 'function';
    readonly node: SgNode;
    /** Name by which the file can call it; null for inline functions and the file itself. */
    readonly name: string | null;
    readonly start: number;
    readonly end: number;
    readonly parent: Scope | null;
    readonly parameters: readonly Parameter[];
    /** Decorators, annotations or attributes of the function, as written. */
    readonly preamble: string;
    readonly assignments: Map<string, Assignment[]>;
    /** Calls that the function is handed to. */
    readonly registrations: Registration[];
}
/** One value given to one name. */
export interface Assignment {
    readonly value: SgNode;
    /** The key under which the name takes it out of the value. */
    readonly key: string | null;
    /** The member of the name that is written; null for the name itself. */
    readonly part: string | null;
    readonly line: number;
    /** Offset from which it holds. */
    readonly from: number;
    /** The statement; a use inside the block around it cannot miss the assignment. */
    readonly statement: SgNode;
    readonly augments: boolean;
}
export interface Registration {
    readonly call: CallSite;
    readonly index: number;
}
/** Outer scopes before inner ones, the file first. */
export declare function collectScopes(root: SgNode, grammar: Grammar): readonly Scope[];
/** Finds the innermost scope around an offset in logarithmic time. */
export declare function createScopeFinder(scopes: readonly Scope[]): (offset: number) => Scope;
/** The innermost scope, from this one outwards, that knows the name. */
export declare function findScope(from: Scope, name: string): Scope | null;
export declare function findClass(from: Scope): Scope | null;
/** A closure may run at any time, so it sees every value its outer variables take. */
export declare const isVisible: ({ from }: Assignment, offset: number, isSameFunction: boolean) => boolean;
/** Whether it writes another member than the one asked for. */
export declare const isOtherMember: ({ part }: Assignment, key: string | null) => boolean;
export interface BoundName {
    readonly name: string;
    readonly key: string | null;
}
/** Names that a pattern, declaration or target binds, each with the outermost key it is taken from. */
export declare function boundNames(node: SgNode, grammar: Grammar, key?: string | null): readonly BoundName[];
