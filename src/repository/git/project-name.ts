/**
 * Names a project the same for everybody who has a copy of it: its `origin` without protocol, user and password, and the folder below
 * it; where there is none, this machine and the folder (for a fleet). `identifyRepository` tells which copy this is
 * (wiring/trusted-repositories.ts). Read as text; nothing of the configuration is obeyed, and a linked work tree, whose configuration
 * lies elsewhere, has no `origin`.
 */
import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { readSmallText } from '../files/contained-read.ts';
import { locateGit } from './locate.ts';

export async function nameProject(folder: string): Promise<string> {
  const root = await realpath(folder).catch(() => folder);
  const here = `${hostname()}:${root}`;
  const located = await locateGit(root);
  if (located.kind === 'none') return here;
  const { configDir, prefix } = located.place;
  const origin = configDir === null ? null : parseOrigin((await readSmallText(configDir, 'config')) ?? '');
  if (origin === null) return here;
  return prefix === '' ? origin : `${origin}:${prefix.slice(0, -1)}`;
}

/** Address of the remote `origin` as it is written; null where there is none. */
function readOrigin(config: string): string | null {
  let isOrigin = false;
  let url: string | null = null;
  for (const line of config.split('\n')) {
    const section = /^[ \t]*\[(?<name>[^\]]*)\]/u.exec(line)?.groups?.name;
    if (section !== undefined) isOrigin = /^remote[ \t]+"origin"$/u.test(section.trim());
    const value = /^[ \t]*(?:\[[^\]]*\][ \t]*)?url[ \t]*=[ \t]*"?(?<value>[^"\r]*?)"?[ \t]*\r?$/u.exec(line)?.groups
      ?.value;
    if (isOrigin && value !== undefined) url ??= value;
  }
  return url;
}

/** `host/path` of the remote `origin`; null where it has none, or one on a disk. */
export function parseOrigin(config: string): string | null {
  const url = readOrigin(config);
  return url === null ? null : shortenAddress(url);
}

/** A folder that a user can mark as their own: where it is, and whose copy it says it is. */
export interface RepositoryIdentity {
  /** Real path of the git top level, or of the folder where there is no git. */
  readonly path: string;
  /** Null without one. A linked work tree has no configuration of its own: the git directory that it shares stands for it. */
  readonly origin: string | null;
}

export async function identifyRepository(folder: string): Promise<RepositoryIdentity> {
  const root = await realpath(folder);
  const located = await locateGit(root);
  if (located.kind === 'none') return { path: root, origin: null };
  const { topLevel, configDir, commonDir } = located.place;
  if (configDir === null) return { path: topLevel, origin: `work tree of ${commonDir}` };
  const url = readOrigin((await readSmallText(configDir, 'config')) ?? '');
  const origin = url === null ? null : (shortenAddress(url) ?? url.replace(/\/\/[^/]*@/u, '//'));
  return { path: topLevel, origin };
}

const PROTOCOL = /^(?:https?|ssh|git|git\+ssh):$/u;
/** `git@host:path`. */
const SHORT_SSH = /^(?:[^@/:\s]+@)?(?<host>[A-Za-z0-9.-]+\.[A-Za-z0-9-]+|localhost):(?!\/\/)(?<path>[^\s]+)$/u;

function shortenAddress(url: string): string | null {
  const short = SHORT_SSH.exec(url)?.groups;
  const parsed = short === undefined && URL.canParse(url) ? new URL(url) : null;
  const host = short?.host ?? (parsed !== null && PROTOCOL.test(parsed.protocol) ? parsed.host : '');
  const path = (short?.path ?? parsed?.pathname ?? '').replace(/^\/+|\/+$|(?:\.git)?\/*$/gu, '');
  return host === '' || path === '' ? null : `${host.toLowerCase()}/${path}`;
}
