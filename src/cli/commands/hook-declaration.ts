/**
 * Declares `hook` with its verbs: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { Option } from 'commander';
import { FAIL_ON_LEVELS } from '../../protocol/findings/severity.ts';
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { TRUST_HELP } from '../shared-flags.ts';

const HOOK_HELP = `
Reviews without a model and says nothing where it finds nothing. See docs/coding-agents.md.

stop reads the event of the host on standard input and reviews what changed since its last pass. Each finding is handed back
once. Exit codes are those of the host: 0 the agent may stop; 2 findings on standard error, for the agent; 1 the review
failed, for the user. With --json findings are an answer on standard output, and the exit code is 0. As a hook:
  consensus-review hook stop --json || exit 1
so that no mistake in the command, which ends with 2 as well, is taken for findings.
pre-commit reviews what is staged. Exit codes: 0 pass; 1 findings from the level on; 3 something was not reviewed; 2, 4 as review.
subagent reviews nothing: it tells the MCP server where the host keeps the transcript of an agent with a ticket. Exit code: 0.

Examples:
  echo {} | consensus-review hook stop
  consensus-review hook pre-commit --fail-on medium`;

export const hookDeclaration: CommandDeclaration = {
  declare(program, run) {
    const hook = program
      .command('hook')
      .description('a gate for a coding agent that wants to stop (stop), or for git (pre-commit)')
      .enablePositionalOptions()
      .addHelpText('after', HOOK_HELP);
    const verbs = [
      ['stop', 'hand findings in what changed back to the agent, once; reads the event of the host on standard input'],
      ['pre-commit', 'stop a commit with findings in what is staged'],
    ] as const;
    hook
      .command('subagent')
      .description('note the transcript of an agent with a ticket; reads the event of the host on standard input')
      .option('--debug', 'print the stack trace of an internal error')
      .addHelpText('after', HOOK_HELP)
      .action((flags: Flags) => run('hook subagent', [], flags));
    for (const [verb, description] of verbs) {
      const command = hook
        .command(verb)
        .description(description)
        .option('-C <dir>', 'root folder')
        .addOption(
          new Option('--fail-on <level>', 'findings from this level on (default: high)').choices(
            FAIL_ON_LEVELS.filter((level) => level !== 'never'),
          ),
        );
      if (verb === 'stop')
        command.option('--json', 'findings as {"decision":"block"} on standard output, with exit code 0');
      if (verb === 'pre-commit') command.option('--allow-partial', 'pass even if something staged was not reviewed');
      command
        .option('--config <file>', 'configuration file')
        .option('--trust-repository', TRUST_HELP)
        .option('--debug', 'print the stack trace of an internal error')
        .addHelpText('after', HOOK_HELP)
        .action((flags: Flags) => run(`hook ${verb}`, [], flags));
    }
  },
  runs: {
    'hook stop': async () => (await import('./hook-command.ts')).runHookStop,
    'hook subagent': async () => (await import('./hook-subagent-command.ts')).runHookSubagent,
    'hook pre-commit': async () => (await import('./hook-command.ts')).runHookPreCommit,
  },
};
