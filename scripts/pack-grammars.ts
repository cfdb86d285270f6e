/**
 * Writes `grammars/`: the prebuilt libraries of the `@ast-grep/lang-*` packages, compressed, without their sources, for every platform they
 * have, and `index.json` with version and checksum of each package. `npm run grammars` makes them anew from the published packages;
 * `npm run grammars -- go@0.0.7` takes another version; with `--check` nothing is written, and a library that differs from the published
 * one is an error. The packages are downloaded into a temporary folder, and their scripts are not run.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { PACKED_GRAMMARS, type PackedGrammars } from '../src/analyzers/syntax/grammar-files.ts';

/** Names of the packages' folders, by our names of platforms. */
const PREBUILDS: Readonly<Record<string, string>> = {
  'darwin-arm64': 'macOS-ARM64',
  'darwin-x64': 'macOS-X64',
  'linux-arm64': 'Linux-ARM64',
  'linux-x64': 'Linux-X64',
  'win32-x64': 'Windows-X64',
};

const require = createRequire(import.meta.url);
const target = fileURLToPath(PACKED_GRAMMARS);
const before: PackedGrammars = JSON.parse(readFileSync(join(target, 'index.json'), 'utf8'));
const isCheck = process.argv.includes('--check');
/** Versions that are asked for, by language. */
const asked = new Map(
  process.argv
    .slice(2)
    .filter((word) => word.includes('@'))
    .map((word) => [word.split('@')[0] ?? '', word.split('@')[1] ?? '']),
);

const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 300_000 });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} failed: ${error === undefined ? stderr : String(error)}`);
}

interface Download {
  readonly folder: string;
  readonly integrity: string;
}

/** Of the version that is asked for, whose checksum is then taken over; else of the known one, whose checksum must be the same. */
function unpack(language: string, version: string, integrity: string | null, temporary: string): Download {
  const folder = join(temporary, language);
  mkdirSync(folder);
  const tarball = join(temporary, `ast-grep-lang-${language}-${version}.tgz`);
  const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  if (integrity !== null && integrity !== found)
    throw new Error(
      `@ast-grep/lang-${language}@${version} is not the package that grammars/index.json names: ${found}`,
    );
  run('tar', ['-xzf', tarball], folder);
  // Its entry names the extensions and asks this package for the library, which is not asked for here.
  const setup = join(folder, 'node_modules/@ast-grep/setup-lang');
  mkdirSync(setup, { recursive: true });
  writeFileSync(join(setup, 'index.js'), 'module.exports = {};');
  return { folder: join(folder, 'package'), integrity: found };
}

function writeLibrary(platform: string, language: string, bytes: Buffer): void {
  mkdirSync(join(target, platform), { recursive: true });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 };
  writeFileSync(join(target, platform, `${language}.so.br`), brotliCompressSync(bytes, { params }));
}

function checkLibrary(platform: string, language: string, bytes: Buffer): void {
  const packed = brotliDecompressSync(readFileSync(join(target, platform, `${language}.so.br`)));
  const sums = new Set([sumOf(packed), sumOf(bytes), before[language]?.sha256[platform]]);
  if (sums.size > 1) throw new Error(`grammars/${platform}/${language}.so.br differs from the published library`);
}

const temporary = mkdtempSync(join(tmpdir(), 'consensus-review-grammars-'));
try {
  const index: Record<string, PackedGrammars[string]> = {};
  const licenses: string[] = [];
  const wanted = Object.entries(before).map(
    ([language, known]) => [language, known, asked.get(language) ?? known.version] as const,
  );
  const packages = wanted.map(([language, , version]) => `@ast-grep/lang-${language}@${version}`);
  run('npm', ['pack', '--silent', '--ignore-scripts', ...packages], temporary);
  for (const [language, known, version] of wanted) {
    const { folder, integrity } = unpack(
      language,
      version,
      version === known.version ? known.integrity : null,
      temporary,
    );
    const { extensions, languageSymbol, expandoChar } = require(folder) as PackedGrammars[string];
    const sha256: Record<string, string> = {};
    for (const [platform, prebuild] of Object.entries(PREBUILDS)) {
      const bytes = readFileSync(join(folder, 'prebuilds', `prebuild-${prebuild}`, 'parser.so'));
      sha256[platform] = sumOf(bytes);
      (isCheck ? checkLibrary : writeLibrary)(platform, language, bytes);
    }
    const { license }: { license: string } = require(join(folder, 'package.json'));
    index[language] = {
      version,
      integrity,
      license,
      extensions,
      ...(languageSymbol ? { languageSymbol } : {}),
      ...(expandoChar ? { expandoChar } : {}),
      sha256,
    };
    const file = readdirSync(folder).find((name) => /^licen[cs]e/iu.test(name));
    if (file) licenses.push(`@ast-grep/lang-${language}\n\n${readFileSync(join(folder, file), 'utf8')}`);
  }
  if (isCheck) process.stdout.write(`${Object.keys(index).length} grammars are those of the published packages\n`);
  else {
    writeFileSync(join(target, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
    writeFileSync(join(target, 'LICENSES.txt'), licenses.join(`\n${'-'.repeat(78)}\n\n`));
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
