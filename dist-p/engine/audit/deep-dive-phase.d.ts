/**
 * Phase 3: every hotspot and every grave finding is followed from source to sink, and candidate chains are shown or
 * refuted (FACT-07, CONVERGE-03). The driver traces; the host chooses the targets and judges what came back.
 */
import type { FlowOutcome } from '../../audit-port.ts';
import { type AttackChain } from '../../protocol/attack-chains.ts';
import { type DeepDiveVerdict } from '../../protocol/deep-dive.ts';
import type { UsageShare } from '../../protocol/signal-build.ts';
import type { Hotspot } from '../../protocol/state-transfer.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';
import { type AuditState } from './audit-state.ts';
export interface DiveChain extends AttackChain {
    /**
     * `shown`: the deep dive followed it. `unverified`: an agent says it holds, of lines it was not given. `candidate`: the
     * findings fit the pattern, nobody followed it.
     */
    readonly standing: 'shown' | 'unverified' | 'candidate';
    readonly reason: string | null;
}
export interface DeepDive {
    readonly flows: ReadonlyMap<string, FlowOutcome>;
    readonly chains: readonly DiveChain[];
    readonly refutedChains: number;
    readonly chainsLeftOut: number;
    readonly hotspots: number;
    /** Hotspots nobody covered. */
    readonly openHotspots: readonly Hotspot[];
    readonly verdict: DeepDiveVerdict;
    readonly reason: string | null;
    readonly evidence: Readonly<Record<string, string>>;
    readonly filesExamined: number;
    readonly usage: UsageShare;
}
export declare function diveDeep(state: AuditState, { thresholds }: Pick<AuditRequest, 'thresholds'>, ports: Pick<AuditPorts, 'driver' | 'openTools' | 'emit' | 'signal' | 'host'>): Promise<DeepDive>;
