/** The peer of the cold plan: the newest repomix, installed beside the project, counting the same tree with the same encoding. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MeasuredRun, measureCommand } from './measured-run.ts';
import { installPeers } from './peers.ts';

const PACKAGE = join(PEERS, 'node_modules', 'repomix');

export interface PeerTotals {
  readonly files: number;
  readonly tokens: number;
}

export const readRepomixVersion = (): string =>
  (JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }).version;

const NO_FILTERS = ['--no-security-check', '--no-gitignore', '--no-dot-ignore', '--no-default-patterns'];

export function runRepomix(tree: string): MeasuredRun & PeerTotals {
  const output = join(tmpdir(), 'consensus-review-repomix.xml');
  const args = [join(PACKAGE, 'bin/repomix.cjs'), ...NO_FILTERS, '--token-count-encoding', 'o200k_base', '-o', output];
  const run = measureCommand(args, { cwd: tree, env: { REPOMIX_TOKEN_CACHE: '0' } });
  return { ...run, files: readTotal(run.stdout, 'Files'), tokens: readTotal(run.stdout, 'Tokens') };
}

const readTotal = (text: string, what: string): number =>
  Number(new RegExp(`Total ${what}: ([\\d,]+)`, 'u').exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN);

/** Paths of the tree that repomix packed in its last run. */
export const readPackedPaths = (): readonly string[] =>
  [...readFileSync(join(tmpdir(), 'consensus-review-repomix.xml'), 'utf8').matchAll(/^<file path="([^"]+)">$/gmu)].map(
    (match) => match[1] as string,
  );
