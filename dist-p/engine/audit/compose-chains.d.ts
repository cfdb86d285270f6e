import type { Finding } from '../../protocol/finding.ts';
import type { ReportDocument } from '../../protocol/report-document.ts';
import type { DiveChain } from './deep-dive-phase.ts';
type ReportChain = ReportDocument['attack_chains'][number];
export declare function composeChains(chains: readonly DiveChain[], findings: readonly Pick<Finding, 'id' | 'severity' | 'status'>[], finalIds: ReadonlyMap<string, string>): readonly ReportChain[];
export {};
