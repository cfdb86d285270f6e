/**
 * Declares `collect`: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { Option } from 'commander';
import { FAIL_ON_LEVELS } from '../../protocol/findings/severity.ts';
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { addOutputFlags } from '../shared-flags.ts';

export const collectDeclaration: CommandDeclaration = {
  declare(program, run) {
    const command = program
      .command('collect')
      .description('turn agent outputs (reviewer JSON or ===AGENT_RESULT=== text, complete or truncated) into a report')
      .argument('[file...]', 'files with one agent output each (default, or -: standard input)');
    command.option('-C <dir>', 'folder of the reviewed code: quotes are checked there (default: nothing is verified)');
    command.addOption(
      new Option('--fail-on <level>', 'exit 1 from this level on').choices([...FAIL_ON_LEVELS]).default('veto'),
    );
    command.option('--allow-partial', 'exit 0 even if an output was truncated; the report still says so');
    command.option('--ignore-vetoes', 'report vetoes as warnings');
    addOutputFlags(command, 'terminal on a terminal, markdown elsewhere');
    command.action((files: string[], flags: Flags) => run('collect', files, flags));
  },
  runs: {
    collect: async () => (await import('./collect-command.ts')).runCollectCommand,
  },
};
