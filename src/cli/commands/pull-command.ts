/**
 * Runs `review --pr N` and `audit --pr N`: asks the forge for the commits of a pull request, runs the review between them
 * (playbook-command.ts), and posts the report (post-command.ts). The commits have to be in the local repository. Called by
 * run-command.ts.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../repository/temporary-folder.ts';
import { openForge } from '../open-forge.ts';
import type { AskedRun } from '../read-run-call.ts';
import { readReportFile } from '../stored-report.ts';
import type { Terminal } from '../streams.ts';
import { runPlaybookCommand } from './playbook-command.ts';
import { post } from './post-command.ts';

/** The commits have to be in the repository already: nothing is fetched. */
export async function runPullCommand(terminal: Terminal, asked: AskedRun): Promise<number> {
  const { flags } = asked;
  const { forge } = await openForge(flags, terminal.environment, { needsToken: true });
  const { base, head } = await forge.readPull();
  const folder = makeTemporaryFolder('post');
  try {
    const file = join(folder, 'report.json');
    const output = [...(Array.isArray(flags.output) ? flags.output : []), `json=${file}`];
    const code = await runPlaybookCommand(terminal, { ...asked, flags: { ...flags, base, head, output } });
    await post(terminal, { ...flags, sha: head }, await readReportFile(terminal, file));
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
