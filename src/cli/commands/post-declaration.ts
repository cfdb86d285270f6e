/**
 * Declares `post`: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { Option } from 'commander';
import { FAIL_ON_LEVELS } from '../../protocol/findings/severity.ts';
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { addForgeFlags } from '../shared-flags.ts';

const POST_HELP = `
The token is read from GITHUB_TOKEN or GITLAB_TOKEN. It reads the report and the pull request, nothing else.
--dry-run needs no right to write; without a token it shows a first post to a public pull request.
See docs/pull-requests.md.

Exit codes: 0 posted, whatever the report says; 2 wrong call; 4 the server did not take it (run it again).`;

export const postDeclaration: CommandDeclaration = {
  declare(program, run) {
    const post = program
      .command('post')
      .description('post a report to a pull request of GitHub or GitLab; posting it again changes nothing')
      .argument('[report]', 'a file that -f json wrote, or a stored run (default: the latest run)')
      .option('--pr <number>', 'number of the pull request or merge request (default: by the CI)')
      .option('--sha <commit>', 'commit that was reviewed (default: head of the pull request)')
      .option('--dry-run', 'print what would be created, edited and resolved, and post nothing')
      .option('-C <dir>', 'folder whose latest run is meant');
    addForgeFlags(post);
    post
      .addOption(
        new Option('--fail-on <level>', 'the status fails from this level on (default: veto)').choices([
          ...FAIL_ON_LEVELS,
        ]),
      )
      .option('--allow-partial', 'the status succeeds even if something was not reviewed; the summary still says so')
      .option('--accept-not-assessed', 'the status of an audit succeeds where only that is open which needs a model')
      .option('--quiet', 'no message')
      .option('--debug', 'print the stack trace of an internal error')
      .addHelpText('after', POST_HELP)
      .action((report: string | undefined, flags: Flags) => run('post', report === undefined ? [] : [report], flags));
  },
  runs: {
    post: async () => (await import('./post-command.ts')).runPostCommand,
  },
};
