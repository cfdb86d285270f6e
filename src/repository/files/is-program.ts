/**
 * Tells whether a path is a file that this user may run. Called before git (git/program.ts) or an external analyzer
 * (programs/external-process.ts) is started.
 */
import { accessSync, constants, statSync } from 'node:fs';

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
