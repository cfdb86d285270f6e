import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { placesOf, scanProject } from '../../../test/scan-project.ts';
import { LANGUAGES } from '../../protocol/source/language.ts';
import type { MemoryFile } from '../../testing/memory-repository.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { documentation } from './declaration.ts';
import { parseMarkdown, slugOf } from './markdown-text.ts';

describeAnalyzer(documentation, {
  files: { 'README.md': '# a\n\nSee [b](docs/b.md).\n' },
  finds: ['README.md:3 missing-link-target'],
});

const analyzer = openAnalyzer(documentation);
const REVIEWER = 'documentation-reviewer';
const manifest = JSON.stringify({ scripts: { build: 'tsc', test: 'vitest' } });

describe('documentation analyzer', () => {
  test('accepts every source language and markdown, for its reviewer alone', () => {
    const sources = LANGUAGES.filter(({ kind }) => kind === 'source').map(({ name }) => name);
    expect(sources.filter((name) => !analyzer.accepts('x', name, REVIEWER))).toEqual([]);
    expect(analyzer.accepts('README.md', 'markdown', REVIEWER)).toBe(true);
    expect(analyzer.accepts('README.md', 'markdown', 'user-persona-reviewer')).toBe(false);
  });

  test('quotes the line of a broken link', async () => {
    const outcome = await scanProject(analyzer, { 'docs/a.md': '# A\n\nSee [the guide](guide.md) first.\n' });
    expect(outcome.findings).toEqual([
      expect.objectContaining({
        reviewer: REVIEWER,
        rule: 'missing-link-target',
        severity: 'MEDIUM',
        category: 'links',
        line: 3,
        evidence: 'See [the guide](guide.md) first.',
        title: 'Link to docs/guide.md, which does not exist',
      }),
    ]);
  });

  const projects: readonly (readonly [name: string, files: Record<string, MemoryFile>, expected: readonly string[]])[] =
    [
      [
        'links that lead somewhere',
        {
          'README.md':
            '[a](docs/a.md) [b](docs) [c](./docs/) [d](docs/a) [e](docs/a.md#two-words) [f](https://x.example/y.md) [g](#top)\n[h](/site/route) [i](../outside.md) [j](<docs/b c.md>) [k](docs/b%20c.md "t") [m]({{url}}) [n](mailto:a@b)\n[ref]: docs/a.md\n',
          'docs/a.md': '# A\n\n## Two *words*!\n',
          'docs/b c.md': '',
        },
        [],
      ],
      [
        'missing file, image, reference and attribute',
        { 'README.md': '[a](a.md)\n![b](b.png)\n\n[c]: c.md\n', 'x.md': '<img src="d.png" alt="">\n' },
        [
          'missing-link-target README.md:1',
          'missing-link-target README.md:2',
          'missing-link-target README.md:4',
          'missing-link-target x.md:1',
        ],
      ],
      [
        'links in code and comments do not count',
        { 'README.md': '`[a](a.md)`\n\n```md\n[b](b.md)\n```\n<!-- [c](c.md) -->\n<!--\n[d](d.md)\n-->\n' },
        [],
      ],
      [
        'missing anchors',
        {
          'README.md': '# A b\n\n[x](#a-b) [y](#nothing) [z](b.md#gone) [w](#own)\n<a id="own"></a>\n',
          'b.md': '# B\n',
        },
        ['missing-anchor README.md:3', 'missing-anchor README.md:3'],
      ],
      [
        'more than three broken links are one finding',
        { 'README.md': '[a](a.md)\n[b](b.md)\n[c](c.md)\n[d](d.md)\n' },
        ['missing-link-target README.md:1'],
      ],
      [
        'image without words',
        { 'README.md': '![](a.png)\n![a](a.png)\n', 'a.png': '' },
        ['image-without-text README.md:1'],
      ],
      [
        'heading levels',
        {
          'README.md': '# A\n\n### C\n\n#### D\n',
          'b.md': '# A\n## B\n### C\n# D\n',
          'CHANGELOG.md': '# A\n\n### C\n',
        },
        ['heading-jump README.md:3'],
      ],
      [
        'code block without end',
        { 'README.md': '# A\n\n````md\n```\nx\n```\n````\n\n```sh\nls\n' },
        ['open-code-block README.md:9'],
      ],
      [
        'JSON examples',
        {
          'README.md':
            '```json\n{ "a": 1, }\n```\n\n```json\n{ "a": ... }\n```\n\n```json\n{ "a": 1 }\n```\n\n```jsonc\n{ a }\n```\n',
        },
        ['example-not-json README.md:1'],
      ],
      [
        'commands of package.json',
        {
          'package.json': manifest,
          'README.md':
            'Use `npm run lint` or `npm run build`.\n\n```sh\n$ npm test\nnpm start\nnpm run deploy:all -- --now\nnpm run build\n```\n\n```js\nnpm run nothing\n```\n',
        },
        ['missing-command README.md:1', 'missing-command README.md:5', 'missing-command README.md:6'],
      ],
      ['no package.json, no judgement', { 'README.md': '```sh\nnpm run x\nmake y\n```\n' }, []],
      [
        'a changelog may name what is gone',
        { 'package.json': manifest, 'CHANGELOG.md': '`npm run old` is gone\n' },
        [],
      ],
      [
        'make targets',
        {
          Makefile: 'build test: dep\n\tgo build\nVAR := 1\n',
          'README.md': '```sh\nmake build\nmake lint\nmake sure\n```\nmake nothing\n',
        },
        ['missing-command README.md:3', 'missing-command README.md:4'],
      ],
      ['pattern targets cannot be listed', { Makefile: '%.o: %.c\n', 'README.md': '```sh\nmake lint\n```\n' }, []],
      [
        'files to run',
        {
          'scripts/a.sh': '',
          'README.md':
            '```sh\n./scripts/a.sh\nbash scripts/b.sh\nnode dist/x.js\nnode other/y.js\n```\n\n```sh\ncd scripts\nbash scripts/c.sh\n```\n',
        },
        ['missing-command README.md:3'],
      ],
      [
        'parameters under another spelling, of a callback, or among the rest',
        {
          'a.ts':
            '/**\n * @param {ClientRequest} Req x\n * @param _res y\n */\nexport function f(req: A, res: B) {}\n\n/**\n * @param done called with\n *        @param {Error} err what failed\n */\nexport function g(done: C) {}\n\n/**\n * @param name n\n * @param state s\n */\nexport function h(name: string, ...states: D[]) {}\n',
        },
        [],
      ],
      [
        'documented parameters',
        {
          'a.ts':
            '/**\n * @param a x\n * @param {Map<string, {c: d}>} b y\n * @param options.size z\n */\nexport async function f<T>(a: T, { size }: O): Promise<void> {}\n\n/** @param gone x */\nconst g = (here: string) => {};\n\n/**\n * @param value v\n * @param replacer r\n */\nfunction h(value: string): void;\nfunction h(value: string, replacer: string): void;\nfunction h(...all: string[]) {}\n',
          'b.py':
            'def f(a, b=1):\n    """Text.\n\n    Args:\n        a: x\n        c (int): y\n            more: text\n\n    Returns:\n        z: w\n    """\n\ndef g(a, **kwargs):\n    """:param b: x"""\n\ndef h(a):\n    """:param str b: x"""\n',
          'C.java':
            '/**\n * @param <T> type\n * @param name n\n * @param count c\n */\npublic <T> List<T> f(final Map<String, T> name, int total) {\n}\n',
          'd.php':
            '<?php\n/**\n * @param string $a x\n * @param array<int, string> $b y\n */\nfunction f(string $a, array $c = []) {}\n',
        },
        [
          'documented-parameter-missing C.java:4',
          'documented-parameter-missing a.ts:8',
          'documented-parameter-missing b.py:6',
          'documented-parameter-missing b.py:17',
          'documented-parameter-missing d.php:4',
        ],
      ],
      [
        'documents named in comments',
        {
          'docs/a.md': '',
          'src/a.ts':
            '// see docs/a.md\n// see docs/b.md\nconst a = "docs/c.md"; // see other/d.md, https://x.example/docs/e.md\n',
        },
        ['missing-mentioned-document src/a.ts:2'],
      ],
      [
        'undocumented exports of a library entry point, counted once',
        {
          'package.json': JSON.stringify({ name: 'a', exports: { '.': './dist/index.js' } }),
          'src/index.ts': '/** Doc. */\nexport function a() {}\nexport function b() {}\nexport class C {}\n',
          'src/other.ts': 'export function d() {}\nexport function e() {}\n',
        },
        ['undocumented-exports src/index.ts:3'],
      ],
      [
        'the one that was forgotten among documented ones, but not the only one of a file',
        {
          'package.json': JSON.stringify({ name: 'a', exports: { '.': './src/index.ts', './b': './src/b.ts' } }),
          'src/index.ts': '/** Doc. */\nexport function a() {}\n\nexport function b() {}\n',
          'src/b.ts': 'export function c() {}\n',
        },
        ['undocumented-exports src/index.ts:4'],
      ],
      [
        'in a change only what it adds',
        {
          'package.json': JSON.stringify({ name: 'a', exports: { '.': './src/index.ts', './b': './src/b.ts' } }),
          'src/index.ts': {
            text: '/** Doc. */\nexport function a() {}\nexport function b() {}\n\nexport function c() {}\n',
            changed: [{ start: 4, end: 5 }],
          },
          'src/b.ts': {
            text: '/** Doc. */\nexport function a() {}\nexport function b() {}\nexport function c() {}\n',
            changed: [{ start: 2, end: 2 }],
          },
        },
        ['undocumented-exports src/index.ts:5'],
      ],
      [
        'an application has no such entry point',
        {
          'package.json': JSON.stringify({ private: true, main: 'src/index.ts' }),
          'src/index.ts': 'export function b() {}\nexport class C {}\n',
        },
        [],
      ],
      [
        'public Go packages',
        {
          'a/a.go': 'package a\n\n// A is.\nfunc A() {}\n\nfunc B() {}\n\nfunc C() {}\n\nfunc (x *T) D() {}\n',
          'main.go': 'package main\n\nfunc A() {}\n\nfunc B() {}\n',
        },
        ['undocumented-exports a/a.go:6'],
      ],
    ];

  test.each(projects)('%s', async (_name, files, expected) => {
    expect(placesOf(await scanProject(analyzer, files))).toEqual([...expected]);
  });

  test.each([
    ['Two words', 'two-words'],
    ['`code` & more!', 'code--more'],
    ['[Link](a.md) text', 'link-text'],
    ['Über_uns 2', 'über_uns-2'],
  ])('anchor of "%s"', (heading, slug) => {
    expect(slugOf(heading)).toBe(slug);
  });

  test('the markdown parser takes any text and names only lines that exist', () => {
    const part = fc.constantFrom(
      '```',
      '~~~',
      '# ',
      '[',
      ']',
      '](',
      ')',
      '!',
      '<!--',
      '-->',
      '`',
      '\n',
      ' ',
      'a',
      '===',
      '---',
      '{#x}',
      'id="a"',
      '<',
      '>',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const lines = parts.join('').split('\n');
        const { headings, links, blocks, codes } = parseMarkdown(lines);
        for (const { line } of [...headings, ...links, ...blocks, ...codes]) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines.length);
        }
      }),
    );
  });
});

test('every finding carries what the document deserves for accuracy and completeness, from 5 down to 1', async () => {
  const links = ['a', 'b', 'c'].map((name) => `[${name}](${name}.md)`).join('\n');
  const { findings } = await scanProject(analyzer, {
    'README.md': `# A\n\n${links}\n\n### C\n`,
    'b/x.md': '# A\n\n### C\n',
  });
  expect(findings.map(({ file, category, extra }) => [file, category, extra.scores])).toEqual([
    ['README.md', 'links', { accuracy: 2, completeness: 5 }],
    ['README.md', 'links', { accuracy: 2, completeness: 5 }],
    ['README.md', 'links', { accuracy: 2, completeness: 5 }],
    ['README.md', 'clarity', { accuracy: 2, completeness: 5 }],
    ['b/x.md', 'clarity', { accuracy: 5, completeness: 5 }],
  ]);
});
