/**
 * Programs that the tests and checks run and the product does not (`test/package.json`): a checkout without them takes half the space.
 * They are installed into `test/node_modules`, in the versions and with the checksums of `test/package-lock.json`, when they are first
 * needed. `node test/tools.ts` installs them; `node test/tools.ts biome check .` runs one.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join, resolve } from 'node:path';

interface Manifest {
  readonly version?: string;
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8'));
const pinned = readManifest(join(import.meta.dirname, 'package.json')).devDependencies ?? {};

/** Found from here, as an import in a test finds it. */
function findInstalled(name: string): string | null {
  try {
    return findPackageJSON(name, import.meta.url) ?? null;
  } catch {
    return null;
  }
}

/** What is not there in its version. */
function listMissing(): readonly string[] {
  return Object.entries(pinned).flatMap(([name, version]) => {
    const path = findInstalled(name);
    return path !== null && readManifest(path).version === version ? [] : [`${name} ${version}`];
  });
}

/** Null where all of them are there, or are now; else why not, and what to do. */
export function installTools(): string | null {
  const missing = listMissing();
  if (missing.length === 0) return null;
  process.stderr.write(`Installing what tests and checks need into test/node_modules: ${missing.join(', ')}\n`);
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return null;
  return `Programs of the tests are missing (${missing.join(', ')}) and could not be installed. Run \`npm ci --prefix test\` where the package registry can be reached.\n${stderr}`;
}

/** The file that Node runs for a command of one of them. */
export function findTool(command: string): string {
  for (const name of Object.keys(pinned)) {
    const path = findInstalled(name);
    if (path === null) continue;
    const { bin } = readManifest(path);
    const file = typeof bin === 'string' && name === command ? bin : (bin as Record<string, string>)?.[command];
    if (file !== undefined) return resolve(path, '..', file);
  }
  throw new Error(`No package of test/package.json has the command ${command}: run \`npm ci --prefix test\``);
}

if (import.meta.main) {
  const why = installTools();
  if (why !== null) process.stderr.write(why);
  const [command, ...args] = process.argv.slice(2);
  if (why !== null || command === undefined) process.exitCode = why === null ? 0 : 1;
  else process.exitCode = spawnSync(process.execPath, [findTool(command), ...args], { stdio: 'inherit' }).status ?? 1;
}
