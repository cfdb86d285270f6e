/** The context tools of a desk as a model sees them. */
import type { AuditDesk } from '../../../audit-port.ts';
import type { ToolDescription } from '../../../model-port.ts';
export declare const describeTools: (desk: AuditDesk) => readonly ToolDescription[];
