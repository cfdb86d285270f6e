/** What the readers of each framework hand in: routes, routers and how they are mounted, before prefixes and guards are joined. */
import type { OutlineArgument, SourceOutline } from '../../outline-port.ts';
import type { FunctionRef, ProjectSymbols } from '../project-symbols.ts';
import type { EntryKind, Guard, GuardKind } from '../recon.ts';
/** Something that may guard; whether it does is decided by its name. */
export interface GuardDraft {
    readonly name: string;
    readonly file: string;
    readonly line: number;
    readonly at: Guard['at'];
    /** What it guards against, where more than its name says so. */
    readonly kind?: GuardKind;
    /** Guards only routes below this path. */
    readonly under?: string;
    /** Patterns of paths for which an earlier rule has decided already. */
    readonly exceptUnder?: readonly string[];
    /** Guards only handlers of these names. */
    readonly only?: readonly string[];
    /** Guards all handlers but these. */
    readonly except?: readonly string[];
}
export type HandlerDraft = {
    readonly kind: 'expression';
    readonly text: string;
    readonly owner: number;
} | {
    readonly kind: 'inline';
    readonly start: number;
} | {
    readonly kind: 'function';
    readonly ref: FunctionRef;
}
/** A class that answers with what it inherits. */
 | {
    readonly kind: 'class';
    readonly file: string;
    readonly line: number;
    readonly name: string;
};
export interface RouteDraft {
    readonly file: SourceOutline;
    readonly line: number;
    readonly kind: EntryKind;
    readonly framework: string;
    readonly method: string | null;
    readonly route: string | null;
    readonly handler: HandlerDraft | null;
    readonly guards: readonly GuardDraft[];
    /** Router it belongs to, or null. */
    readonly router: string | null;
    /** A guard that comes later in the file does not count: middleware runs in order. */
    readonly isOrdered?: boolean;
}
/** Prefix and guards that a router gives to what is registered on it, and the router it is mounted on. */
export interface RouterDraft {
    readonly id: string;
    readonly parent: string | null;
    readonly prefix: string;
    /** Where it is mounted or where its guards are set: what is registered before is not guarded. */
    readonly file: string;
    readonly line: number;
    readonly guards: readonly GuardDraft[];
}
export interface RouteDrafts {
    readonly routes: readonly RouteDraft[];
    readonly routers: readonly RouterDraft[];
}
/** What a reader may look at. */
export interface RouteScope {
    readonly symbols: ProjectSymbols;
    /** Frameworks that the project imports or depends on. */
    readonly frameworks: ReadonlySet<string>;
    readonly paths: readonly string[];
}
export type ReadRoutes = (file: SourceOutline, scope: RouteScope) => RouteDrafts;
export declare const joinDrafts: (drafts: readonly RouteDrafts[]) => RouteDrafts;
/** The argument as something that answers a request. */
export declare function toHandler(argument: OutlineArgument | undefined, owner: number): HandlerDraft | null;
/** Name by which a guard is known: the callee of a call, the last words of anything else. */
export declare const guardName: (text: string) => string;
export declare const methodOf: (name: string) => string | null;
/** Strings of a list literal: `['GET', "POST"]`, `%i[index show]`, `[:a]`. */
export declare function readStrings(text: string): readonly string[];
/** Values of a literal or of a list of literals. */
export declare const literalsOf: (argument: OutlineArgument | undefined) => readonly string[];
export declare const argumentNamed: (given: readonly OutlineArgument[], ...names: readonly string[]) => OutlineArgument | undefined;
