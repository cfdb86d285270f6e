/**
 * What a project is called by everybody who has a copy of it: its `origin` without protocol, user and password, and the folder
 * below it. Where there is none, this machine and the folder. Read as text; nothing of the configuration is obeyed.
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
  const { commonDir, prefix } = located.place;
  const origin = parseOrigin((await readSmallText(commonDir, 'config')) ?? '');
  if (origin === null) return here;
  return prefix === '' ? origin : `${origin}:${prefix.slice(0, -1)}`;
}

/** `host/path` of the remote `origin`; null where it has none, or one on a disk. */
export function parseOrigin(config: string): string | null {
  let isOrigin = false;
  let url: string | null = null;
  for (const line of config.split('\n')) {
    const section = /^[ \t]*\[(?<name>[^\]]*)\]/u.exec(line)?.groups?.name;
    if (section !== undefined) isOrigin = /^remote[ \t]+"origin"$/u.test(section.trim());
    const value = /^[ \t]*(?:\[[^\]]*\][ \t]*)?url[ \t]*=[ \t]*"?(?<value>[^"\r]*?)"?[ \t]*\r?$/u.exec(line)?.groups
      ?.value;
    if (isOrigin && value !== undefined) url ??= value;
  }
  return url === null ? null : shortenAddress(url);
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
