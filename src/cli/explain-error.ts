/**
 * Writes an error and what to do about it to stderr, on request with secrets removed, and returns the exit code; an interruption gets
 * its own. Called by run-command.ts, last-resort.ts and commands/worker-command.ts.
 */
import { EXIT, ReviewError } from '../errors.ts';
import { toLine } from '../report/plain-text.ts';
import type { Terminal } from './streams.ts';

const MAX_CHARS = 400;

/** Errors of others may bring a stack or a page along: their first line says it. */
const shorten = (error: unknown): string => (String(error).split('\n', 1)[0] ?? '').slice(0, MAX_CHARS);

/** A message may name a file: its lines stay, and nothing in them steers a terminal. */
const toInert = (text: string): string => text.split('\n').map(toLine).join('\n');

export function explainError(
  error: unknown,
  { stderr, interrupt, fault }: Pick<Terminal, 'stderr' | 'interrupt' | 'fault'>,
  debug: boolean,
): number {
  if (interrupt.aborted && error === interrupt.reason) {
    // Where something broke, that was explained when it did.
    if ((fault?.() ?? null) !== null) return EXIT.failed;
    stderr.write(`exit ${EXIT.interrupted}: interrupted\n`);
    return EXIT.interrupted;
  }
  const known = error instanceof ReviewError ? error : new ReviewError('internal', shorten(error), { cause: error });
  stderr.write(`error: ${toInert(known.message)}\n  ${toInert(known.advice)}\n`);
  if (debug && error instanceof Error) stderr.write(`${error.stack ?? ''}\n`);
  return known.exit;
}

/** The same without secrets: a message may quote a setting, a flag or what a provider said. The redactor is loaded only now. */
export async function explainWithoutSecrets(
  error: unknown,
  terminal: Pick<Terminal, 'stderr' | 'interrupt' | 'fault'>,
  debug: boolean,
): Promise<number> {
  const { createRunRedactor } = await import('../wiring/redaction.ts');
  const redactor = createRunRedactor();
  const write = (text: string): unknown => terminal.stderr.write(redactor.redact(text));
  return explainError(error, { ...terminal, stderr: { ...terminal.stderr, write } }, debug);
}
