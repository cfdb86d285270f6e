/** The return signals of an audit: one per round, one for the deep dive, one for validation, one for the run (HOST-08). */
import type { ReportSignal } from '../../protocol/report-document.ts';
import type { UsageShare } from '../../protocol/signal-build.ts';
import type { AuditOutcome, AuditParts } from './audit-parts.ts';
import type { AuditState, RoundRecord } from './audit-state.ts';
import type { DeepDive } from './deep-dive-phase.ts';
import type { Validation } from './validation-phase.ts';
export declare const composeAuditSignals: (parts: AuditParts, outcome: AuditOutcome) => readonly ReportSignal[];
export declare function composeRoundSignal(state: AuditState, { round, evaluation, move }: RoundRecord, usage: readonly UsageShare[]): ReportSignal;
export declare function composeDiveSignal(state: AuditState, dive: DeepDive, usage: readonly UsageShare[]): ReportSignal;
export declare function composeCheckSignal(state: AuditState, validation: Validation, usage: readonly UsageShare[]): ReportSignal;
