/**
 * The frame of every analyzer that is a program of its own: found on the search path or `absent`, run over a private
 * folder with the assigned files, stopped on time, read strictly. Never throws; never runs anything of the reviewed
 * repository and never lets it configure a tool.
 */
import type { Analyzer, AnalyzerFinding, Snapshot, SourceFile } from '../../ports.ts';
import type { ToolFault, ToolHit, ToolOutput } from '../../protocol/tool-hits.ts';
import { type Meaning } from './external-findings.ts';
import { type PrivateFolder } from './external-folder.ts';
import { type ProgramEnd } from './external-process.ts';
/** What the host allows external programs. */
export interface ExternalHost {
    /** Reviewed folder: no program inside it is ever run. */
    readonly root: string;
    /** Folders to look for programs in; without it none is found. */
    readonly searchPath: string | undefined;
    /** Whether comments and settings of the reviewed repository may silence a tool. */
    readonly trustsRepository: boolean;
}
/** An analyzer that may not be there. */
export interface ExternalAnalyzer extends Analyzer {
    /** Why it cannot run, or null where it can. Known before anything is run. */
    readonly absence: string | null;
    /** Asks the program for its version, once; null where it does not say. */
    probeVersion(signal: AbortSignal): Promise<string | null>;
}
export interface ToolTask {
    readonly files: readonly SourceFile[];
    readonly snapshot: Snapshot;
    readonly folder: PrivateFolder;
    readonly host: ExternalHost;
    run(args: readonly string[], options?: RunOptions): Promise<ProgramEnd>;
}
export interface RunOptions {
    readonly cwd?: string;
    readonly environment?: Readonly<Record<string, string>>;
    readonly timeoutMs?: number;
}
export type ToolReport = {
    readonly kind: 'scanned';
    readonly findings: readonly AnalyzerFinding[];
    /** Paths as the snapshot has them; null where the fault concerns no single file. */
    readonly faults: readonly ToolFault[];
}
/** It is installed, but what it needs besides is not there. */
 | {
    readonly kind: 'absent';
    readonly reason: string;
} | {
    readonly kind: 'failed';
    readonly reason: string;
};
export interface ExternalTool {
    readonly name: string;
    /** Name of the program on the search path. */
    readonly program: string;
    readonly versionArgs: readonly string[];
    readonly reviewers: readonly string[];
    readonly timeoutMs: number;
    /** A reason of its own not to run, such as no rules. */
    readonly absence?: string | null;
    accepts(path: string, language: string | null): boolean;
    scan(task: ToolTask): Promise<ToolReport>;
}
export declare function createExternalAnalyzer(tool: ExternalTool, host: ExternalHost): ExternalAnalyzer;
/** Why a run is of no use, or null where it ended by itself. */
export declare function explainEnd(end: ProgramEnd): string | null;
/** Puts the files down as they are, or as `adapt` makes them; those the disk refuses are faults. */
export declare function placeFiles({ files, folder }: Pick<ToolTask, 'files' | 'folder'>, adapt?: (file: SourceFile) => string): Promise<readonly ToolFault[]>;
/** Turns a tool's output into a report. `mean` says what a hit is to us, or null to leave it out. */
export declare function reportOutput(tool: string, output: ToolOutput, { files, folder }: Pick<ToolTask, 'files' | 'folder'>, mean: (hit: ToolHit) => Meaning | null): ToolReport;
export declare function addFaults(report: ToolReport, faults: readonly ToolFault[]): ToolReport;
