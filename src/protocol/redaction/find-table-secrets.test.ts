import { expect, test } from 'vitest';
import { findTableSecrets } from './find-table-secrets.ts';

const ONE = 'Zq4vTr9mXwLp2sKd';
const TWO = 'Hb7nYc3gQx8fJt5w';

/** What is found, each with its kind. */
const found = (text: string): readonly string[] =>
  findTableSecrets(text).map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`);

test.each([
  ['the column of the head', `| user | password |\n| --- | --- |\n| ${TWO} | ${ONE} |\n`, [`password ${ONE}`]],
  [
    'without pipes at the edges',
    `user | password\n---|---\nbob | ${ONE}\nann | ${TWO}`,
    [`password ${ONE}`, `password ${TWO}`],
  ],
  ['aligned, with Windows line ends', `user | password\r\n:--- | :---:\r\nbob | ${ONE}\r\n`, [`password ${ONE}`]],
  ['an aligned head that begins with the name', `password | user\n:--- | ---\n${ONE} | bob\n`, [`password ${ONE}`]],
  ['indented', `      | user | pass |\n      | --- | --- |\n      | bob | ${ONE} |\n`, [`password ${ONE}`]],
  ['far behind the pipe', `| user | password |\n|    --- | --- |\n| bob | ${ONE} |\n`, [`password ${ONE}`]],
  [
    'marked as code or bold, with marks inside',
    `|password|\n|---|\n|**\`Zq4v*Tr9\`mXwLp2\`**|\n`,
    ['password Zq4v*Tr9`mXwLp2'],
  ],
  ['behind lines with pipes', `a | b | c\n\nuser | password\n---|---\nbob | ${ONE}\n`, [`password ${ONE}`]],
  ['a row with more cells than the head', `|password|\n|---|\n|${ONE}|${TWO}|${TWO}|\n`, [`password ${ONE}`]],
  [
    'a head and a rule again',
    `|password|\n|---|\n|${ONE}|\n|password|\n|---|\n|${TWO}|\n`,
    [`password ${ONE}`, `password ${TWO}`],
  ],
  [
    'a rule without pipes behind a table',
    `user|password\n---|---\nuser|password\n---\nbob|${ONE}\n`,
    [`password ${ONE}`],
  ],
  [
    'two tables',
    `|password|\n|---|\n|${ONE}|\n\ntext\n\n|token|\n|---|\n|${TWO}|\n`,
    [`password ${ONE}`, `token ${TWO}`],
  ],
  ['what stands behind the table', `|password|\n|---|\n|${ONE}|\n\n|${TWO}|\n`, [`password ${ONE}`]],
  ['other columns', `| user | city |\n| --- | --- |\n| ${ONE} | ${TWO} |\n`, []],
  ['words below the name', '| user | password |\n| --- | --- |\n| bob | required |\n', []],
  ['dashes inside of a line', `user passwords ---\n${ONE} | x\n`, []],
  ['dashes before words', `password\n--- a|b\n${ONE} | x\n`, []],
  ['a rule in the first line', `---\n${ONE} | x\n`, []],
])('%s', (_name, text, expected) => {
  expect(found(text)).toEqual(expected);
});
