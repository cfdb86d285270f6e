/** The peer of the cold plan: repomix, installed beside the project, counting the same tree with the same encoding. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MeasuredRun, measureCommand } from './measured-run.ts';
import { installPeers } from './peers.ts';

export interface PeerRun extends MeasuredRun {
  readonly files: number;
  readonly tokens: number;
}

export interface Repomix {
  readonly name: string;
  pack(tree: string): PeerRun;
}

/** Everything in the tree is packed: no filter of its own may make its work smaller. */
const FLAGS = ['--no-security-check', '--no-gitignore', '--no-dot-ignore', '--no-default-patterns'];

export function openRepomix(): Repomix {
  const home = join(installPeers(), 'node_modules', 'repomix');
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const output = join(tmpdir(), 'consensus-review-repomix.xml');
  const args = [join(home, 'bin/repomix.cjs'), ...FLAGS, '--token-count-encoding', 'o200k_base', '-o', output];
  return {
    name: `repomix ${version}`,
    pack(tree) {
      const run = measureCommand(args, { cwd: tree, env: { REPOMIX_TOKEN_CACHE: '0' } });
      return { ...run, files: readTotal(run.stdout, 'Files'), tokens: readTotal(run.stdout, 'Tokens') };
    },
  };
}

const readTotal = (text: string, what: string): number =>
  Number(new RegExp(`Total ${what}: ([\\d,]+)`, 'u').exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN);
