/**
 * Locates the grammars that ast-grep does not bring: packed in grammars/ for each platform (scripts/pack-grammars.ts), checked by
 * checksum and unpacked once into a folder that only this user can write, or already unpacked beside (container). Called by languages.ts.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { DynamicLangRegistrations } from '@ast-grep/napi';
import { findPrivateFolder } from '../../programs/private-folder.js';
import { makeTemporaryFolder } from '../../repository/temporary-folder.ts';

/** Of one language, as the packages of ast-grep state it. */
type Grammar = DynamicLangRegistrations[string];

/** `grammars/index.json`: what is packed, of which package, with the checksum of each file before it was packed, by platform. */
export interface PackedGrammars {
  readonly [language: string]: Omit<Grammar, 'libraryPath'> & {
    readonly version: string;
    readonly integrity: string;
    readonly license: string;
    readonly sha256: Readonly<Record<string, string>>;
  };
}

export const PACKED_GRAMMARS: URL = new URL('../../../grammars/', import.meta.url);

/** All of them: the parser takes them once per process. */
export function loadGrammars(packed: URL = PACKED_GRAMMARS): DynamicLangRegistrations {
  const index: PackedGrammars = JSON.parse(readFileSync(new URL('index.json', packed), 'utf8'));
  const platform = `${process.platform}-${process.arch}`;
  let folder: string | null = null;
  const locate = (language: string, sum: string): string => {
    const beside = new URL(`${platform}/${language}.so`, packed);
    if (existsSync(beside)) return fileURLToPath(beside);
    // What lies there is run as code: where the shared folder is not ours alone, one for this process.
    folder ??= findPrivateFolder('grammars') ?? makeTemporaryFolder('grammars');
    const path = join(folder, `${language}-${sum.slice(0, 16)}.so`);
    if (!existsSync(path)) unpack(new URL(`${platform}/${language}.so.br`, packed), sum, path);
    return path;
  };
  return Object.fromEntries(
    Object.entries(index).map(([language, { extensions, languageSymbol, expandoChar, sha256 }]) => {
      const sum = sha256[platform];
      if (sum === undefined) throw new Error(`consensus-review has no grammar of ${language} for ${platform}`);
      const grammar = {
        extensions,
        ...(languageSymbol === undefined ? {} : { languageSymbol }),
        ...(expandoChar === undefined ? {} : { expandoChar }),
      };
      return [language, { ...grammar, libraryPath: locate(language, sum) }];
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
  putInPlace(part, to);
}

/** Windows does not replace a library that another process has loaded. Its name holds its checksum, so it is the same one. */
export function putInPlace(part: string, to: string, move: (from: string, to: string) => void = renameSync): void {
  try {
    move(part, to);
  } catch (error) {
    rmSync(part, { force: true });
    if (!existsSync(to)) throw error;
  }
}
