import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PatchFile, parsePatch, parseQuotedName, unapplyPatch } from './patch.ts';

const files = (text: string): readonly PatchFile[] => {
  const outcome = parsePatch(text);
  if (outcome.kind === 'invalid') throw new Error(`line ${outcome.line}: ${outcome.reason}`);
  return outcome.files;
};

const brief = (text: string): string[] =>
  files(text).map(({ oldPath, newPath, isBinary, changed }) =>
    `${oldPath} > ${newPath}${isBinary ? ' binary' : ''} ${changed.map(({ start, end }) => `${start}-${end}`).join(',')}`.trimEnd(),
  );

const HUNK = '@@ -1,3 +1,4 @@ function x()\n a\n-b\n+B\n+C\n c\n';

test.each<[string, string, string[]]>([
  ['git', `diff --git a/x.ts b/x.ts\nindex 1..2 100644\n--- a/x.ts\n+++ b/x.ts\n${HUNK}`, ['x.ts > x.ts 2-3']],
  ['git without prefixes', `diff --git a/x.ts a/x.ts\n--- a/x.ts\n+++ a/x.ts\n${HUNK}`, ['a/x.ts > a/x.ts 2-3']],
  ['git with mnemonic prefixes', `diff --git i/x.ts w/x.ts\n--- i/x.ts\n+++ w/x.ts\n${HUNK}`, ['x.ts > x.ts 2-3']],
  [
    'plain diff -u with dates',
    `--- old/x.ts\t2026-01-01\n+++ new/x.ts\t2026-01-02\n${HUNK}`,
    ['old/x.ts > new/x.ts 2-3'],
  ],
  ['several hunks', `--- a/x\n+++ b/x\n${HUNK}@@ -10 +11 @@\n-k\n+K\n`, ['x > x 2-3,11-11']],
  ['several files', `--- a/x\n+++ b/x\n${HUNK}--- a/y\n+++ b/y\n${HUNK}`, ['x > x 2-3', 'y > y 2-3']],
  [
    'a new file',
    'diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1,2 @@\n+a\n+b\n',
    ['null > n 1-2'],
  ],
  ['an empty new file', 'diff --git a/n b/n\nnew file mode 100644\nindex 000..e69\n', ['null > n']],
  [
    'a deleted file',
    'diff --git a/d b/d\ndeleted file mode 100644\n--- a/d\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n',
    ['d > null 1-1'],
  ],
  ['a rename without a change', 'diff --git a/o b/n\nsimilarity index 100%\nrename from o\nrename to n\n', ['o > n']],
  ['a rename with one', `diff --git a/o b/n\nrename from o\nrename to n\n--- a/o\n+++ b/n\n${HUNK}`, ['o > n 2-3']],
  ['a mode alone', 'diff --git a/m b/m\nold mode 100644\nnew mode 100755\n', ['m > m']],
  [
    'binary',
    'diff --git a/i.png b/i.png\nindex 1..2\nBinary files a/i.png and b/i.png differ\n',
    ['i.png > i.png binary'],
  ],
  [
    'quoted names',
    `diff --git "a/t\\tab\\303\\274.ts" "b/t\\tab\\303\\274.ts"\n--- "a/t\\tab\\303\\274.ts"\n+++ "b/t\\tab\\303\\274.ts"\n${HUNK}`,
    ['t\tabü.ts > t\tabü.ts 2-3'],
  ],
  [
    'names with blanks',
    `diff --git a/a b.ts b/a b.ts\n--- a/a b.ts\t\n+++ b/a b.ts\t\n${HUNK}`,
    ['a b.ts > a b.ts 2-3'],
  ],
  ['CRLF', `--- a/x\n+++ b/x\n${HUNK}`.replaceAll('\n', '\r\n'), ['x > x 2-3']] as [string, string, string[]],
  [
    'a mail around it',
    `From: a\nSubject: b\n\n---\n x | 2 +-\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n${HUNK}-- \n2.39.5\n`,
    ['x > x 2-3'],
  ],
  [
    'no newline at the end',
    '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n',
    ['x > x 1-1'],
  ],
  ['lines that look like headers', '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a/evil\n+++ b/evil\n c\n', ['x > x 1-1']],
  ['only removed lines mark the line that follows', '--- a/x\n+++ b/x\n@@ -3,3 +3,2 @@\n a\n-b\n c\n', ['x > x 4-4']],
  [
    'a merge',
    'diff --cc m.ts\nindex 1,2..3\n--- a/m.ts\n+++ b/m.ts\n@@@ -1,2 -1,2 +1,3 @@@\n  a\n- b\n -c\n++d\n +e\n',
    ['m.ts > m.ts 2-3'],
  ],
  ['nothing', '', []],
])('reads %s', (_name, text, expected) => {
  expect(brief(text)).toEqual(expected);
});

test.each<[string, string, number]>([
  ['text that is no patch', 'hello\nworld\n', 1],
  ['a hunk that is cut', '--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n', 3],
  ['a hunk that goes on behind its end', '--- a/x\n+++ b/x\n@@ -0,0 +1,1 @@\n+a\n+b\n', 3],
  ['a hunk that goes on behind a note', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n+c\n', 3],
  [
    'a hunk whose header is none',
    'diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1,x @@\n+b\n',
    5,
  ],
  ['a hunk without a file', '@@ -0,0 +1 @@\n+b\n', 1],
  ['a file without a name', 'diff --git x\n@@ -0,0 +1 @@\n+b\n', 1],
  ['a hunk with a stray line', '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n*b\n', 3],
])('refuses %s', (_name, text, line) => {
  expect(parsePatch(text)).toMatchObject({ kind: 'invalid', line });
});

test('takes a patch back, or says that it does not fit', () => {
  const [file] = files(`--- a/x\n+++ b/x\n${HUNK}@@ -4,2 +5 @@\n-gone\n d\n`);
  expect(unapplyPatch('a\nB\nC\nc\nd\n', file?.hunks ?? [])).toBe('a\nb\nc\ngone\nd\n');
  expect(unapplyPatch('a\nX\nC\nc\nd\n', file?.hunks ?? [])).toBeNull();
});

test('never throws, whatever the text', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'diff --git a/x b/x',
      '--- a/x',
      '+++ b/x',
      '@@ -1,2 +1,2 @@',
      '@@@ -1 -1 +1 @@@',
      ' a',
      '+b',
      '-c',
      '\\ No',
      'rename to "',
    ),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const outcome = parsePatch(lines.join('\n'));
      if (outcome.kind === 'patch') {
        for (const { changed } of outcome.files)
          for (const { start, end } of changed) expect(start >= 1 && end >= start).toBe(true);
      }
    }),
  );
});

test('quoted names come back as they were', () => {
  const quote = (name: string): string =>
    `"${[...Buffer.from(name)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`;
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(parseQuotedName(quote(name))?.name).toBe(name);
    }),
  );
});
