/**
 * Runs a review inside another command, prints nothing of it, and returns its report. Called by commands/baseline-command.ts and
 * commands/fix-command.ts.
 */
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { Flags } from './command-declaration.ts';
import type { Terminal } from './streams.ts';

/** Of these paths, or of the whole folder as `review --all` sees it. `changes` are flags beside those of the command. */
export async function reviewQuietly(
  terminal: Terminal,
  flags: Flags,
  paths: readonly string[] = [],
  changes: Flags = {},
): Promise<ReportDocument> {
  const { runPlaybookCommand } = await import('./commands/playbook-command.ts');
  let printed = '';
  const quiet: Terminal = {
    ...terminal,
    stdout: { write: (text: string) => (printed += text) },
    stderr: { write: () => undefined },
  };
  const { C, config, trustRepository } = flags;
  const given = Object.fromEntries(
    Object.entries({ C, config, trustRepository, ...changes }).filter(([, value]) => value !== undefined),
  );
  const scope = paths.length === 0 ? { all: true } : {};
  await runPlaybookCommand(quiet, {
    playbook: 'review',
    positional: paths,
    flags: { ...given, ...scope, format: 'json', failOn: 'never', quiet: true },
  });
  return JSON.parse(printed) as ReportDocument;
}
