/** Markdown: what is reported, what is left to taste, what must not silence it. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import type { AnalyzerFinding } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { markdownlint } from './declaration.ts';

describeAnalyzer(markdownlint, {
  files: { 'README.md': '# a\n\n(text)[https://example.com]\n' },
  finds: ['README.md:3 markdown-md011'],
});

const analyzer = openAnalyzer(markdownlint);

async function scan(text: string): Promise<readonly AnalyzerFinding[]> {
  const file = { path: 'docs/a.md', language: 'markdown', text, changed: null };
  const outcome = await analyzer.scan([file], {} as Snapshot, new AbortController().signal);
  expect(outcome).toMatchObject({ status: 'completed', reason: null, unfinished: [] });
  return outcome.findings;
}

const rules = async (text: string) => (await scan(text)).map(({ rule, line }) => `${rule} ${line}`);

test.each([
  ['markdown-md011 1', 'See (the page)[https://a.example].\n', 'See [the page](https://a.example).\n'],
  ['markdown-md018 1', '#A title of words\n', '# A title of words\n\n#123 is fixed\n'],
  ['markdown-md037 1', 'This is ** bold ** text.\n', 'This is **bold** text, 2 * 3 * 4.\n'],
  [
    'markdown-md037 1',
    'a **b ** c, **d** and __e__\n',
    '* **b**, (__c__) and **d e_f**.\n\nUpdated dirname(__filename) to __dirname\n',
  ],
  ['markdown-md037 2', '**a** b\nc ** d ** e\n', '**a** b\nc **d\ne** f\n'],
  ['markdown-md042 1', 'See [the page]().\n', 'See [the page](a.md).\n'],
  ['markdown-md052 1', 'See [the page][there].\n', 'See [the page][there].\n\n[there]: a.md\n'],
  ['markdown-md056 3', '| a | b |\n|---|---|\n| 1 | 2 | 3 |\n', '| a | b |\n|---|---|\n| 1 | 2 |\n'],
])('%s', async (expected, bad, good) => {
  expect(await rules(bad)).toContain(expected);
  expect(await rules(good)).toEqual([]);
});

test.each([
  ['at its beginning, of YAML', '---\ntitle: [a]()\n---\n# A\n\n[b]()\n', 6],
  ['behind a byte order mark', '\uFEFF---\ntitle: [a]()\n---\n# A\n\n[b]()\n', 6],
  ['of TOML', '+++\ntitle = "[a]()"\n+++\n# A\n\n[b]()\n', 6],
  ['of JSON', '{\n"title": "[a]()"\n}\n\n# A\n\n[b]()\n', 7],
  ['later, where it is text', '# A\n\n---\ntitle: [a]()\n---\n', 4],
])('front matter %s', async (_where, text, line) => {
  expect(await rules(text)).toEqual([`markdown-md042 ${line}`]);
});

test.each([
  ['a fence without a language', '# A\n```\ncode\n```\n'],
  ['footnote stars and numbers', 'italic* and bold* are [1][2] things\n'],
  ['a logo without a text', '<img src="a.png">\n\n![](a.svg)\n'],
  ['long lines, bare addresses, inline HTML', `# A\n# B\n${'word '.repeat(60)}https://a.example <b>x</b>\n* a\n- b\n`],
  ['shell in code', '```sh\n#comment (a)[b] ** c **\n```\n'],
])('a matter of taste is left alone: %s', async (_name, text) => {
  expect(await rules(text)).toEqual([]);
});

test('comments of the page do not silence it, and a rule speaks once per page', async () => {
  const [finding, ...rest] = await scan(
    '<!-- markdownlint-disable -->\n[a]()\n\n[b]()\r\n<!-- markdownlint-disable-file -->\n',
  );
  expect(rest).toEqual([]);
  expect(finding).toMatchObject({
    rule: 'markdown-md042',
    reviewer: 'documentation-reviewer',
    severity: 'LOW',
    category: 'links',
    cwe: null,
    line: 2,
    evidence: '[a]()',
    issue: 'Who follows it stays on the page. The same on 1 more lines.',
  });
});

test('it reads markdown for the documentation reviewer and knows its limit', async () => {
  expect(analyzer.accepts('a.md', 'markdown', 'documentation-reviewer')).toBe(true);
  expect(analyzer.accepts('a.mdx', 'markdown', 'documentation-reviewer')).toBe(false);
  expect(analyzer.accepts('a.md', 'markdown', 'security-reviewer')).toBe(false);
  expect(analyzer.version).toMatch(/^\d+\.\d+\.\d+$/u);
  const file = { path: 'a.md', language: 'markdown', text: 'a '.repeat(100_001), changed: null };
  expect(await analyzer.scan([file], {} as Snapshot, new AbortController().signal)).toMatchObject({
    status: 'partial',
    unfinished: ['a.md'],
  });
});

test('any text is read, and every finding quotes its line', async () => {
  const part = fc.oneof(
    fc.constantFrom('[', ']', '(', ')', '|', '\n', '#', '*', '_', '![', '---', '`', '<!--', '\r\n', '> '),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
      const text = parts.join('');
      for (const { line, evidence } of await scan(text)) expect(text.split(/\r?\n/u)[line - 1]).toContain(evidence);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['blank lines', '\n'],
  ['lines of blanks', ' \n'],
  ['dashes', '-'],
  ['bars and dashes', '|-'],
  ['blanks in a link', ' '],
])('%s take no longer than their length', async (_, part) => {
  // Took the square or the cube of it: minutes for less than this.
  expect(await scan(`x](${part.repeat(50_000)}`)).toEqual([]);
});
