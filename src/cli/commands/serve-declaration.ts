/**
 * Declares `serve`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';

export const serveDeclaration: CommandDeclaration = {
  declare(program, run) {
    program
      .command('serve')
      .description('dashboard of the stored runs in a browser, on this machine alone')
      .option('-C <dir>', 'folder whose runs are shown first')
      .option('--port <n>', 'port on 127.0.0.1 (default: a free one)')
      .option('--open', 'open it in the browser')
      .option('--database <url>', 'runs of this fleet (see docs/fleet.md)')
      .option('--debug', 'print the stack trace of an internal error')
      .action((flags: Flags) => run('serve', [], flags));
  },
  runs: {
    serve: async () => (await import('./serve-command.ts')).runServeCommand,
  },
};
