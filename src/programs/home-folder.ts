/**
 * Finds the home folder of the user; where there is none, as in some containers, the root folder, where nothing can be stored. Called
 * by cli/state-folder.ts, cli/open-store.ts, cli/commands/mcp-command.ts and analyzers/external/external-go.ts.
 */
import { homedir } from 'node:os';
import { parse } from 'node:path';

export function findHome(): string {
  try {
    return homedir();
  } catch {
    return parse(process.cwd()).root;
  }
}
