/**
 * Declares `advisories` with its verbs: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { Option } from 'commander';
import type { CommandDeclaration, Flags } from '../command-declaration.ts';

export const advisoriesDeclaration: CommandDeclaration = {
  declare(program, run) {
    const advisories = program
      .command('advisories')
      .description('known vulnerabilities of packages, in OSV format, for reviews without a network')
      .enablePositionalOptions();
    advisories
      .command('update')
      .description('download the data of the ecosystems in use; shows the address first')
      .option('-C <dir>', 'root folder, whose manifests tell the ecosystems')
      .option(
        '--ecosystems <names>',
        'some of npm, PyPI, Go, RubyGems, Maven, crates.io, comma-separated (default: those in use)',
      )
      .option('--from <url>', 'address that has ECOSYSTEM/all.zip (default: the public one of OSV)')
      .option('--yes', 'download; without it only what would be downloaded is shown')
      .option('--debug', 'print the stack trace of an internal error')
      .action((flags: Flags) => run('advisories update', [], flags));
    advisories
      .command('status', { isDefault: true })
      .description('where the data is from, and how old it is')
      .addOption(new Option('-f, --format <format>', 'output format').choices(['terminal', 'json']))
      .option('--debug', 'print the stack trace of an internal error')
      .action((flags: Flags) => run('advisories status', [], flags));
  },
  runs: {
    'advisories update': async () => (await import('./advisories-command.ts')).runAdvisoriesUpdate,
    'advisories status': async () => (await import('./advisories-command.ts')).runAdvisoriesStatus,
  },
};
