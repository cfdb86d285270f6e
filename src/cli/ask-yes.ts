/** Reads the answer to a question that was printed on the terminal: `y` or `yes` is a yes, everything else is none. */
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
