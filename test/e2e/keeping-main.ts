/** The command line with a hand on the run store, in a process that can be killed: KEEP_RUN=id, KEEP_FAULT as run-place.ts has it. */
import { enableCompileCache } from 'node:module';

// As the command line does: a second start is quick.
enableCompileCache();
const [{ createTerminal }, { runCli }, { createRunPlace }] = await Promise.all([
  import('../../src/cli/process-terminal.ts'),
  import('../../src/cli/run-command.ts'),
  import('./run-place.ts'),
]);
const { KEEP_RUN: id, KEEP_FAULT: fault } = process.env;
process.exitCode = await runCli(process.argv.slice(2), {
  ...createTerminal((code) => process.exit(code)),
  runPlace: createRunPlace(id, fault),
});
