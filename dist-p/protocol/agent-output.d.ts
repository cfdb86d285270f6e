/**
 * One entry point for what agents hand in: reviewer JSON or the text form, whole or cut, at once or in pieces (HOST-03,
 * HOST-04, TRUNC-07..16). Keeps what closed, names what did not, and believes no figure an agent gives about itself.
 */
import { type AgentClaims, type Reaudit } from './agent-claims.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { ClaimedFinding } from './finding.ts';
export interface AgentOutputOptions {
    /** Nonce of the end marker we asked for; without it any end marker counts (HOST-03). */
    readonly nonce?: string;
    /** False where the stream was aborted, timed out or hit a length limit; then nothing is complete. */
    readonly transportEnded?: boolean;
}
export type Truncation = 'none' | 'mild' | 'severe';
export interface AgentOutput {
    readonly format: 'json' | 'text' | 'none';
    readonly agent: string | null;
    /** Nothing of the output is missing. What the agent says about being partial plays no part. */
    readonly complete: boolean;
    /** `mild`: Rule 1, whole findings kept. `severe`: Rule 2, everything discarded. */
    readonly truncation: Truncation;
    /** It arrived whole but is not what was agreed; its dimensions count as shallow (AUD-18). */
    readonly anomalous: boolean;
    /** Whole ones, and those of TRUNC-15 with `originallyTruncated`. */
    readonly findings: readonly ClaimedFinding[];
    /** Begun, but not usable: not in the final report (TRUNC-16). */
    readonly needsReaudit: readonly Reaudit[];
    readonly claimed: AgentClaims;
    readonly checkpoints: readonly Checkpoint[];
    /** Findings known to be lost; `atLeast` where nothing tells how many there were (AUD-16). */
    readonly unrecovered: {
        readonly count: number;
        readonly atLeast: boolean;
    };
    readonly warnings: readonly string[];
}
/** Reads an output that arrives in pieces. */
export interface AgentOutputStream {
    /** Takes the next piece and returns the findings that became whole with it. */
    push(chunk: string): readonly ClaimedFinding[];
    /** Everything that was read. Findings handed out before are among it unless an earlier copy of them stands for both. */
    end(options?: {
        readonly transportEnded?: boolean;
    }): AgentOutput;
}
export declare function openAgentOutput(options?: Pick<AgentOutputOptions, 'nonce'>): AgentOutputStream;
/** Reads one agent's output. Never throws, never invents. */
export declare function parseAgentOutput(text: string, options?: AgentOutputOptions): AgentOutput;
/** Reads a text that may hold the outputs of several agents: one entry for each of them, at least one in all. */
export declare function parseAgentOutputs(text: string, options?: AgentOutputOptions): readonly AgentOutput[];
