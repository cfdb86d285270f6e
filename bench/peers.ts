/** The programs we measure ourselves against, installed outside the project when they are missing. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PEERS = join(import.meta.dirname, '..', '.cache', 'peers');

/** Folder whose node_modules has repomix and minisearch. */
export function installPeers(): string {
  const isThere = ['repomix', 'minisearch'].every((name) => existsSync(join(PEERS, 'node_modules', name)));
  if (isThere) return PEERS;
  mkdirSync(PEERS, { recursive: true });
  writeFileSync(join(PEERS, 'package.json'), '{ "private": true }\n');
  const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund', 'repomix', 'minisearch'];
  if (spawnSync('npm', npm, { cwd: PEERS, stdio: 'inherit' }).status !== 0)
    throw new Error('npm install of repomix and minisearch failed');
  return PEERS;
}
