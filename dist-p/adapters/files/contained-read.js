import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isContained } from './contained-path.js';
import { isBinary, SNIFF_BYTES } from './decode-text.js';
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const refuse = (reason) => ({ kind: 'unusable', reason });
const hasDescriptorLinks = lstatSync('/proc/self/fd', { throwIfNoEntry: false }) !== undefined;
/** Where the opened file really is: by its descriptor on Linux, elsewhere by the folder it was opened in. */
function locateOpened(descriptor, path) {
    if (hasDescriptorLinks)
        return readlinkSync(`/proc/self/fd/${descriptor}`);
    return join(realpathSync(dirname(path)), basename(path));
}
/** Fills the buffer from the start of the file; a file that ends before leaves less. */
function fill(descriptor, buffer) {
    let filled = 0;
    while (filled < buffer.length) {
        const bytesRead = readSync(descriptor, buffer, filled, buffer.length - filled, filled);
        if (bytesRead === 0)
            break;
        filled += bytesRead;
    }
    return buffer.subarray(0, filled);
}
/** At most `maxBytes`, even if the file grows while it is read. */
function readUpTo(descriptor, size, maxBytes) {
    const buffer = Buffer.allocUnsafeSlow(Math.min(size, maxBytes) + 1);
    const bytes = fill(descriptor, buffer);
    return bytes.length === buffer.length ? null : bytes;
}
const isMissing = (error) => ['ENOENT', 'ENOTDIR'].includes(error.code ?? '');
/** Uses an opened file only if it is a regular one that really lies in the folder. */
function useOpened(folder, full, use) {
    const descriptor = openSync(full, OPEN_FLAGS);
    try {
        const stats = fstatSync(descriptor);
        if (!stats.isFile())
            return refuse('unreadable');
        if (!isContained(folder, locateOpened(descriptor, full)))
            return refuse('outside-root');
        return use(descriptor, stats.size);
    }
    finally {
        closeSync(descriptor);
    }
}
/** Opens a file only if it is a regular one that really lies in the folder. */
async function withContained(folder, path, use) {
    const full = join(folder, path);
    if (path.includes('\0') || !isContained(folder, full))
        return refuse('outside-root');
    try {
        const found = lstatSync(full, { throwIfNoEntry: false });
        if (found === undefined)
            return { kind: 'missing' };
        if (found.isSymbolicLink())
            return refuse(await judgeLink(folder, path));
        return found.isFile() ? useOpened(folder, full, use) : refuse('unreadable');
    }
    catch (error) {
        return isMissing(error) ? { kind: 'missing' } : refuse('unreadable');
    }
}
/** `folder` is a real path; `path` is relative to it. */
export const readContained = (folder, path, maxBytes) => withContained(folder, path, (descriptor, size) => {
    if (size > maxBytes) {
        return refuse(isBinary(fill(descriptor, Buffer.alloc(SNIFF_BYTES))) ? 'binary' : 'too-large');
    }
    const bytes = readUpTo(descriptor, size, maxBytes);
    return bytes === null ? refuse('unreadable') : { kind: 'bytes', bytes };
});
const HASHED_AT_ONCE = 1 << 20;
/** Digests of a file of any size, without holding it; null where it cannot be read. */
export async function hashContained(folder, path, begin) {
    const outcome = await withContained(folder, path, (descriptor, size) => {
        const hashes = begin(size);
        const buffer = Buffer.allocUnsafeSlow(Math.min(size + 1, HASHED_AT_ONCE));
        for (let bytesRead = readSync(descriptor, buffer); bytesRead > 0; bytesRead = readSync(descriptor, buffer)) {
            for (const hash of hashes)
                hash.update(buffer.subarray(0, bytesRead));
        }
        return { kind: 'hashed', digests: hashes.map((hash) => hash.digest('hex')) };
    });
    return outcome.kind === 'hashed' ? outcome.digests : null;
}
/** Why a symbolic link is not reviewed: its target is reviewed under its own name, lies outside, or is not there. */
export async function judgeLink(folder, path) {
    try {
        return isContained(folder, await realpath(join(folder, path))) ? 'ignored' : 'outside-root';
    }
    catch {
        return 'unreadable';
    }
}
/** A small text file of the repository's own rules (ignore files, refs); null where there is none to be had. */
export async function readSmallText(folder, path, maxBytes = 1_000_000) {
    const outcome = await readContained(folder, path, maxBytes);
    return outcome.kind === 'bytes' ? outcome.bytes.toString('utf8') : null;
}
