/**
 * The plugin with its server in it, as a marketplace: `npm run plugin:bundle -- DIR [TARBALL]`. The server is the packed package, installed with its
 * dependencies for this platform, so a copy of the plugin works where nothing else is installed (docs/decisions/045-bundled-server.md).
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { formatMarketplace } from '../src/prompts/plugin/host.ts';

const project = join(import.meta.dirname, '..');

function run(args: readonly string[], cwd: string): void {
  const { status } = spawnSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}`);
}

/** Bytes of all files beneath a folder. */
const measure = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** The package as it would be published; `folder` is empty. */
function pack(folder: string): string {
  run(['pack', '--silent', '--pack-destination', folder], project);
  return join(folder, readdirSync(folder)[0] ?? '');
}

function bundle(folder: string, given: string | undefined): void {
  const packed = mkdtempSync(join(tmpdir(), 'consensus-review-pack-'));
  try {
    const tarball = given === undefined ? pack(packed) : resolve(given);
    cpSync(join(project, 'plugin'), join(folder, 'plugin'), { recursive: true });
    const server = join(folder, 'plugin/server/bundle');
    mkdirSync(server);
    writeFileSync(join(server, 'package.json'), '{ "private": true, "type": "module" }\n');
    run(['install', '--silent', '--no-audit', '--no-fund', '--no-save', '--no-package-lock', tarball], server);
    // Links of a plugin are not copied everywhere, and nothing is started by them.
    rmSync(join(server, 'node_modules/.bin'), { recursive: true, force: true });
    writeFileSync(join(server, 'bin.js'), "import './node_modules/consensus-review/dist/cli/bin.js';\n");
    mkdirSync(join(folder, '.claude-plugin'));
    const release = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
    writeFileSync(join(folder, '.claude-plugin/marketplace.json'), formatMarketplace(release));
    process.stdout.write(
      `${folder}: ${(measure(folder) / 1e6).toFixed(0)} MB for ${process.platform}-${process.arch}\n`,
    );
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}

const [named, given] = process.argv.slice(2);
const target = resolve(named ?? '');
if (named === undefined || (existsSync(target) && readdirSync(target).length > 0)) {
  process.stderr.write('name a new or empty folder: npm run plugin:bundle -- DIR [TARBALL]\n');
  process.exitCode = 2;
} else {
  mkdirSync(target, { recursive: true });
  bundle(target, given);
}
