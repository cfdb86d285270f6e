/**
 * Finds and parses the user's own configuration, `$XDG_CONFIG_HOME/consensus-review/config.json`, by default in `~/.config`; one
 * inside the reviewed folder is not used and warned of. Called by settings.ts and cli/commands/mcp-command.ts.
 */
import { realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isContained } from '../repository/files/contained-path.ts';
import { readNamedFileSync } from '../storage/read-named-file.ts';
import { type ConfigFile, type Environment, parseConfigFile } from './config.ts';

/** Null where the environment names no home; a relative folder would be one of the reviewed repository. */
export function userConfigPath(environment: Environment): string | null {
  const { XDG_CONFIG_HOME: asked = '', HOME, USERPROFILE } = environment;
  if (isAbsolute(asked)) return join(asked, 'consensus-review', 'config.json');
  const home = [HOME, USERPROFILE].find((folder) => folder !== undefined && isAbsolute(folder));
  return home === undefined ? null : join(home, '.config', 'consensus-review', 'config.json');
}

export interface UserConfig {
  readonly file: ConfigFile | null;
  readonly warnings: readonly string[];
}

const NONE: UserConfig = { file: null, warnings: [] };
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);

const warn = (path: string, reason: string): UserConfig => ({
  file: null,
  warnings: [`⚠️ ${path} not used, because ${reason}`],
});

/** `folder` is the real path of the reviewed repository: a file inside it is not the user's own. Throws ReviewError for wrong values. */
export function readUserConfig(environment: Environment, folder: string | null): UserConfig {
  const path = userConfigPath(environment);
  if (path === null) return NONE;
  let text: string;
  try {
    if (folder !== null && isContained(folder, realpathSync(path))) return warn(path, 'it lies in the reviewed folder');
    text = readNamedFileSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return ABSENT.has(code) ? NONE : warn(path, `it cannot be read: ${message}`);
  }
  return { file: parseConfigFile(text, path), warnings: [] };
}
