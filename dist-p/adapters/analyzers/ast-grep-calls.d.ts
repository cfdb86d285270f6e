/** Calls of one parsed file: what is called, on what, with which arguments, and which argument a parameter receives. */
import type { SgNode } from '@ast-grep/napi';
import type { Grammar } from './ast-grep-grammar.ts';
export interface CallSite {
    readonly node: SgNode;
    /** Callee as written, without white space. */
    readonly callee: string;
    /** Last part of the callee. */
    readonly name: string;
    readonly object: SgNode | null;
    readonly arguments: readonly SgNode[];
    readonly carries: boolean;
}
export declare const lineOf: (node: SgNode) => number;
export declare const lastName: (callee: string) => string;
export declare const findKinds: (node: SgNode, kinds: readonly string[]) => readonly SgNode[];
/** A field by name, or a named child by position. */
export declare const readField: (node: SgNode, field: string) => SgNode | null;
/** The node a member or subscript takes its value from, or null for other kinds. */
export declare function memberObject(node: SgNode, grammar: Grammar): SgNode | null;
/** The key by which a member or subscript reads; null where it is worked out at run time. */
export declare function memberKey(node: SgNode): string | null;
/** A key as written in a member, a subscript or a record; null where it is an expression. */
export declare function readKey(key: SgNode, isName: boolean): string | null;
/** Where one member of a record literal may come from, the last that is written first: its own pair, or a spread. */
export declare function readMembers(record: SgNode, key: string, grammar: Grammar): readonly {
    readonly value: SgNode;
    readonly key: string | null;
}[];
/** A call as the grammar spells it, or null where the node is none. */
export declare function describeCall(node: SgNode, grammar: Grammar): CallSite | null;
/** How a call begins, `socket.on('message')`: where the first argument says what the call is. */
export declare const beginOf: ({ callee, arguments: [first] }: CallSite) => string;
/** Calls by the last part of their callee; a constructor called as a method counts under its class. */
export declare function groupByName(calls: readonly CallSite[]): ReadonlyMap<string, readonly CallSite[]>;
export interface Slot {
    readonly name: string;
    readonly index: number;
    readonly isRest: boolean;
}
/** What a call passes for a parameter: by name, by position, or by spreading. */
export declare function argumentsFor(call: CallSite, slot: Slot, skipped: number): readonly SgNode[];
