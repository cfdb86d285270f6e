/**
 * Reads HEAD and the refs of a repository as files: loose ones, packed ones, symbolic ones; and finds the default branch among them.
 * Never runs git, never follows a link; a name or value that git would not write is left out. Called by session.ts, repository.ts and
 * locate.ts.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSmallText } from '../files/contained-read.ts';

type Head =
  | { readonly kind: 'branch'; readonly ref: string }
  | { readonly kind: 'detached'; readonly oid: string }
  | { readonly kind: 'unknown' };

export interface Refs {
  readonly head: Head;
  readonly oids: ReadonlyMap<string, string>;
  readonly symbolic: ReadonlyMap<string, string>;
}

const OID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u;
const MAX_PACKED_BYTES = 64_000_000;

/** Conservative reading of git's rules for ref names. */
const BAD_REF = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[/.]$/u;

export const isRefName = (name: string): boolean => name.startsWith('refs/') && !BAD_REF.test(name);

export function parsePackedRefs(text: string): ReadonlyMap<string, string> {
  const refs = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [oid = '', name = ''] = line.trimEnd().split(' ');
    if (OID.test(oid) && isRefName(name)) refs.set(name, oid);
  }
  return refs;
}

type RefValue = { readonly oid: string } | { readonly target: string } | null;

export function parseRef(text: string): RefValue {
  const value = text.trim();
  if (OID.test(value)) return { oid: value };
  const target = /^ref:[ \t]*(\S+)$/u.exec(value)?.[1];
  return target !== undefined && isRefName(target) ? { target } : null;
}

async function* findLooseRefs(commonDir: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(commonDir, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* findLooseRefs(commonDir, name);
    else if (entry.isFile() && isRefName(name)) yield name;
  }
}

function toHead(value: RefValue): Head {
  if (value === null) return { kind: 'unknown' };
  return 'oid' in value ? { kind: 'detached', oid: value.oid } : { kind: 'branch', ref: value.target };
}

export async function readRefs(place: { readonly gitDir: string; readonly commonDir: string }): Promise<Refs> {
  const { gitDir, commonDir } = place;
  const packed = await readSmallText(commonDir, 'packed-refs', MAX_PACKED_BYTES);
  const oids = new Map(parsePackedRefs(packed ?? ''));
  const symbolic = new Map<string, string>();
  for await (const name of findLooseRefs(commonDir, 'refs')) {
    const value = parseRef((await readSmallText(commonDir, name)) ?? '');
    if (value === null) continue;
    if ('oid' in value) oids.set(name, value.oid);
    else symbolic.set(name, value.target);
  }
  return { head: toHead(parseRef((await readSmallText(gitDir, 'HEAD')) ?? '')), oids, symbolic };
}

/** Object a ref stands for, through symbolic ones; null where there is none. */
export function resolveRef(refs: Refs, name: string, depth = 5): string | null {
  const target = refs.symbolic.get(name);
  if (target !== undefined) return depth === 0 ? null : resolveRef(refs, target, depth - 1);
  return refs.oids.get(name) ?? null;
}

export function resolveHead({ head, ...rest }: Refs): string | null {
  if (head.kind === 'unknown') return null;
  return head.kind === 'detached' ? head.oid : resolveRef({ head, ...rest }, head.ref);
}

/** Branch for the report (SCOPE-06, REV-20). */
export function formatBranch({ head }: Refs): string | null {
  if (head.kind === 'unknown') return null;
  return head.kind === 'detached' ? `detached@${head.oid.slice(0, 12)}` : head.ref.replace(/^refs\/heads\//u, '');
}

export interface DefaultBranch {
  readonly name: string;
  readonly oid: string;
}

/** origin/HEAD, main, master; of the last two the local branch before the one of origin. */
export function findDefaultBranch(refs: Refs): DefaultBranch | null {
  const names = ['main', 'master'].flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`]);
  for (const ref of ['refs/remotes/origin/HEAD', ...names]) {
    const oid = resolveRef(refs, ref);
    if (oid !== null) return { name: (refs.symbolic.get(ref) ?? ref).replace(/^refs\/(?:heads|remotes)\//u, ''), oid };
  }
  return null;
}
