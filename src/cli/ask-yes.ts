/**
 * Reads one answer from standard input after a question was printed, and returns true for `y` or `yes`, false for anything else.
 * Throws the reason of the interruption where the user presses Ctrl-C. Called by confirm-plan.ts and commands/init-host-command.ts.
 */
import type { Terminal } from './streams.ts';

/** Whoever interrupts does not answer any more. */
export async function readYes({ stdin, interrupt }: Terminal): Promise<boolean> {
  const stop = (): void => void stdin.destroy?.();
  interrupt.addEventListener('abort', stop, { once: true });
  try {
    for await (const answer of stdin) return /^y(?:es)?$/iu.test(String(answer).trim());
    return false;
  } catch (error) {
    throw interrupt.aborted ? interrupt.reason : error;
  } finally {
    interrupt.removeEventListener('abort', stop);
  }
}
