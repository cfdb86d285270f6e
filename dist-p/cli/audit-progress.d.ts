/** What happens in an audit as lines for people; null for what only `--verbose` or nobody wants to read. */
import type { RunEvent } from '../ports.ts';
export type AuditOnlyEvent = Extract<RunEvent, {
    readonly kind: 'transition' | 'recon' | 'baseline' | 'round' | 'truncation' | 'retry' | 'evaluation' | 'deep-dive' | 'chain' | 'validation' | 'marker';
}>;
export declare function describeAudit(event: AuditOnlyEvent, verbose: boolean): string | null;
