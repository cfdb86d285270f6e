/**
 * A private folder for one run of an external program, with exactly the files it may see: nothing else of the reviewed
 * repository can configure or steer it. Readable by this user alone, never executable, removed whatever happens.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isContained } from '../files/contained-path.js';
/** Go counts its own use in a process that leaves its group and would outlive the folder. */
const GO_TELEMETRY = ['config/go/telemetry/mode', 'Library/Application Support/go/telemetry/mode'];
const OWNER_ONLY = 0o700;
const READABLE = 0o600;
export async function withPrivateFolder(use) {
    const base = await realpath(await mkdtemp(join(tmpdir(), 'consensus-review-')));
    const folder = { files: join(base, 'files'), home: join(base, 'home') };
    try {
        for (const path of [folder.files, folder.home])
            await mkdir(path, { mode: OWNER_ONLY });
        for (const path of GO_TELEMETRY)
            await placeFile(folder.home, { path, text: 'off' });
        return await use({
            ...folder,
            place: (file) => placeFile(folder.files, file),
            locate: (named) => locateFile(folder.files, named),
        });
    }
    finally {
        await rm(base, { recursive: true, force: true, maxRetries: 3 });
    }
}
async function placeFile(folder, { path, text }) {
    const target = resolve(folder, path);
    if (target === folder || !isContained(folder, target))
        return false;
    try {
        await mkdir(dirname(target), { recursive: true, mode: OWNER_ONLY });
        await writeFile(target, text, { mode: READABLE, flag: 'wx' });
        return true;
    }
    catch {
        return false;
    }
}
function locateFile(folder, named) {
    const target = resolve(folder, named);
    if (target === folder || !isContained(folder, target))
        return null;
    return target.slice(folder.length + 1).replaceAll('\\', '/');
}
