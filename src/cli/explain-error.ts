/** What went wrong and what to do, on stderr; answers the exit code. */
import { ReviewError } from '../errors.ts';
import type { Terminal } from './streams.ts';

export function explainError(error: unknown, { stderr }: Pick<Terminal, 'stderr'>, debug: boolean): number {
  const known = error instanceof ReviewError ? error : new ReviewError('internal', String(error), { cause: error });
  stderr.write(`error: ${known.message}\n  ${known.advice}\n`);
  if (debug && error instanceof Error) stderr.write(`${error.stack ?? ''}\n`);
  return known.exit;
}
