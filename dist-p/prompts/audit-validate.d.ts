import type { ValidationBatch } from '../protocol/validation-plan.ts';
export interface ShownFinding {
    readonly id: string;
    readonly severity: string;
    readonly cwe: string | null;
    readonly dimension: string | null;
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly endLine: number;
    readonly source: string | null;
    readonly sink: string | null;
    readonly flow: string | null;
    readonly issue: string;
}
export interface ValidationPromptInput {
    readonly agentId: string;
    readonly round: number;
    /** Who reported the findings. */
    readonly sources: readonly string[];
    readonly steps: ValidationBatch['steps'];
    readonly maxToolCalls: number;
    readonly maxTurns: number;
    /** The code is given with the findings, and there is one answer. */
    readonly isFed: boolean;
    readonly nonce: string;
}
export declare function formatValidationPrompt(input: ValidationPromptInput): string;
export declare const VALIDATION_MUST_RETURN = "Stop reading. Write your decisions now, in the agreed form, with its end marker.";
export interface ShownChain {
    readonly id: string;
    readonly title: string;
    /** Its findings in their order, each with its place. */
    readonly steps: readonly string[];
}
/** Places nobody has followed yet, one line each. */
export declare const formatHotspots: (hotspots: readonly {
    readonly file: string;
    readonly lines: {
        readonly start: number;
        readonly end: number;
    };
    readonly reason: string;
}[]) => readonly string[];
/** The findings as data, each with its place and what was said of it, and code where it is given. */
export declare function formatFindings(findings: readonly ShownFinding[], code: readonly string[], fenceName: string, chains?: readonly ShownChain[]): string;
export interface DeepenPromptInput {
    readonly endLine: string;
    readonly maxTurns: number;
    readonly isFed: boolean;
}
export declare const formatDeepenPrompt: ({ endLine, maxTurns, isFed }: DeepenPromptInput) => string;
export declare const DEEPEN_MUST_RETURN = "Stop reading. Write the FLOW, CHAIN and HOTSPOT lines now, and the last line.";
