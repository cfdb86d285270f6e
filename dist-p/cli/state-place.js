/** Where this terminal's stored runs lie, and the folder whose runs are meant. */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { resolveStateDir } from '../context/store/state-dir.js';
export const findStateDir = ({ workingDirectory, environment }) => resolve(workingDirectory, resolveStateDir(environment, process.platform, homedir()));
/** `-C DIR`, else the current folder; it may be gone by now. */
export function findRoot({ workingDirectory }, flags) {
    const root = resolve(workingDirectory, typeof flags.C === 'string' ? flags.C : '.');
    try {
        return realpathSync(root);
    }
    catch {
        return root;
    }
}
