/**
 * Declares `report`: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { FORMAT_NAMES } from '../../protocol/config/config-names.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { addOutputFlags } from '../shared-flags.ts';
import { addGateFlags, DATABASE } from '../stored-run-flags.ts';

const REPORT_HELP = `
Prints the report as the run did. The exit code is that of the run, unless --fail-on or --allow-partial is given.

Examples:
  consensus-review report latest
  consensus-review report 4f2a9c -f sarif > review.sarif
  consensus-review report latest -f markdown -o json=report.json --fail-on never`;

export const reportDeclaration: CommandDeclaration = {
  declare(program, run) {
    const report = program
      .command('report')
      .description(`print the report of a stored run again, as ${FORMAT_NAMES.join(', ')}`)
      .argument('[run]', 'run to print: id, its first characters, latest (default: latest)')
      .option('-C <dir>', 'folder whose latest run to use')
      .option(...DATABASE)
      .addHelpText('after', REPORT_HELP);
    addGateFlags(report, 'as in the run');
    addOutputFlags(report, 'terminal on a terminal, markdown elsewhere');
    report.action((name: string | undefined, flags) => run('report', name === undefined ? [] : [name], flags));
  },
  runs: {
    report: async () => (await import('./report-command.ts')).runReportCommand,
  },
};
