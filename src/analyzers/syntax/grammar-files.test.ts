import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { loadGrammars, putInPlace } from './grammar-files.ts';

const LIBRARY = Buffer.from('the bytes of a library');
const platform = `${process.platform}-${process.arch}`;

/** `sum` is what the index says of it. */
function pack(sum: string, forPlatform = platform): URL {
  const folder = mkdtempSync(join(tmpdir(), 'packed-grammars-'));
  mkdirSync(join(folder, platform));
  writeFileSync(join(folder, platform, 'python.so.br'), brotliCompressSync(LIBRARY));
  const source = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' };
  const python = {
    ...source,
    extensions: ['py'],
    languageSymbol: 'tree_sitter_python',
    sha256: { [forPlatform]: sum },
  };
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ python }));
  return pathToFileURL(`${folder}/`);
}

const SUM = createHash('sha256').update(LIBRARY).digest('hex');

test('a packed grammar is unpacked once, and checked', () => {
  const { python, ...others } = loadGrammars(pack(SUM));
  const path = python?.libraryPath ?? '';
  expect([readFileSync(path), others]).toEqual([LIBRARY, {}]);
  expect(python).toEqual({ extensions: ['py'], languageSymbol: 'tree_sitter_python', libraryPath: path });
  expect(loadGrammars(pack(SUM)).python?.libraryPath).toBe(path);
  rmSync(path);
});

test('where the shared folder is not ours alone, what was unpacked is gone with the process', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'shared-grammars-'));
  // A file where the folder would be.
  writeFileSync(join(temporary, `consensus-review-${process.getuid?.() ?? 'user'}`), '');
  const script = `import { loadGrammars } from ${JSON.stringify(new URL('./grammar-files.ts', import.meta.url).href)};
    import { existsSync } from 'node:fs';
    const path = loadGrammars(new URL(process.argv[1])).python.libraryPath;
    console.log(path.startsWith(process.env.TMPDIR) && existsSync(path));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, pack(SUM).href], {
    env: { TMPDIR: temporary },
    encoding: 'utf8',
  });
  expect([stdout.trim(), readdirSync(temporary).length]).toEqual(['true', 1]);
  rmSync(temporary, { recursive: true });
});

test('one that lies unpacked beside is taken as it is', () => {
  const packed = pack(SUM);
  const path = fileURLToPath(new URL(`${platform}/python.so`, packed));
  writeFileSync(path, LIBRARY);
  expect(loadGrammars(packed).python?.libraryPath).toBe(path);
});

test('a damaged one, and a platform that has none, say so', () => {
  expect(() => loadGrammars(pack('0'.repeat(64)))).toThrow('is damaged: install consensus-review again');
  expect(() => loadGrammars(pack(SUM, 'plan9-mips'))).toThrow(
    `consensus-review has no grammar of python for ${platform}`,
  );
});

test('all ten are packed', () => {
  expect(Object.keys(loadGrammars()).sort()).toEqual('bash c csharp go java kotlin php python ruby rust'.split(' '));
});

test.each([
  ['is there', ['library.so']],
  ['is missing', 'EPERM'],
])('where Windows refuses the rename and the library of another process %s', (state, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'grammar-place-'));
  const [part, to] = [join(folder, 'library.so.part'), join(folder, 'library.so')];
  writeFileSync(part, LIBRARY);
  if (state === 'is there') writeFileSync(to, LIBRARY);
  const refuse = (): never => {
    throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
  };
  if (typeof expected === 'string') expect(() => putInPlace(part, to, refuse)).toThrow(expected);
  else putInPlace(part, to, refuse);
  expect(readdirSync(folder)).toEqual(typeof expected === 'string' ? [] : expected);
  rmSync(folder, { recursive: true });
});
