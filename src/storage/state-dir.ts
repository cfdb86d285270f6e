/**
 * Works out the path of the state folder, where the product keeps what it knows between runs, from environment, platform and home
 * folder. Pure. Called by cli/state-folder.ts, cli/open-store.ts and cli/commands/mcp-command.ts.
 */
import { posix, win32 } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

const NAME = 'consensus-review';

/** The repositories that the user trusts; without this file there is none. */
export const TRUSTED_FILE = 'trusted.json';
const isSet = (value: string | undefined): value is string => value !== undefined && value !== '';

/** `CONSENSUS_REVIEW_STATE_DIR`, else the platform's folder for state. `home` is the user's home folder. */
export function resolveStateDir(environment: Environment, platform: string, home: string): string {
  const asked = environment.CONSENSUS_REVIEW_STATE_DIR;
  if (isSet(asked)) return asked;
  if (platform === 'win32') {
    const local = environment.LOCALAPPDATA;
    return win32.join(isSet(local) ? local : win32.join(home, 'AppData', 'Local'), NAME);
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', NAME);
  const state = environment.XDG_STATE_HOME;
  return posix.join(isSet(state) && posix.isAbsolute(state) ? state : posix.join(home, '.local', 'state'), NAME);
}
