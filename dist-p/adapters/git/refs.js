/**
 * HEAD and the refs of a repository, read as files: loose ones, packed ones, symbolic ones. Never runs git, never
 * follows a link; a name or value that git would not write is left out.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSmallText } from '../files/contained-read.js';
const OID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u;
const MAX_PACKED_BYTES = 64_000_000;
/** Conservative reading of git's rules for ref names. */
const BAD_REF = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[/.]$/u;
export const isRefName = (name) => name.startsWith('refs/') && !BAD_REF.test(name);
export function parsePackedRefs(text) {
    const refs = new Map();
    for (const line of text.split('\n')) {
        const [oid = '', name = ''] = line.trimEnd().split(' ');
        if (OID.test(oid) && isRefName(name))
            refs.set(name, oid);
    }
    return refs;
}
export function parseRef(text) {
    const value = text.trim();
    if (OID.test(value))
        return { oid: value };
    const target = /^ref:[ \t]*(\S+)$/u.exec(value)?.[1];
    return target !== undefined && isRefName(target) ? { target } : null;
}
async function* findLooseRefs(commonDir, folder) {
    const entries = await readdir(join(commonDir, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
        const name = `${folder}/${entry.name}`;
        if (entry.isDirectory())
            yield* findLooseRefs(commonDir, name);
        else if (entry.isFile() && isRefName(name))
            yield name;
    }
}
function toHead(value) {
    if (value === null)
        return { kind: 'unknown' };
    return 'oid' in value ? { kind: 'detached', oid: value.oid } : { kind: 'branch', ref: value.target };
}
export async function readRefs(place) {
    const { gitDir, commonDir } = place;
    const packed = await readSmallText(commonDir, 'packed-refs', MAX_PACKED_BYTES);
    const oids = new Map(parsePackedRefs(packed ?? ''));
    const symbolic = new Map();
    for await (const name of findLooseRefs(commonDir, 'refs')) {
        const value = parseRef((await readSmallText(commonDir, name)) ?? '');
        if (value === null)
            continue;
        if ('oid' in value)
            oids.set(name, value.oid);
        else
            symbolic.set(name, value.target);
    }
    return { head: toHead(parseRef((await readSmallText(gitDir, 'HEAD')) ?? '')), oids, symbolic };
}
/** Object a ref stands for, through symbolic ones; null where there is none. */
export function resolveRef(refs, name, depth = 5) {
    const target = refs.symbolic.get(name);
    if (target !== undefined)
        return depth === 0 ? null : resolveRef(refs, target, depth - 1);
    return refs.oids.get(name) ?? null;
}
export function resolveHead({ head, ...rest }) {
    if (head.kind === 'unknown')
        return null;
    return head.kind === 'detached' ? head.oid : resolveRef({ head, ...rest }, head.ref);
}
/** Branch for the report (SCOPE-06, REV-20). */
export function formatBranch({ head }) {
    if (head.kind === 'unknown')
        return null;
    return head.kind === 'detached' ? `detached@${head.oid.slice(0, 12)}` : head.ref.replace(/^refs\/heads\//u, '');
}
/** origin/HEAD, main, master; of the last two the local branch before the one of origin. */
export function findDefaultBranch(refs) {
    const names = ['main', 'master'].flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`]);
    for (const ref of ['refs/remotes/origin/HEAD', ...names]) {
        const oid = resolveRef(refs, ref);
        if (oid !== null)
            return { name: (refs.symbolic.get(ref) ?? ref).replace(/^refs\/(?:heads|remotes)\//u, ''), oid };
    }
    return null;
}
