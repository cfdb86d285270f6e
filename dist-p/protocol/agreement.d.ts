/** Who agrees on a finding, and how sure that makes it: voices, k of n, and confidence from agreement, coverage and validation (REV-14). */
import type { Attribution, FindingStatus } from './finding.ts';
import { type Vote } from './merge.ts';
/** With a panel every model of a reviewer is a voice of its own; waves and rounds of one model are one voice. */
export declare const voiceOf: ({ agent, model }: Pick<Attribution, 'agent' | 'model'>) => string;
export interface Agreement {
    readonly k: number;
    readonly n: number;
}
/** So many of those asked say so; whoever reports counts as asked. */
export declare function countAgreement(reporting: Iterable<string>, asked: Iterable<string>): Agreement;
/**
 * Agreement × coverage × validation, 0..1. `share` is the part of those asked that agrees: a lone report among many keeps at
 * least half of its sureness. Orders findings; never touches severity, veto or presence.
 */
export declare const weighConfidence: (votes: readonly Vote[], status: FindingStatus, share?: number) => number;
