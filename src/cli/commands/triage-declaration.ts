/**
 * Declares `triage`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { addOutputFlags, addRunFlags } from '../shared-flags.ts';
import { NOT_FOR_TRIAGE } from './triage-flags.ts';

const TRIAGE_HELP = `
confirmed: our analysis followed the data from its source to this place. guarded: a check ends the flow. unreachable: the
code never runs, or only harmless values arrive. unknown: our analysis cannot tell. Guarded and unreachable alarms do not count;
unknown ones count for --fail-on, and never block by themselves. With --model a model is asked about the unknown ones, as a
validator of an audit is: it reads the code, and sets an alarm aside only with code that contradicts it. See docs/analyzers.md.

Examples:
  semgrep --config rules --sarif -o semgrep.sarif && consensus-review triage semgrep.sarif
  consensus-review triage bandit.sarif gosec.sarif --fail-on high -o sarif=triaged.sarif
  consensus-review triage semgrep.sarif --model anthropic/claude-sonnet-4-5 --max-cost 1

Exit codes: as for a review; 3 also where alarms could not be judged; 2 a file that is no SARIF.`;

export const triageDeclaration: CommandDeclaration = {
  declare(program, run) {
    const command = program
      .command('triage')
      .description(
        'judge the alarms of other scanners (SARIF): confirmed, guarded, unreachable or unknown, each with its reason',
      )
      .argument('<file...>', 'SARIF 2.1.0 files of Semgrep, bandit, gosec, CodeQL or any other scanner')
      .option('-C <dir>', 'folder that was scanned; paths in the SARIF files are relative to it');
    addRunFlags(command);
    for (const option of command.options)
      if (NOT_FOR_TRIAGE.has(option.attributeName()) || option.attributeName() === 'reuse') option.hideHelp();
    addOutputFlags(command, 'terminal on a terminal, markdown elsewhere');
    command.addHelpText('after', TRIAGE_HELP);
    command.action((files: string[], flags: Flags) => run('triage', files, flags));
  },
  runs: {
    triage: async () => (await import('./triage-command.ts')).runTriageCommand,
  },
};
