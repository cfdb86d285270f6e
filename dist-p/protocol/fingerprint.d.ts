/**
 * What makes a finding the same one in the next run: path, rule and code, never the line or the words around it.
 * The hash is for identity, not for security.
 */
export interface FingerprintParts {
    readonly file: string;
    readonly rule: string | null;
    readonly category: string | null;
    readonly cwe: string | null;
    readonly evidence: string | null;
    /** The dependencies it is about: a manifest may hold them all in one line. */
    readonly subjects?: readonly string[];
    /** 0 for the first of equal findings in a file, 1 for its twin … */
    readonly occurrence: number;
}
/** 16 hex digits. */
export declare const fingerprintOf: (parts: FingerprintParts) => string;
/** Fingerprints in the order of the findings; equal ones of a file are numbered from top to bottom. */
export declare function fingerprintAll(findings: readonly (Omit<FingerprintParts, 'occurrence'> & {
    readonly line: number;
})[]): readonly string[];
/** 64 bits of two interleaved 32-bit lanes with murmur's finalizer, as 16 hex digits. */
export declare function hashText(text: string): string;
