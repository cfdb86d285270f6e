import { expect, test } from 'vitest';
import { readBlame, readOldLines } from './fix-history.ts';

test('old lines of a diff: replaced and removed ones, never added ones or new files', () => {
  const diff = [
    '--- a/x y.ts',
    '+++ b/x y.ts',
    '@@ -3 +3 @@',
    '-a',
    '+b',
    '@@ -9,2 +8,0 @@',
    '@@ -20,0 +20,3 @@',
    'diff --git a/n.ts b/n.ts',
    '--- /dev/null',
    '@@ -0,0 +1 @@',
    'diff --git a/q.sql b/q.sql',
    '--- a/q.sql',
    '@@ -2 +1,0 @@',
    '--- a comment of SQL, removed',
    '@@ -7 +5 @@',
  ];
  expect(readOldLines(diff.join('\n'))).toEqual([
    { path: 'x y.ts', start: 3, end: 3 },
    { path: 'x y.ts', start: 9, end: 10 },
    { path: 'q.sql', start: 2, end: 2 },
    { path: 'q.sql', start: 7, end: 7 },
  ]);
});

test('blame: the commit of each line and where it stood there; a commit is described once', () => {
  const a = 'a'.repeat(40);
  const b = 'b'.repeat(40);
  const text = [
    `${a} 7 1 2`,
    'author t',
    'filename old.ts',
    '\tone',
    `${a} 8 2`,
    '\ttwo',
    `${b} 1 3 1`,
    'filename new.ts',
    '\tthree',
  ];
  expect(readBlame(text.join('\n'))).toEqual([
    { commit: a, line: 7, path: 'old.ts' },
    { commit: a, line: 8, path: 'old.ts' },
    { commit: b, line: 1, path: 'new.ts' },
  ]);
});
