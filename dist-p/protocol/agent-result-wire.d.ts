/** Writing the text form, and reading it back strictly: every line as agreed, nothing forgiven (FACT-05, AUD-18). */
import type { AgentClaims } from './agent-claims.ts';
import { type ClaimedFinding } from './finding.ts';
type HeaderClaims = Pick<AgentClaims, 'dimensions' | 'coverage' | 'modulesLoaded' | 'toolCalls' | 'hotspots' | 'gaps'>;
export interface AgentResult extends HeaderClaims {
    readonly agentId: string;
    readonly round: number;
    readonly filesReadCount: number;
    readonly findings: readonly ClaimedFinding[];
}
export type AgentResultReading = {
    readonly kind: 'valid';
    readonly result: AgentResult;
} | {
    readonly kind: 'invalid';
    readonly errors: readonly string[];
};
export declare const startMarker: (name: string) => string;
export declare const endMarker: (name: string, nonce?: string) => string;
/** Writes a result. Evidence beyond three lines is left out: the form has no room for it. */
export declare function formatAgentResult(result: AgentResult, nonce?: string): string;
/** Reads a result strictly; the errors say what is not as agreed. */
export declare function parseAgentResult(text: string, nonce?: string): AgentResultReading;
export {};
