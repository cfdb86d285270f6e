/**
 * Declares `fix`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { collect, TRUST_HELP } from '../shared-flags.ts';

const FIX_HELP = `
Only files of the findings are touched. After --apply the files are reviewed again; a file in which that finds something new is
put back. A return signal of type repair is the last output on standard error. See docs/report.md.

A written repair is tried on a copy before it is offered: the finding must be gone, nothing new may be found, the file must
still be analysed. Refused ones are listed with the reason. The model sees the code around the finding, without secrets.

Examples:
  consensus-review fix > repairs.diff
  consensus-review fix latest H-02 M-01 --apply
  consensus-review fix --model anthropic/claude-sonnet-4-5 --max-cost 0.50 H-01 > repairs.diff
  consensus-review fix -o json=report.json && consensus-review post report.json

Exit codes: 0 repaired, or nothing to repair; 3 a repair was put back or did not help; 2 the work tree has changes.`;

export const fixDeclaration: CommandDeclaration = {
  declare(program, run) {
    program
      .command('fix')
      .description(
        'repairs of the findings of a run, as one diff on standard output: those of rules and linters, with --model also written ones',
      )
      .argument('[run]', 'a stored run (default: the latest of this folder)')
      .argument('[ids...]', 'only these findings: H-01, or fingerprints')
      .option('-C <dir>', 'root folder')
      .option('--apply', 'write them into a work tree without changes, then review the files again')
      .option('--model <provider/name>', 'model that writes repairs where no rule offers one (default: none is asked)')
      .option('--limit <n>', 'findings that the model is asked about, the most urgent first (default: 10)')
      .option('--max-tokens <n>', 'limit of model tokens')
      .option('--max-cost <usd>', 'limit of cost in USD')
      .option('--deadline <duration>', 'ask no longer than this: 90s, 5m, 1h')
      .option('--call-timeout <duration>', 'longest time of one model call (default: 15m; by speed on local servers)')
      .option(
        '-o, --output <format=path>',
        'also write the report with these repairs, as sarif=FILE or json=FILE (repeatable)',
        collect,
      )
      .option('--config <file>', 'configuration file')
      .option('--trust-repository', TRUST_HELP)
      .option('--quiet', 'no progress')
      .option('--debug', 'print the stack trace of an internal error')
      .addHelpText('after', FIX_HELP)
      .action((name: string | undefined, ids: string[], flags: Flags) =>
        run('fix', name === undefined ? [] : [name, ...ids], flags),
      );
  },
  runs: {
    fix: async () => (await import('./fix-command.ts')).runFixCommand,
  },
};
