/** The registry on the wire: `agent_registry` rows in snake_case, nine fields and what applies beyond them (REGISTRY-01..03). */
import { z } from 'zod';
import { DIMENSIONS } from '../findings/dimension.ts';
import { type AgentRegistry, OUTPUT_STATUSES, REGISTRY_STATUSES, type RegistryRow } from './agent-registry.ts';

const registryRowSchema = z.object({
  agent_id: z.string().regex(/^agent-r\d+-\d{2,}$/u),
  task_id: z.string().min(1),
  status: z.enum(REGISTRY_STATUSES),
  round: z.int().min(1),
  assigned_dimensions: z.array(z.enum(DIMENSIONS)),
  output_status: z.enum(OUTPUT_STATUSES),
  findings_count: z.int().min(0),
  started_at: z.string(),
  completed_at: z.string().nullable(),
  reason: z.string().optional(),
  retry_of: z.string().optional(),
  emergency: z.literal(true).optional(),
});

export type RegistryRowWire = z.infer<typeof registryRowSchema>;

export const formatRegistryRow = (row: RegistryRow): RegistryRowWire => ({
  agent_id: row.agentId,
  task_id: row.taskId,
  status: row.status,
  round: row.round,
  assigned_dimensions: [...row.assignedDimensions],
  output_status: row.outputStatus,
  findings_count: row.findingsCount,
  started_at: row.startedAt,
  completed_at: row.completedAt,
  ...(row.reason === null ? {} : { reason: row.reason }),
  ...(row.retryOf === null ? {} : { retry_of: row.retryOf }),
  ...(row.emergency ? { emergency: true as const } : {}),
});

export const formatRegistry = (registry: AgentRegistry): { readonly agent_registry: readonly RegistryRowWire[] } => ({
  agent_registry: registry.map(formatRegistryRow),
});

export type RegistryRowOutcome =
  | { readonly kind: 'row'; readonly row: RegistryRow }
  | { readonly kind: 'invalid'; readonly errors: readonly string[] };

export function parseRegistryRow(value: unknown): RegistryRowOutcome {
  const parsed = registryRowSchema.safeParse(value);
  if (!parsed.success)
    return { kind: 'invalid', errors: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) };
  const row = parsed.data;
  return {
    kind: 'row',
    row: {
      agentId: row.agent_id,
      taskId: row.task_id,
      status: row.status,
      round: row.round,
      assignedDimensions: row.assigned_dimensions,
      outputStatus: row.output_status,
      findingsCount: row.findings_count,
      startedAt: row.started_at,
      completedAt: row.completed_at,
      reason: row.reason ?? null,
      retryOf: row.retry_of ?? null,
      emergency: row.emergency ?? false,
    },
  };
}
