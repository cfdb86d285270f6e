/**
 * Fits a state transfer into its token limit (TRANSFER-18, AUD-31): low-priority fields go first, oldest entries first.
 * Tries growing numbers of entries, so the work follows what fits and not what exists.
 */
import type { RoundContext, TransferData } from './round-context.ts';
type OptionalField = 'FINDINGS_SUMMARY' | 'HOTSPOTS' | 'FALSE_POSITIVES' | 'CLEAN' | 'GREP_DONE';
export interface FitRequest {
    /** The context with its required fields alone. */
    readonly frame: RoundContext;
    readonly optional: {
        readonly [F in OptionalField]: NonNullable<TransferData[F]>;
    };
    readonly count: (text: string) => number;
    readonly limitTokens: number;
}
export interface FittedTransfer {
    readonly context: RoundContext;
    readonly tokens: number;
    readonly dropped: Readonly<Record<OptionalField, number>>;
}
export declare function fitTransfer({ frame, optional, count, limitTokens }: FitRequest): FittedTransfer;
export {};
