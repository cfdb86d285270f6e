type Head = {
    readonly kind: 'branch';
    readonly ref: string;
} | {
    readonly kind: 'detached';
    readonly oid: string;
} | {
    readonly kind: 'unknown';
};
export interface Refs {
    readonly head: Head;
    readonly oids: ReadonlyMap<string, string>;
    readonly symbolic: ReadonlyMap<string, string>;
}
export declare const isRefName: (name: string) => boolean;
export declare function parsePackedRefs(text: string): ReadonlyMap<string, string>;
type RefValue = {
    readonly oid: string;
} | {
    readonly target: string;
} | null;
export declare function parseRef(text: string): RefValue;
export declare function readRefs(place: {
    readonly gitDir: string;
    readonly commonDir: string;
}): Promise<Refs>;
/** Object a ref stands for, through symbolic ones; null where there is none. */
export declare function resolveRef(refs: Refs, name: string, depth?: number): string | null;
export declare function resolveHead({ head, ...rest }: Refs): string | null;
/** Branch for the report (SCOPE-06, REV-20). */
export declare function formatBranch({ head }: Refs): string | null;
export interface DefaultBranch {
    readonly name: string;
    readonly oid: string;
}
/** origin/HEAD, main, master; of the last two the local branch before the one of origin. */
export declare function findDefaultBranch(refs: Refs): DefaultBranch | null;
export {};
