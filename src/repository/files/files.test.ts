import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collect, createFolderFixture } from '../../../test/contracts/temporary-repository.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { foldersAbove, isContained, relativize } from './contained-path.ts';
import type { BytesOutcome } from './contained-read.ts';
import { decodeText } from './decode-text.ts';
import { createFolder } from './folder.ts';
import { addRules, isGitIgnored, NO_IGNORE } from './git-ignore.ts';
import { createReplay } from './replay.ts';
import { createScopeFilter } from './scope-filter.ts';
import { createStableReader } from './stable-reader.ts';
import { findVendoredFolder } from './walk.ts';

test.each<[string, string, string | null]>([
  ['/r', 'a/b', 'a/b'],
  ['/r', './a/../b/', 'b'],
  ['/r', '.', ''],
  ['/r', '/r/x', 'x'],
  ['/r', '..', null],
  ['/r', '../r2/x', null],
  ['/r', '/r2', null],
  ['/r', '..x', '..x'],
])('from %s, %s is %j', (folder, target, expected) => {
  expect(relativize(folder, target)).toBe(expected);
});

test('what is contained stays contained, whatever the parts', () => {
  const part = fc.constantFrom('a', '..', '.', '', '..b', 'c d');
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const path = relativize('/root/x', parts.join('/'));
      if (path !== null) expect(isContained('/root/x', `/root/x/${path}`)).toBe(true);
    }),
  );
});

test('paths', () => {
  expect([...foldersAbove('a/b/c.ts')]).toEqual(['a/b', 'a']);
  expect([...foldersAbove('/a')]).toEqual([]);
  expect(['b', 'a/x', 'a.b', 'a'].sort(compareText)).toEqual(['a', 'a.b', 'a/x', 'b']);
  expect(findVendoredFolder('lib/node_modules/x/y.js')).toBe('lib/node_modules/');
  expect(findVendoredFolder('vendor')).toBeNull();
  expect(findVendoredFolder('vendor/x.go', 'vendor')).toBeNull();
});

const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');
const utf16be = (text: string): Buffer => utf16le(text).swap16();
const utf32le = (text: string): Buffer =>
  Buffer.concat([...text].map((each) => Buffer.from(Uint32Array.of(each.codePointAt(0) ?? 0).buffer)));
const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

test.each<[string, string, Buffer, string | null]>([
  ['UTF-8', 'a', Buffer.from('é\n'), 'é\n'],
  ['a byte order mark', 'a', Buffer.from('\ufeffa'), 'a'],
  ['bytes that are no UTF-8, as Windows-1252', 'a', bytesOf('a\xffb'), 'aÿb'],
  ['UTF-8 beside bytes that are none', 'a.js', bytesOf('\xc3\xa9\xe9\x80\xc3'), 'éé€Ã'],
  ['overlong forms, byte by byte', 'a.js', bytesOf('\xc0\xaf'), 'À¯'],
  ['UTF-16 little endian', 'a', utf16le('\ufeffa\n'), 'a\n'],
  ['UTF-16 big endian', 'a', utf16be('\ufeffa'), 'a'],
  ['UTF-16 in another script', 'a.cs', utf16le('\ufeff// 说明书说明\nvar a = 1;'), '// 说明书说明\nvar a = 1;'],
  ['UTF-16 without a mark', 'a.js', utf16le('exec(é)\n'), 'exec(é)\n'],
  ['UTF-16 big endian without a mark', 'a.js', utf16be('exec(a)\n'), 'exec(a)\n'],
  ['UTF-16 of a script by its first line', 'run', utf16le('#!/bin/sh\nls'), '#!/bin/sh\nls'],
  ['UTF-32', 'a.ps1', utf32le('\ufeffls'), 'ls'],
  ['a mark before bytes of another encoding', 'a.php', bytesOf('\xff\xfe<?php system($a);'), 'ÿþ<?php system($a);'],
  ['a NUL where nothing says that it is text', 'a', bytesOf('a\0b'), null],
  ['a NUL in a file with the name of a language', 'a.js', bytesOf('a\0b'), 'a\0b'],
  ['a NUL in a configuration', 'Dockerfile', bytesOf('RUN a\0'), 'RUN a\0'],
  ['a NUL behind a first line of a script', 'run', bytesOf('#!/usr/bin/env node\n\0'), '#!/usr/bin/env node\n\0'],
  ['a NUL that a shell reads past', 'a.sh', bytesOf('ev\0al a\n'), 'eval a\n'],
  ['a NUL in a shell script by its first line', 'run', bytesOf('#!/bin/sh\nev\0al a\n'), '#!/bin/sh\neval a\n'],
  ['a carriage return that ends a comment', 'a.py', bytesOf('# a\rimport os\r\n'), '# a\nimport os\r\n'],
  ['a carriage return that a shell takes for a letter', 'a.sh', bytesOf('a\r# ; b'), 'a␍# ; b'],
  ['an encoding that Python declares', 'a.py', bytesOf('# coding: shift_jis\n"\x95\x5c"'), '# coding: shift_jis\n"表"'],
  [
    'Latin-1 in the words of Python',
    'a.py',
    bytesOf('#!x\n# -*- coding: latin-1 -*-\n"\xe9"'),
    '#!x\n# -*- coding: latin-1 -*-\n"é"',
  ],
  ['UTF-8 by its short name in Python', 'a.py', Buffer.from('# coding: utf\n"é"'), '# coding: utf\n"é"'],
  ['nothing', 'a', Buffer.alloc(0), ''],
])('decodes %s', (_name, path, bytes, text) => {
  const expected = text === null ? { kind: 'unusable', reason: 'binary' } : { kind: 'text', text, bytes: bytes.length };
  expect(decodeText(bytes, path)).toEqual(expected);
});

