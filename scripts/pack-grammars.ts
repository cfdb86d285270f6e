/**
 * Packs the grammars that the published package brings along: the prebuilt libraries of the `@ast-grep/lang-*` packages, without
 * their sources, for every platform they have. Part of `npm pack` (`prepack`); a checkout does not need it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { GRAMMAR_PACKAGES, PACKED_GRAMMARS, type PackedGrammars } from '../src/analyzers/syntax/grammar-files.ts';

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
rmSync(target, { recursive: true, force: true });

const index: Record<string, PackedGrammars[string]> = {};
const licenses: string[] = [];
for (const name of GRAMMAR_PACKAGES) {
  const folder = dirname(require.resolve(`@ast-grep/lang-${name}/package.json`));
  const { extensions, languageSymbol, expandoChar } = require(folder) as PackedGrammars[string];
  const sha256: Record<string, string> = {};
  for (const [platform, prebuild] of Object.entries(PREBUILDS)) {
    const bytes = readFileSync(join(folder, 'prebuilds', `prebuild-${prebuild}`, 'parser.so'));
    sha256[platform] = createHash('sha256').update(bytes).digest('hex');
    mkdirSync(join(target, platform), { recursive: true });
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 };
    writeFileSync(join(target, platform, `${name}.so.br`), brotliCompressSync(bytes, { params }));
  }
  index[name] = {
    extensions,
    ...(languageSymbol ? { languageSymbol } : {}),
    ...(expandoChar ? { expandoChar } : {}),
    sha256,
  };
  const license = readdirSync(folder).find((file) => /^licen[cs]e/iu.test(file));
  if (license) licenses.push(`@ast-grep/lang-${name}\n\n${readFileSync(join(folder, license), 'utf8')}`);
}
writeFileSync(join(target, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
writeFileSync(join(target, 'LICENSES.txt'), licenses.join(`\n${'-'.repeat(78)}\n\n`));
