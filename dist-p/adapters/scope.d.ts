/**
 * What every kind of selection resolves to, and how that becomes the snapshot of the port: the user's filters, vendored
 * folders as one entry, languages. Nothing that was found disappears without being listed, unless it was never selected.
 */
import type { ReadOutcome, ScopeRules, Snapshot } from '../ports.ts';
import type { LineRange } from '../protocol/finding.ts';
import type { IgnoreReason } from '../protocol/report-document.ts';
/** Changed ranges, null for the whole file, or that nothing changed after all. */
export type Inspection = readonly LineRange[] | null | 'unchanged';
export interface Found {
    readonly path: string;
    readonly reason: IgnoreReason | null;
    /** Looks into the file; called only for what the filters leave. */
    readonly inspect: () => Promise<Inspection>;
}
export interface Scope {
    readonly selection: string;
    readonly isChange: boolean;
    readonly warnings: readonly string[];
    /** Files and folders that the user named one by one. */
    readonly named?: readonly string[];
    find(): AsyncIterable<Found>;
    read(path: string): Promise<ReadOutcome>;
    readBase(path: string): Promise<string | null>;
    paths(): Promise<ReadonlySet<string>>;
    identity(path: string): string | null;
}
export declare function createSnapshot(scope: Scope, branch: string | null, rules: ScopeRules): Snapshot;
export declare const countDeleted: (count: number) => readonly string[];
