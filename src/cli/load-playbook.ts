/** Loads what runs `review` and `audit`; with `--pr` that is the one which posts. Called by their declarations. */
import type { Performer } from './command-declaration.ts';

export async function loadPlaybook(name: 'review' | 'audit'): Promise<Performer> {
  const { runPlaybookCommand } = await import('./commands/playbook-command.ts');
  return async (terminal, positional, flags) => {
    const run =
      flags.pr === undefined ? runPlaybookCommand : (await import('./commands/pull-command.ts')).runPullCommand;
    return run(terminal, { playbook: name, positional, flags });
  };
}
