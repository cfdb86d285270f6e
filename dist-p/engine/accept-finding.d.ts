/**
 * The host's own check of a claim against the text it delivered (HOST-10, OUTPUT-11): the place must exist and the quote
 * must stand there. A claim is marked, never dropped: what fails is `unverified` or `rejected`, with the reason.
 */
import type { AssignedFile, Snapshot } from '../ports.ts';
import type { ClaimedFinding, FindingStatus, LineRange } from '../protocol/finding.ts';
/** A claim with its place settled and what the check made of it. */
export interface AcceptedFinding extends ClaimedFinding {
    readonly file: string;
    readonly line: number;
    readonly endLine: number;
    readonly status: FindingStatus;
    readonly introduced: boolean;
    /** Why it is not `confirmed`; null where it is. */
    readonly doubt: string | null;
    /** Whether it was recorded in full analysis or later, in fewer words. */
    readonly depth: 'full' | 'reduced';
    /** Whether the claim named its file and line; else they stand for the nearest place there is. */
    readonly isPlaced: boolean;
    /** Who said it; null where no model did. */
    readonly model: string | null;
    /** The quoted code, kept for the finding's identity where `evidence` was shortened to its place. */
    readonly quote: string | null;
    /** Said in an earlier run. */
    readonly isRecalled?: boolean;
}
export type Acceptance = {
    readonly kind: 'accepted';
    readonly finding: AcceptedFinding;
} | {
    readonly kind: 'homeless';
    readonly reason: string;
};
export declare function acceptFinding(claim: ClaimedFinding, file: AssignedFile | null, snapshot: Snapshot, delivered?: readonly LineRange[] | null): Promise<Acceptance>;
