/** The findings of an audit's report, numbered by their final severity, with every source kept (FACT-10, AUD-27). */
import type { FlowStep } from '../../audit-port.ts';
import type { Finding } from '../../protocol/finding.ts';
import type { AuditState } from './audit-state.ts';
import type { Validation } from './validation-phase.ts';
export interface ComposedFindings {
    readonly findings: readonly Finding[];
    /** From the ids of the phases to the final ones. */
    readonly finalIds: ReadonlyMap<string, string>;
}
export declare function composeAuditFindings(state: AuditState, validation: Validation | null): ComposedFindings;
/** `src/a.ts:3(http GET /x) → :8(calls f) → :12(db.query)`: the file only where it is another than the finding's (FACT-05). */
export declare const formatSteps: (steps: readonly FlowStep[], home: string) => string;
