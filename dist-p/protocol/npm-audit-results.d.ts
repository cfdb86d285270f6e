import type { Severity } from './severity.ts';
export interface AuditedPackage {
    readonly name: string;
    readonly isDirect: boolean;
    /** Installed versions that are affected, as npm writes ranges. */
    readonly range: string;
    readonly severity: Severity;
    /** Worst first. */
    readonly advisories: readonly AuditAdvisory[];
    /** Version to install, or null where npm knows none. */
    readonly fixedBy: string | null;
}
export interface AuditAdvisory {
    readonly title: string;
    readonly url: string;
    readonly range: string;
    readonly cvss: number | null;
    readonly cwe: string | null;
    readonly severity: Severity;
}
export type AuditOutput = {
    readonly kind: 'parsed';
    readonly packages: readonly AuditedPackage[];
    readonly malformed: number;
} | {
    readonly kind: 'unusable';
    readonly reason: string;
};
export declare function parseNpmAudit(text: string): AuditOutput;
