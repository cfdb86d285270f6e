import type { ToolHit, ToolOutput } from '../../protocol/tool-hits.ts';
import { type ExternalHost, type ToolReport, type ToolTask } from './external-analyzer.ts';
import type { Meaning } from './external-findings.ts';
import { type ProgramEnd } from './external-process.ts';
export interface GoTool {
    readonly name: string;
    readonly args: readonly string[];
    parse(end: ProgramEnd & {
        readonly kind: 'ended';
    }): ToolOutput;
    mean(hit: ToolHit): Meaning | null;
}
/** Why Go tools cannot run, or null. */
export declare const findGoAbsence: ({ searchPath, root }: ExternalHost) => string | null;
/** Finds in the modules of the assigned files; each module is scanned once per snapshot, also where that failed. */
export declare function createGoScan(tool: GoTool): (task: ToolTask) => Promise<ToolReport>;
/** Without replacements by folders outside of what was put down: Go would read there. */
export declare function dropReplacements(manifest: string, cwd: string, folder: string): string;
