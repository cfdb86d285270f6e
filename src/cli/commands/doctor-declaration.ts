/**
 * Declares `doctor`: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { Option } from 'commander';
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { TRUST_HELP } from '../shared-flags.ts';

export const doctorDeclaration: CommandDeclaration = {
  declare(program, run) {
    program
      .command('doctor')
      .description('check what is installed, configured and reachable; makes one tiny call to a configured model')
      .option('-C <dir>', 'root folder')
      .option('--config <file>', 'configuration file')
      .option('--model <provider/name>', 'model to try')
      .option('--trust-repository', TRUST_HELP)
      .addOption(new Option('-f, --format <format>', 'output format').choices(['terminal', 'json']))
      .option('--no-color', 'no colours')
      .action((flags: Flags) => run('doctor', [], flags));
  },
  runs: {
    doctor: async () => (await import('./doctor-command.ts')).runDoctorCommand,
  },
};
