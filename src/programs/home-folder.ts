/** The home folder of the user. In a container a user may have none: then the root, where nothing is found and nothing can be kept. */
import { homedir } from 'node:os';
import { parse } from 'node:path';

export function findHome(): string {
  try {
    return homedir();
  } catch {
    return parse(process.cwd()).root;
  }
}
