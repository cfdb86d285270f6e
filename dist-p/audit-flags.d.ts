import type { AuditRequest } from './engine/audit/audit-request.ts';
/** Values by the camelCase name of their flag. */
type Flags = Readonly<Record<string, unknown>>;
export type AuditFlags = Pick<AuditRequest, 'mode' | 'dimensions' | 'cells' | 'isInCell' | 'agents' | 'requireSemgrep'>;
export declare function readAuditFlags(flags: Flags): AuditFlags;
/** Cells name their files themselves: without another scope the whole project is what they choose from. */
export declare function scopeOfCells(flags: Flags, positional: readonly string[]): Flags;
export {};
