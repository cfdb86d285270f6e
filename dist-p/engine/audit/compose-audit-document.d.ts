/** The `audit` part of the report: what every phase saw, decided and left open (FACT-11). */
import type { AuditDocument } from '../../protocol/audit-document.ts';
import type { AuditOutcome, AuditParts } from './audit-parts.ts';
export interface DocumentFacts extends AuditOutcome {
    readonly limitations: readonly string[];
    readonly finalIds: ReadonlyMap<string, string>;
}
export declare function composeAuditDocument({ state, dive, validation }: AuditParts, facts: DocumentFacts): AuditDocument;
