/** The store of a reviewed root, in the user's state folder. */
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { openContextStore } from '../context/store/context-store.js';
import { resolveStateDir } from '../context/store/state-dir.js';
/** Where the state folder cannot be used, the store ends with the process and warns. */
export async function openStore({ workingDirectory, environment }, { root }) {
    const stateDir = resolve(workingDirectory, resolveStateDir(environment, process.platform, homedir()));
    return openContextStore({ stateDir, root: await realpath(root) });
}
export function warnOfStore(terminal, { warning }) {
    if (warning !== null)
        terminal.stderr.write(`warning: ${warning}\n`);
}
