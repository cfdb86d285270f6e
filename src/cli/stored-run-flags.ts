/** Flags that commands on stored runs share. Used by commands/runs-declaration.ts and commands/report-declaration.ts. */
import { type Command, Option } from 'commander';
import { FAIL_ON_LEVELS } from '../protocol/findings/severity.ts';

export const DATABASE = ['--database <url>', 'runs of this fleet instead of this machine'] as const;

export const addGateFlags = (command: Command, defaultLevel: string): Command =>
  command
    .addOption(
      new Option('--fail-on <level>', `exit 1 from this level on (default: ${defaultLevel})`).choices([
        ...FAIL_ON_LEVELS,
      ]),
    )
    .option('--allow-partial', 'exit 0 even if something was not reviewed; the report still says so');
