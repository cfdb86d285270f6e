/**
 * Declares in zod a row of the agent registry as the audit report prints it (snake_case, nine fields, then reason, retry and
 * emergency; REGISTRY-01..03), its type in code, and converts the latter to the former. Called by
 * engine/audit/compose-audit-document.ts; agent-registry.ts keeps the rows.
 */
import { z } from 'zod';
import { DIMENSIONS, type Dimension } from '../findings/dimension.ts';
import { type CamelKeys, toSnakeKeys } from '../text/key-case.ts';

const REGISTRY_STATUSES = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'TRUNCATED'] as const;
export type RegistryStatus = (typeof REGISTRY_STATUSES)[number];

const OUTPUT_STATUSES = ['COMPLETE', 'TRUNCATED', 'MISSING'] as const;

export const registryRowSchema = z.object({
  agent_id: z.string().regex(/^agent-r\d+-\d{2,}$/u),
  task_id: z.string().min(1),
  status: z.enum(REGISTRY_STATUSES),
  round: z.int().min(1),
  assigned_dimensions: z.array(z.enum(DIMENSIONS)),
  output_status: z.enum(OUTPUT_STATUSES),
  findings_count: z.int().min(0),
  started_at: z.string(),
  completed_at: z.string().nullable(),
  reason: z.string().nullable().describe('Why it failed, such as `timeout`.'),
  retry_of: z.string().nullable().describe('The agent whose work it was given again.'),
  emergency: z.boolean(),
});

type WireRow = z.infer<typeof registryRowSchema>;

/** One agent of one round, as the host keeps it. */
export type RegistryRow = Omit<CamelKeys<WireRow>, 'assignedDimensions'> & {
  readonly assignedDimensions: readonly Dimension[];
};

/** Fields keep the order of the seed. */
export const formatRegistryRow = (row: RegistryRow): WireRow =>
  toSnakeKeys({ ...row, assignedDimensions: [...row.assignedDimensions] });
