import type { AnalyzerFinding, AnalyzerOutcome, SourceFile } from '../../ports.ts';
/** Thrown for a file that an analyzer will not finish, with the reason. */
export declare class UnfinishedFile extends Error {
}
export declare function scanFiles(files: readonly SourceFile[], signal: AbortSignal, scan: (file: SourceFile, note: (limit: string) => void) => Promise<readonly AnalyzerFinding[]>): Promise<AnalyzerOutcome>;
/** Version of an installed package, read without loading it. */
export declare function readVersion(load: (name: string) => unknown, name: string): string | null;
