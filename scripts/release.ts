/**
 * `npm run release -- VERSION [--dry-run] [--out DIR] [--date YYYY-MM-DD] [--builder ID]`: checks the tree, sets the version, and makes every file of a
 * release in a copy of the tree: tarball, VS Code extension, plugin with its server, container file, bill of materials, notes, provenance,
 * checksums. Then the changed files are written back. With `--dry-run` checks and tests are left out and the tree stays as it is. It
 * publishes, commits and signs nothing: the commands for that are printed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Digest,
  describeProvenance,
  formatChecksums,
  refuseVersion,
  releaseChangelog,
  setVersion,
} from './release-text.ts';
import { zipFiles } from './zip-files.ts';

const root = join(import.meta.dirname, '..');
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    out: { type: 'string' },
    date: { type: 'string' },
    builder: { type: 'string', default: 'urn:consensus-review:local' },
  },
});
const isDry = flags['dry-run'];

class Refusal extends Error {}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 100_000_000 });
  if (status === 0) return stdout;
  throw new Refusal(
    `${command} ${args.join(' ')} failed:\n${error === undefined ? `${stdout}${stderr}` : String(error)}`,
  );
}

const git = (...args: readonly string[]): string => run('git', args, root).trim();
const digest = (path: string, name: string): Digest => ({
  name,
  sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
});
const versionOf = (folder: string): string => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

/** Every file that git knows, as it is now, with the packages of this checkout. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'consensus-review-release-'));
  for (const path of git('ls-files', '-z')
    .split('\0')
    .filter((each) => each !== '' && existsSync(join(root, each)))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const GENERATED = ['generate-plugin.ts', 'generate-sbom.ts', 'generate-man.ts'];
/** Where the name of the tarball is written. */
const NAMING = ['README.md', 'docs/pull-requests.md'];

/** The notes of the version. */
function changeVersion(copy: string, version: string, date: string): string {
  const current = versionOf(copy);
  const edit = (path: string, change: (text: string) => string): void =>
    writeFileSync(join(copy, path), change(readFileSync(join(copy, path), 'utf8')));
  let notes = '';
  edit('CHANGELOG.md', (text) => {
    const released = releaseChangelog(text, version, date);
    if (released === null) throw new Refusal('CHANGELOG.md has no entry under "## [Unreleased]": write what changed');
    notes = released.notes;
    return released.text;
  });
  for (const path of ['package.json', 'package-lock.json']) edit(path, (text) => setVersion(text, current, version));
  for (const path of NAMING)
    edit(path, (text) => text.replaceAll(`consensus-review-${current}.tgz`, `consensus-review-${version}.tgz`));
  for (const script of GENERATED) run(process.execPath, [join('scripts', script)], copy);
  return notes;
}

/** The plugin with its server for this platform. */
function zipPlugin(copy: string, tarball: string, target: string): void {
  const folder = join(copy, '.cache/marketplace');
  mkdirSync(dirname(folder), { recursive: true });
  run(process.execPath, ['scripts/bundle-plugin.ts', folder, tarball], copy);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const named = files.map((path) => [relative(folder, path).replaceAll('\\', '/'), readFileSync(path)] as const);
  writeFileSync(target, zipFiles(Object.fromEntries(named)));
}

function makeFiles(copy: string, version: string, notes: string, out: string): void {
  mkdirSync(out, { recursive: true });
  if (readdirSync(out).length > 0) throw new Refusal(`${out} is not empty`);
  say('tarball');
  run('npm', ['pack', '--silent', '--pack-destination', out], copy);
  const tarball = join(out, `consensus-review-${version}.tgz`);
  const packed: { version: string } = JSON.parse(run('tar', ['-xzOf', tarball, 'package/package.json'], out));
  if (packed.version !== version) throw new Refusal(`the tarball has version ${packed.version}`);
  say('VS Code extension');
  run(process.execPath, ['scripts/build-vsix.ts', join(out, `consensus-review-vscode-${version}.vsix`)], copy);
  say(`plugin for ${process.platform}-${process.arch}`);
  zipPlugin(copy, tarball, join(out, `consensus-review-plugin-${version}-${process.platform}-${process.arch}.zip`));
  for (const name of ['sbom.cdx.json', 'Dockerfile']) cpSync(join(copy, name), join(out, name));
  writeFileSync(join(out, 'NOTES.md'), notes);
  const files = readdirSync(out)
    .sort()
    .map((name) => digest(join(out, name), name));
  const facts = {
    version,
    commit: git('rev-parse', 'HEAD'),
    isClean: git('status', '--porcelain') === '',
    node: process.version,
    npm: run('npm', ['--version'], copy).trim(),
    platform: `${process.platform}-${process.arch}`,
    builder: flags.builder,
    inputs: ['package-lock.json', 'grammars/index.json'].map((path) => digest(join(copy, path), path)),
  };
  writeFileSync(join(out, 'provenance.json'), `${JSON.stringify(describeProvenance(files, facts), null, 2)}\n`);
  writeFileSync(
    join(out, 'SHA256SUMS'),
    formatChecksums([...files, digest(join(out, 'provenance.json'), 'provenance.json')]),
  );
}

/** What the version changed, into the tree. */
function writeBack(copy: string): readonly string[] {
  const changed = git('ls-files', '-z')
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(copy, path)))
    .filter((path) => !readFileSync(join(copy, path)).equals(readFileSync(join(root, path))));
  for (const path of isDry ? [] : changed) cpSync(join(copy, path), join(root, path));
  return changed;
}

function release(): void {
  const [version = '', ...more] = positionals;
  const why = more.length > 0 ? 'name one version' : refuseVersion(version, versionOf(root));
  if (why !== null) throw new Refusal(`${why}. Usage: npm run release -- VERSION [--dry-run] [--out DIR]`);
  const date = flags.date ?? new Date().toISOString().slice(0, 10);
  const out = resolve(flags.out ?? join(root, '.cache/release', version));
  if (isDry) say('dry run: checks and tests are left out, the tree stays as it is');
  else {
    if (git('status', '--porcelain') !== '') throw new Refusal('the tree has changes that are not committed');
    for (const script of ['check', 'test', 'test:installed']) {
      say(`npm run ${script}`);
      run('npm', ['run', '--silent', script], root);
    }
  }
  const copy = copyTree();
  try {
    const notes = changeVersion(copy, version, date);
    makeFiles(copy, version, notes, out);
    const changed = writeBack(copy);
    say(`${isDry ? 'would change' : 'changed'}: ${changed.join(', ')}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  say(
    `${out}:\n${readFileSync(join(out, 'SHA256SUMS'), 'utf8')}Nothing is signed or published. When you have looked at it:`,
  );
  say(`  npm run recordings && git commit --signoff -am "chore: release ${version}" && git tag --sign v${version}`);
  say(`  npm publish ${join(out, `consensus-review-${version}.tgz`)}`);
}

try {
  release();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`release: ${error.message}\n`);
  process.exitCode = 1;
}
