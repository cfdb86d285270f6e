import { expect, test } from 'vitest';
import { detectLanguage, LANGUAGES } from './language.ts';

test.each([
  ['src/a.ts', 'typescript', 'source'],
  ['a/b/Dockerfile', 'dockerfile', 'data'],
  ['Dockerfile.dev', 'dockerfile', 'data'],
  ['.env.local', 'ini', 'data'],
  ['views/index.erb', 'template', 'source'],
  ['lib/x.zig', 'zig', 'source'],
  ['analysis.ipynb', 'notebook', 'source'],
  ['go.mod', 'go-module', 'data'],
  ['public/index.php5', 'php', 'source'],
  ['Vagrantfile', 'ruby', 'source'],
  ['home/.bashrc', 'bash', 'source'],
  ['core.pyx', 'cython', 'source'],
  ['page.asp', 'template', 'source'],
  ['.npmrc', 'ini', 'data'],
  ['main.bicep', 'infrastructure', 'data'],
  ['README.MD', 'markdown', 'prose'],
  ['src/app.js~', 'javascript', 'source'],
  ['src/app.js.orig', 'javascript', 'source'],
  ['wp-config.php.BAK.old', 'php', 'source'],
  ['Makefile.save', 'makefile', 'data'],
  ['run.sh.backup', 'bash', 'source'],
])('%s is %s, a %s file', (path, name, kind) => {
  expect(detectLanguage(path)).toMatchObject({ name, kind });
});

test('a name that says nothing has no language', () => {
  const names = ['LICENSE', '.gitignore', 'data.xyz', 'notes.bak', '.old', 'a.js.tmp'];
  expect(names.map(detectLanguage)).toEqual(names.map(() => null));
});

test('no extension, file name or language is claimed twice', () => {
  const claims = LANGUAGES.flatMap(({ name, extensions, fileNames = [] }) => [
    name,
    ...extensions.map((e) => `.${e}`),
    ...fileNames.map((f) => `/${f}`),
  ]);
  expect(claims.filter((claim, i) => claims.indexOf(claim) !== i)).toEqual([]);
});
