/** Runs an analyzer file by file: one that is too long or fails is left unfinished with the reason, the others go on. */
import { setImmediate } from 'node:timers/promises';
const MAX_CHARACTERS = 2_000_000;
/** Thrown for a file that an analyzer will not finish, with the reason. */
export class UnfinishedFile extends Error {
}
export async function scanFiles(files, signal, scan) {
    const findings = [];
    const faults = new Map();
    const limits = new Map();
    const note = (limit) => void limits.set(limit, (limits.get(limit) ?? 0) + 1);
    for (const file of files) {
        try {
            if (signal.aborted)
                throw new UnfinishedFile('aborted');
            if (file.text.length > MAX_CHARACTERS)
                throw new UnfinishedFile(`longer than ${MAX_CHARACTERS} characters`);
            findings.push(...(await scan(file, note)));
        }
        catch (error) {
            faults.set(file.path, error instanceof Error ? error.message : String(error));
        }
        await setImmediate();
    }
    const reason = [...new Set(faults.values())].join('; ');
    const unfinished = [...faults.keys()];
    return faults.size === 0
        ? { status: 'completed', reason: describeLimits(limits), findings, unfinished }
        : { status: 'partial', reason, findings, unfinished };
}
/** What was looked at less closely than usual, and how often; null where nothing was. */
const describeLimits = (limits) => limits.size === 0
    ? null
    : [...limits].map(([limit, files]) => `${limit} in ${files} ${files === 1 ? 'file' : 'files'}`).join('; ');
/** Version of an installed package, read without loading it. */
export function readVersion(load, name) {
    const manifest = load(`${name}/package.json`);
    return manifest && typeof manifest === 'object' && 'version' in manifest ? String(manifest.version) : null;
}
