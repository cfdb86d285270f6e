/** The registry on the wire: the nine fields of seed 003 by their names, then reason, retry and emergency (REGISTRY-01..03). */
import { z } from 'zod';
import { DIMENSIONS } from '../findings/dimension.ts';
import { OUTPUT_STATUSES, REGISTRY_STATUSES, type RegistryRow } from './agent-registry.ts';

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

export const formatRegistryRow = (row: RegistryRow): z.infer<typeof registryRowSchema> => ({
  agent_id: row.agentId,
  task_id: row.taskId,
  status: row.status,
  round: row.round,
  assigned_dimensions: [...row.assignedDimensions],
  output_status: row.outputStatus,
  findings_count: row.findingsCount,
  started_at: row.startedAt,
  completed_at: row.completedAt,
  reason: row.reason,
  retry_of: row.retryOf,
  emergency: row.emergency,
});
