import { type AdvisoryEcosystem } from './package-version.ts';
import type { Severity } from './severity.ts';
export interface Advisory {
    readonly id: string;
    /** The CVE number, or the id where it has none. */
    readonly cve: string;
    readonly summary: string;
    readonly severity: Severity;
    /** 0..10; null where no vector can be read. */
    readonly cvss: number | null;
    readonly cwe: string | null;
    readonly references: readonly string[];
    readonly affected: readonly AffectedPackage[];
}
export interface AffectedPackage {
    readonly ecosystem: AdvisoryEcosystem;
    readonly name: string;
    readonly ranges: readonly (readonly RangeEvent[])[];
    readonly versions: readonly string[];
}
export interface RangeEvent {
    readonly kind: 'introduced' | 'fixed' | 'last_affected';
    readonly version: string;
}
export interface PackageVersion {
    readonly ecosystem: AdvisoryEcosystem;
    readonly name: string;
    readonly version: string;
}
/** How an advisory concerns one version. */
export interface Exposure {
    /** `>= 1.0.0, < 1.2.3`. */
    readonly affectedVersions: string;
    /** The first version without it, or null where there is none. */
    readonly patchedVersion: string | null;
}
/** Null where it is no advisory, was withdrawn, or concerns none of our ecosystems. */
export declare function parseAdvisory(value: unknown): Advisory | null;
/** Names that an ecosystem regards as one. */
export declare const normalizePackageName: (ecosystem: AdvisoryEcosystem, name: string) => string;
/** Whether and how this version is affected; null where it is not. */
export declare function findExposure(advisory: Advisory, found: PackageVersion): Exposure | null;
