/**
 * Runs `triage FILE.sarif…`: reads the alarms that other scanners wrote as SARIF and reviews the files they name with the triage
 * reviewer, which judges each alarm; prints the report as `review` does. Called by run-command.ts.
 */
import { resolve } from 'node:path';
import { ReviewError } from '../../errors.ts';
import { readTriage, TRIAGE_REVIEWER } from '../../wiring/triage.ts';
import type { Flags } from '../command-declaration.ts';
import type { Terminal } from '../streams.ts';
import { runPlaybookCommand } from './playbook-command.ts';
import { NOT_FOR_TRIAGE } from './triage-flags.ts';

export async function runTriageCommand(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
): Promise<number> {
  for (const name of NOT_FOR_TRIAGE)
    if (flags[name] !== undefined)
      throw new ReviewError(
        'bad-value',
        `--${name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)} has no meaning for triage.`,
        {
          advice:
            'Leave it out: the alarms say which files are analysed. Our data flow judges them, and what it cannot tell the model of --model.',
        },
      );
  const { workingDirectory } = terminal;
  const root = resolve(workingDirectory, typeof flags.C === 'string' ? flags.C : '');
  const sarif = positional.map((path) => resolve(workingDirectory, path));
  const { files, alarms, unjudged } = await readTriage(root, sarif);
  if (alarms.length === 0 && unjudged.length > 0)
    throw new ReviewError('bad-value', `None of the alarms is about a file in ${root}: ${unjudged.join('; ')}.`, {
      advice: 'Name the folder that was scanned with -C DIR.',
    });
  const isEmpty = alarms.length === 0;
  return runPlaybookCommand(terminal, {
    playbook: 'review',
    positional: isEmpty ? ['.'] : files,
    flags: {
      ...flags,
      reviewers: TRIAGE_REVIEWER,
      triage: sarif,
      ...(isEmpty ? { allowEmpty: true } : {}),
    },
  });
}
