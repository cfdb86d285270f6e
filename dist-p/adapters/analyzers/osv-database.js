/**
 * A local copy of known vulnerabilities in OSV format: a folder of JSON files or zip archives, or one archive as
 * published per ecosystem. Reads only; keeps what concerns the packages asked for and nothing else.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { packageKey } from '../../protocol/advisory-source.js';
import { parseAdvisory } from '../../protocol/osv-advisory.js';
import { readJson } from '../../protocol/tool-hits.js';
import { readZip } from './zip-archive.js';
const MAX_ENTRY_BYTES = 4_000_000;
const MAX_ARCHIVE_BYTES = 2_000_000_000;
const YIELD_EVERY = 500;
export function createOsvDatabase(path) {
    return {
        name: `OSV database ${path}`,
        lookUp: (packages, signal) => search(path, new Set(packages.map(packageKey)), signal).catch((error) => ({
            kind: 'unavailable',
            reason: `${path}: ${error instanceof Error ? error.message : String(error)}`,
        })),
    };
}
async function search(path, wanted, signal) {
    const advisories = new Map();
    let entries = 0;
    let unread = 0;
    for await (const text of readEntries(path)) {
        signal.throwIfAborted();
        entries += 1;
        if (entries % YIELD_EVERY === 0)
            await setImmediate();
        const value = text === null ? undefined : readJson(text);
        if (value === undefined)
            unread += 1;
        const advisory = parseAdvisory(value);
        if (advisory !== null && concerns(advisory, wanted))
            advisories.set(advisory.id, advisory);
    }
    if (entries === unread)
        return { kind: 'unavailable', reason: `${path}: no advisory in OSV format` };
    return { kind: 'found', advisories: [...advisories.values()], unread };
}
const concerns = ({ affected }, wanted) => affected.some((each) => wanted.has(packageKey(each)));
/** Text of each entry, null where it could not be read. */
async function* readEntries(path) {
    const { isDirectory, size } = await stat(path).then((found) => ({
        isDirectory: found.isDirectory(),
        size: found.size,
    }));
    if (isDirectory) {
        const names = (await readdir(path, { recursive: true })).filter((name) => /\.(?:json|zip)$/u.test(name));
        for (const name of names.toSorted())
            yield* readEntries(join(path, name));
    }
    else if (path.endsWith('.zip'))
        yield* readArchive(path, size);
    else
        yield size > MAX_ENTRY_BYTES ? null : await readFile(path, 'utf8');
}
async function* readArchive(path, size) {
    if (size > MAX_ARCHIVE_BYTES)
        throw new Error(`larger than ${MAX_ARCHIVE_BYTES} bytes`);
    for (const entry of readZip(await readFile(path))) {
        if (!entry.name.endsWith('.json'))
            continue;
        yield readText(entry.read);
    }
}
function readText(read) {
    try {
        return read(MAX_ENTRY_BYTES).toString('utf8');
    }
    catch {
        return null;
    }
}
