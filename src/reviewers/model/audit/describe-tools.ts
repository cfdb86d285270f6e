/** The context tools of a desk as a model sees them. */
import type { AuditDesk } from '../../../ports/auditor.ts';
import type { ToolDescription } from '../../../ports/model.ts';

export const describeTools = (desk: AuditDesk): readonly ToolDescription[] =>
  desk.context().definitions.map(({ name, description, parameters }) => ({
    name,
    description,
    inputSchema: parameters as ToolDescription['inputSchema'],
  }));