test.each([
  ['an encoding in which comments hold commands', 'a.py', '# coding: utf-7\n#+AAo-import os'],
  [
    'escapes that are read before comments',
    'a.py',
    '#!/x\n# vim: set fileencoding=unicode_escape :\n#\\u000aimport os',
  ],
  ['a line break inside a comment', 'A.java', '// \\u000a Runtime.getRuntime().exec(a);'],
  ['the end of a comment', 'A.java', '/* \\uu002a\\u002f Runtime.getRuntime().exec(a); /* */'],
])('does not take %s for what it looks like', (_name, path, text) => {
  expect(decodeText(Buffer.from(text), path)).toEqual({ kind: 'unusable', reason: 'unreadable' });
});

test('an escaped backslash in Java is no escape of a line break', () => {
  const text = String.raw`String a = "\\u000a"; char b = '\u0000';`;
  expect(decodeText(Buffer.from(text), 'A.java')).toMatchObject({ text });
});

test('whatever the bytes, what is decoded has as many lines as there are line breaks', () => {
  const name = fc.constantFrom('a.js', 'a.py', 'a.go', 'run', 'a.md');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), name, (noise, path) => {
      const bytes = Buffer.concat([Buffer.from('x=1;'), noise.filter((byte) => byte !== 0x0d), Buffer.from('\n')]);
      const outcome = decodeText(bytes, path);
      if (outcome.kind !== 'text') expect([path, outcome.reason]).toEqual(['run', 'binary']);
      else expect(outcome.text.split('\n')).toHaveLength(bytes.toString('latin1').split('\n').length);
    }),
  );
});

test.each<[string, Partial<Parameters<typeof createScopeFilter>[0]>, Record<string, string>]>([
  ['nothing', {}, { 'a.ts': 'selected' }],
  ['exclude by name at any depth', { exclude: ['*.test.ts'] }, { 'x/a.test.ts': 'ignored', 'x/a.ts': 'selected' }],
  [
    'exclude a folder',
    { exclude: ['src/gen/', 'dist'] },
    { 'src/gen/a.ts': 'ignored', 'dist/x/y.js': 'ignored', 'src/a.ts': 'selected' },
  ],
  ['include', { include: ['src/**'] }, { 'src/a.ts': 'selected', 'a.ts': 'unselected' }],
  ['ignore lines with a negation', { ignoreLines: ['*.ts', '!keep.ts'] }, { 'a.ts': 'ignored', 'keep.ts': 'selected' }],
  ['hidden files', { exclude: ['**/.env*'] }, { '.env.local': 'ignored' }],
  ['paths from outside', { ignoreLines: ['x'] }, { '../x': 'selected', '/x': 'selected' }],
])('filter: %s', (_name, rules, expected) => {
  const filter = createScopeFilter({ include: [], exclude: [], ignoreLines: [], ...rules });
  expect(Object.fromEntries(Object.keys(expected).map((path) => [path, filter(path)]))).toEqual(expected);
});

test('nearer ignore rules win over farther ones', () => {
  const rules = addRules(addRules(NO_IGNORE, '', '*.log\nbuild/\n'), 'pkg', '!keep.log\n/local\n');
  const ignored = ['a.log', 'pkg/a.log', 'pkg/keep.log', 'build/', 'pkg/local', 'pkg/x/local'].filter((path) =>
    isGitIgnored(path, path.startsWith('pkg/') ? rules : { layers: rules.layers.slice(1) }),
  );
  expect(ignored).toEqual(['a.log', 'pkg/a.log', 'build/', 'pkg/local']);
});

test('a replay gives the same items again, to several readers at once', async () => {
  let drawn = 0;
  async function* source() {
    yield [];
    for (; drawn < 6; drawn += 2) yield [drawn, drawn + 1];
  }
  const replay = createReplay(source());
  const [first, second] = await Promise.all([collect(replay()), collect(replay())]);
  expect([first, second, await collect(replay())]).toEqual(Array(3).fill([0, 1, 2, 3, 4, 5]));
});

test('beyond the memory that is kept, a changed file is unreadable rather than different', async () => {
  const disk = new Map([
    ['small', 'abc'],
    ['large', 'x'.repeat(50)],
  ]);
  const read = async (path: string): Promise<BytesOutcome> => ({
    kind: 'bytes',
    bytes: Buffer.from(disk.get(path) ?? ''),
  });
  const reader = createStableReader(read, 10);
  const before = [await reader.read('small'), await reader.read('large')];
  expect([await reader.read('small'), await reader.read('large')]).toEqual(before);
  disk.set('small', 'new').set('large', 'new');
  expect(await reader.read('small')).toEqual(before[0]);
  expect(await reader.read('large')).toEqual({ kind: 'unusable', reason: 'unreadable' });
});

test('a walk ends where it is when its signal fires, and lets signals arrive', async () => {
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`d${i % 2}/f${i}.ts`, '']));
  const { root } = createFolderFixture(files);
  const stop = new AbortController();
  setImmediate(() => stop.abort('deadline'));
  const folder = createFolder({ root, place: null, index: null, signal: stop.signal });
  expect((await collect(folder.walk(''))).flat().length).toBeLessThan(400);
  expect((await collect(createFolder({ root, place: null, index: null }).walk(''))).flat()).toHaveLength(400);
});
