/**
 * Makes and reads the stored result of a task: a value, or the error with its code and advice, which is thrown again when it is read.
 * Made by worker.ts; read by fleet-host.ts and follow-run.ts.
 */
import { z } from 'zod';
import { ERROR_CODES, ReviewError } from '../errors.ts';
import { requireShape } from './check-shape.ts';

const resultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), value: z.unknown() }),
  z.object({
    kind: z.literal('failed'),
    code: z.enum([...ERROR_CODES]),
    message: z.string(),
    advice: z.string(),
  }),
]);

export type TaskResult = z.infer<typeof resultSchema>;

export const finishTask = (value: unknown): TaskResult => ({ kind: 'done', value });

export const failTask = (error: unknown): TaskResult =>
  error instanceof ReviewError
    ? { kind: 'failed', code: error.code, message: error.detail, advice: error.advice }
    : {
        kind: 'failed',
        code: 'internal',
        message: error instanceof Error ? error.message : String(error),
        advice: new ReviewError('internal', '').advice,
      };

/** The value, or the error that was kept instead. */
export function readResult<S extends z.ZodType>(schema: S, result: unknown): z.output<S> {
  const kept = requireShape<TaskResult>(resultSchema, result, 'the result');
  if (kept.kind === 'failed') throw new ReviewError(kept.code, kept.message, { advice: kept.advice });
  return requireShape(schema, kept.value, 'the result');
}
