/**
 * The prompt of a hunt agent: what to look for, how far to go, and the form of its answer (FACT-01, FACT-04, FACT-05, TURNS,
 * CHECKPOINT-01). What earlier rounds know comes as fenced data of the host (TRANSFER-01, HOST-12).
 */
import type { AuditRecon } from '../protocol/audit-recon.ts';
import { type Dimension } from '../protocol/dimension.ts';
import { type RoundContext } from '../protocol/round-context.ts';
import type { Hotspot } from '../protocol/state-transfer.ts';
import { type TurnPlan } from '../protocol/turns.ts';
/** What a dimension needs before it counts as covered, in words for an agent. */
export declare const DIMENSION_GOALS: Readonly<Record<Dimension, string>>;
export interface HuntPromptInput {
    readonly agentId: string;
    readonly round: number;
    readonly emergency: boolean;
    readonly dimensions: readonly Dimension[];
    readonly turns: TurnPlan;
    readonly budgetTokens: number;
    readonly maxToolCalls: number;
    readonly maxFindings: number | null;
    readonly documents: readonly string[];
    /** State of the rounds before; null in the first. */
    readonly context: RoundContext | null;
    /** False for a model that is given its code instead. */
    readonly hasTools: boolean;
    readonly nonce: string;
}
export declare function formatHuntPrompt(input: HuntPromptInput): string;
export interface HuntBriefingInput {
    readonly recon: AuditRecon;
    readonly dimensions: readonly Dimension[];
    readonly files: readonly {
        readonly path: string;
        readonly lines: number;
    }[];
    readonly hotspots: readonly Hotspot[];
    /** Files called clean before, to be looked at again as a check. */
    readonly recheck: readonly string[];
    /** Code for a model without tools. */
    readonly code: readonly string[];
    /** Ends the data; nobody who writes the code can know it. */
    readonly fenceName: string;
}
/** What the host knows before the first call: the agent's files, places of its dimensions, entry points, hotspots. */
export declare function formatHuntBriefing(input: HuntBriefingInput): string;
/** Said once when the turns or the budget end. */
export declare const HUNT_MUST_RETURN = "Stop exploring. Write your result now, in the agreed form, with its end marker.";
/** Said after every tenth turn (CHECKPOINT-01). */
export declare const HUNT_CHECKPOINT = "Write the checkpoint line now, then go on.";
