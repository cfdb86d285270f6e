/** A command whose `--deadline` comes at a moment that a test chooses, however busy the machine is: its timers stand still until then. */
import { vi } from 'vitest';
import { type CliCall, type CliResult, startCommand } from './run-cli.ts';

const untilNextEvents = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Every deadline of these tests; other limits do not come before it. */
const DEADLINE_MS = 50_000;
/** From then on time goes slowly: what a run does at its end has the moments it is given. */
const STEP_MS = 1;

export async function runUntilDeadline(
  args: readonly string[],
  call: CliCall,
  isTime: () => boolean,
): Promise<CliResult> {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const command = startCommand(args, call);
    while (!command.hasEnded() && !isTime()) await untilNextEvents();
    vi.advanceTimersByTime(DEADLINE_MS);
    while (!command.hasEnded()) {
      vi.advanceTimersByTime(STEP_MS);
      await untilNextEvents();
    }
    return { code: await command.ended, stdout: command.stdout(), stderr: command.stderr() };
  } finally {
    vi.useRealTimers();
  }
}
