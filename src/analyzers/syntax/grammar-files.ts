/**
 * Where the grammars lie that the parser does not bring. A checkout has their packages; the published package has them packed, for
 * every platform (`scripts/pack-grammars.ts`), and unpacks those of this one once into a folder that only this user can write.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { DynamicLangRegistrations } from '@ast-grep/napi';
import { findPrivateFolder } from '../../programs/private-folder.js';
import { makeTemporaryFolder } from '../../repository/temporary-folder.ts';

/** Of one language, as the packages of ast-grep state it. */
export type Grammar = DynamicLangRegistrations[string];

/** `grammars/index.json`: what is packed, with the checksum of each file before it was packed, by platform. */
export interface PackedGrammars {
  readonly [language: string]: Omit<Grammar, 'libraryPath'> & { readonly sha256: Readonly<Record<string, string>> };
}

export const PACKED_GRAMMARS: URL = new URL('../../../grammars/', import.meta.url);

/** Languages by the name of their package. */
export const GRAMMAR_PACKAGES = [
  'bash',
  'c',
  'csharp',
  'go',
  'java',
  'kotlin',
  'php',
  'python',
  'ruby',
  'rust',
] as const;

/** All of them: the parser takes them once per process. */
export function loadGrammars(packed: URL = PACKED_GRAMMARS): DynamicLangRegistrations {
  const index = new URL('index.json', packed);
  if (existsSync(index)) return unpackGrammars(packed, JSON.parse(readFileSync(index, 'utf8')) as PackedGrammars);
  const require = createRequire(import.meta.url);
  return Object.fromEntries(GRAMMAR_PACKAGES.map((name) => [name, require(`@ast-grep/lang-${name}`) as Grammar]));
}

function unpackGrammars(packed: URL, index: PackedGrammars): DynamicLangRegistrations {
  const platform = `${process.platform}-${process.arch}`;
  // What lies there is run as code: where the shared folder is not ours alone, one for this process.
  const folder = findPrivateFolder('grammars') ?? makeTemporaryFolder('grammars');
  return Object.fromEntries(
    Object.entries(index).map(([language, { sha256, ...grammar }]) => {
      const sum = sha256[platform];
      if (sum === undefined) throw new Error(`consensus-review has no grammar of ${language} for ${platform}`);
      const libraryPath = join(folder, `${language}-${sum.slice(0, 16)}.so`);
      if (!existsSync(libraryPath)) unpack(new URL(`${platform}/${language}.so.br`, packed), sum, libraryPath);
      return [language, { ...grammar, libraryPath }];
    }),
  );
}

/** Whole or not at all: another process may unpack at the same time. */
function unpack(from: URL, sum: string, to: string): void {
  const bytes = brotliDecompressSync(readFileSync(from));
  if (createHash('sha256').update(bytes).digest('hex') !== sum) {
    throw new Error(`${from.pathname} is damaged: install consensus-review again`);
  }
  const part = `${to}.${randomUUID()}`;
  writeFileSync(part, bytes, { mode: 0o500, flag: 'wx' });
  renameSync(part, to);
}
