/**
 * Checks a value from the database against its Zod schema and returns it; data of another version is refused with an error that says
 * so. Called by agent-inputs.ts, run-spec.ts and task-result.ts.
 */
import type { z } from 'zod';
import { ReviewError } from '../errors.ts';

/** The value itself, as it was written. Throws ReviewError; `what` names it. */
export function requireShape<T>(schema: z.ZodType, value: unknown, what: string): T {
  const { error } = schema.safeParse(value);
  if (error === undefined) return value as T;
  const [issue] = error.issues;
  const where = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new ReviewError('no-database', `${what} does not match this version: ${where}${issue?.message}.`, {
    advice: 'Use the same version of consensus-review on the workers and on the machine that submits the run.',
  });
}
