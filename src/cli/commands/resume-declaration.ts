/**
 * Declares `resume`: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { Option } from 'commander';
import { FAIL_ON_LEVELS } from '../../protocol/findings/severity.ts';
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { addOutputFlags } from '../shared-flags.ts';

export const resumeDeclaration: CommandDeclaration = {
  declare(program, run) {
    const resume = program
      .command('resume')
      .description('resume an interrupted run; recorded model calls are not made again')
      .argument(
        '[run]',
        'id of the run or its first characters (default: the newest interrupted run of this folder, or of this project with --database)',
      )
      .option('-C <dir>', 'folder whose newest interrupted run to resume')
      .option('--deadline <duration>', 'stop after this time: 90s, 5m, 1h')
      .addOption(
        new Option('--fail-on <level>', 'exit 1 from this level on (default: as before)').choices([...FAIL_ON_LEVELS]),
      )
      .option('--allow-partial', 'exit 0 even if something was not reviewed; the report still says so')
      .option('--accept-not-assessed', 'exit 0 of an audit where only that is open which needs a model')
      .option('--yes', 'start agents that cost money without asking');
    resume.option('--database <url>', 'a run of this fleet: follow it, or resume it');
    addOutputFlags(resume, 'as before');
    resume.action((id: string | undefined, flags: Flags) => run('resume', id === undefined ? [] : [id], flags));
  },
  runs: {
    resume: async () => (await import('./resume-command.ts')).runResumeCommand,
  },
};
