/**
 * Declares the Zod schemas of the database rows of an agent's task: the task as fleet-host.ts posts it, and the result as
 * perform-agent.ts gives it back.
 */

import { z } from 'zod';
import { SUM_NAMES, type UsageSums } from '../protocol/budget/usage-recorder.ts';

export const agentTaskSchema = z.object({
  kind: z.enum(['review', 'verify', 'hunt', 'deepen', 'validate']),
  input: z.unknown(),
  /** Milliseconds since the epoch; null without a deadline. */
  deadlineAt: z.number().nullable(),
  /** When the run first began. */
  startedAt: z.number(),
});

export type PostedAgent = z.infer<typeof agentTaskSchema>;

const amount = z.number().min(0);

const entrySchema = z.object({
  agent: z.string(),
  model: z.string(),
  ...(Object.fromEntries(SUM_NAMES.map((name) => [name, amount])) as Record<keyof UsageSums, typeof amount>),
});

export const agentResultSchema = z.object({
  value: z.unknown(),
  isFinal: z.boolean(),
  /** Charged to the agent's own budget. */
  usedTokens: amount,
  spending: z.object({
    usage: z.object({ entries: z.array(entrySchema) }),
    isSpent: z.boolean(),
  }),
});

export type AgentResult = z.infer<typeof agentResultSchema>;
