/** What came of a task, as it is kept: a value, or why there is none. A failure of the whole run keeps its code and advice. */
import { z } from 'zod';
import { ERROR_CODES, ReviewError } from '../errors.js';
const resultSchema = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('done'), value: z.unknown() }),
    z.object({
        kind: z.literal('failed'),
        code: z.enum([...ERROR_CODES]),
        message: z.string(),
        advice: z.string(),
    }),
]);
export const finishTask = (value) => ({ kind: 'done', value });
export const failTask = (error) => error instanceof ReviewError
    ? { kind: 'failed', code: error.code, message: error.detail, advice: error.advice }
    : {
        kind: 'failed',
        code: 'internal',
        message: error instanceof Error ? error.message : String(error),
        advice: new ReviewError('internal', '').advice,
    };
/** The value, or the error that was kept instead. */
export function readResult(schema, result) {
    const parsed = resultSchema.parse(result);
    if (parsed.kind === 'failed')
        throw new ReviewError(parsed.code, parsed.message, { advice: parsed.advice });
    return schema.parse(parsed.value);
}
