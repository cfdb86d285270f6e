/** Inline source maps: left out of what is parsed, and no place to hide anything. */
import { expect, test } from 'vitest';
import type { Snapshot } from '../../ports/repository.ts';
import { astGrep } from '../ast-grep/declaration.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { oxlint } from '../oxlint/declaration.ts';
import { secretlint } from '../secretlint/declaration.ts';
import { shortenSourceMap } from './inline-source-map.ts';

const HEAD = 'sourceMappingURL=data:application/json;charset=utf-8;base64,';
const MAP = `${HEAD}${'eyJ2'.repeat(30_000)}==`;
const FLOW = "const { exec } = require('child_process');\napp.get('/', (req, res) => exec(`ls ${req.query.dir}`));\n";
const PACKED = 'lines of packed code not analysed';

const shorten = (text: string, language = 'javascript'): string => shortenSourceMap({ language, text }).text;

const scan = (declaration: typeof astGrep, text: string) => {
  const snapshot = { paths: async () => new Set(), read: async () => ({ kind: 'missing' }) } as unknown as Snapshot;
  const file = { path: 'lib/a.js', language: 'javascript', text, changed: null };
  return openAnalyzer(declaration).scan([file], snapshot, new AbortController().signal);
};

test.each([
  ['a line comment', `a();\n//# ${HEAD}AAAA==\nb();\n`, 'a();\n//# sourceMappingURL=data:\nb();\n'],
  ['at the end of the text', `a();\r\n  //@ ${HEAD}AAAA`, 'a();\r\n  //@ sourceMappingURL=data:'],
  ['lines that end in two characters', `//# ${HEAD}AA\r\nb();\r\n`, '//# sourceMappingURL=data:\r\nb();\r\n'],
  ['a block comment keeps its end', `/*\n/*# ${HEAD}AA */\nb();\n`, '/*\n/*# sourceMappingURL=data: */\nb();\n'],
])('%s is shortened, lines stay', (_, text, expected) => {
  expect(shorten(text)).toBe(expected);
});

test.each([
  ['code behind a block comment', `/*# ${HEAD}AA */ eval(x);\n`],
  ['code before the comment', `eval(x); //# ${HEAD}AA\n`],
  ['a separator that ends a line of JavaScript', `//# ${HEAD}AA\u2028eval(x)\n`],
  ['another character', `//# ${HEAD}AA\`+eval(x)+\`\n`],
  ['an address', '//# sourceMappingURL=a.js.map\n'],
  ['a block comment that goes on', `/*# ${HEAD}AA\n*/\n`],
])('%s: the line stays as it is [TRUST-03]', (_, text) => {
  expect(shorten(text)).toBe(text);
});

test('in a language where the line may be code nothing is left out [TRUST-03]', () => {
  expect(shorten('//# sourceMappingURL=data:;reboot\n', 'shell')).toBe('//# sourceMappingURL=data:;reboot\n');
});

test('a file with its map is judged like one without; what stands beside or in the map is still found [TRUST-03]', async () => {
  const withMap = `${FLOW}//# ${MAP}\n`;
  const hidden = `${FLOW}/*# ${MAP} */ eval(location.hash.slice(1));\n`;
  const outcomes = await Promise.all([FLOW, withMap, hidden].map((text) => scan(astGrep, text)));
  expect(outcomes.map(({ reason, findings }) => [reason, findings.some(({ line }) => line === 2)])).toEqual([
    [null, true],
    [null, true],
    [PACKED, true],
  ]);
  const short = await scan(astGrep, `/*\n/*# ${HEAD}AA */\neval(location.hash.slice(1));\n/* */`);
  expect(short.findings.map(({ line }) => line)).toContain(3);
  expect((await scan(oxlint, withMap)).reason).toBeNull();
  const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
  const secrets = await scan(secretlint, `//# sourceMappingURL=data:text/plain,${token}\n`);
  expect(secrets.findings.map(({ line }) => line)).toEqual([1]);
});
