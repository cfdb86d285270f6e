/** The line that ends every tool result, so that an agent always knows its usage (MODE-16). */
import type { Mode } from '../protocol/report-document.ts';
export declare const formatModeNotice: (usage: {
    readonly usedTokens: number;
    readonly budgetTokens: number;
    readonly mode: Mode;
}) => string;
/** A tool result with its notice as the last line. */
export declare const endWithNotice: (result: string, usage: Parameters<typeof formatModeNotice>[0]) => string;
