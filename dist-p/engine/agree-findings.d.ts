/**
 * Who could have reported a finding, who did, and whether it stands: the voices of a review around its merged reports
 * (FACT-14, REV-14). Marks, never drops; without voices to ask every report speaks for itself.
 */
import { type Agreement } from '../protocol/agreement.ts';
import { type Voter } from '../protocol/consensus.ts';
import type { ConsensusProtocol } from '../protocol/consensus-protocol.ts';
import type { Attribution, FindingStatus } from '../protocol/finding.ts';
import type { Severity } from '../protocol/severity.ts';
import type { Reported } from './reported.ts';
import type { SeatTotal } from './review-state.ts';
export interface Consensus {
    readonly protocol: ConsensusProtocol;
    readonly minAgreement: number;
    readonly seats: readonly SeatTotal[];
}
/** A voice at the table. */
interface Chair extends Voter {
    readonly agent: string;
    readonly weight: number;
    readonly reviewed: ReadonlySet<string>;
    /** Whether its silence says something: analyzers beside a model know only what they have rules for. */
    readonly isAsked: boolean;
    readonly opinions: readonly {
        readonly stance: 'confirm' | 'refute';
        readonly reports: ReadonlySet<string>;
        readonly attribution: Attribution;
    }[];
}
export interface Table extends Pick<Consensus, 'protocol' | 'minAgreement'> {
    readonly chairs: readonly Chair[];
}
export declare const openTable: ({ protocol, minAgreement, seats }: Consensus) => Table;
/** Reports that were merged into one. */
export interface Group {
    readonly lead: Reported;
    readonly members: readonly Reported[];
    readonly severity: Severity;
    readonly status: FindingStatus;
    readonly vetoReason: string | null;
}
export interface Judgement {
    readonly agreement: Agreement;
    readonly confidence: number;
    readonly status: FindingStatus;
    /** Of those that confirmed it without having reported it. */
    readonly confirmedBy: readonly Attribution[];
    readonly remarks: Readonly<Record<string, unknown>>;
}
export declare function judgeGroup(group: Group, table: Table): Judgement;
export {};
