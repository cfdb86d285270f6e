/** Whether a path is a file that this user may run. Asked before git or an external analyzer is started. */
import { accessSync, constants, statSync } from 'node:fs';

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
