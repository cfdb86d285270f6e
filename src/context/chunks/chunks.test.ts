import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_CHARS, MAX_LINES } from './chunk.ts';
import { createLineTable } from './line-table.ts';
import { splitChunks } from './split-chunks.ts';
import { findSymbols } from './symbols.ts';

/** Any code points, lone surrogates included; cheaper to make than the library's own. */
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.integer({ min: 0, max: 127 }), fc.integer({ min: 128, max: 0x10ffff })), { maxLength })
    .map((codes) => String.fromCodePoint(...codes));

const repeat = (lines: number, indent: string): string =>
  Array.from({ length: lines }, (_, i) => `${indent}step${i}();\n`).join('');
const spans = (text: string, language: string): string[] =>
  splitChunks(text, language).map(({ startLine, endLine, symbol }) => `${startLine}-${endLine} ${symbol}`);

test('a file that fits is one chunk', () => {
  expect(spans('export const a = 1;\n', 'typescript')).toEqual(['1-1 a']);
  expect(splitChunks('', 'typescript')).toEqual([]);
});

test('functions are chunks, with the comments above them', () => {
  const text = `function first() {\n${repeat(40, '  ')}}\n\n/** About the second. */\nfunction second() {\n${repeat(45, '  ')}}\n`;
  expect(spans(text, 'javascript')).toEqual(['1-43 first', '44-91 second']);
});

test('a class that is too large falls apart along its methods', () => {
  const method = (name: string): string => `  def ${name}(self):\n${repeat(30, '    ')}\n`;
  const text = `class Large:\n${method('one')}${method('two')}${method('three')}`;
  expect(spans(text, 'python')).toEqual(['1-33 Large', '34-65 two', '66-97 three']);
});

test('markdown is split at headings, and a heading in a code fence is code', () => {
  const body = 'words\n'.repeat(30);
  const text = `# One\n${body}\`\`\`sh\n# not a heading\n\`\`\`\n## Two\n${body}`;
  expect(spans(text, 'markdown')).toEqual(['1-34 One', '35-65 Two']);
});

test('every line is in exactly one chunk, in order, and no chunk is too large unless it is one line', () => {
  const line = fc.tuple(
    fc.constantFrom('', ' ', '  ', '    ', '\t', '\t\t'),
    fc.constantFrom('', 'a', '}', '// x', 'class A {', '# h', 'end', 'x'.repeat(3000)),
  );
  const text = fc
    .array(line, { maxLength: 300 })
    .map((lines) => lines.map(([indent, code]) => `${indent}${code}`).join('\n'));
  fc.assert(
    fc.property(text, fc.constantFrom('typescript', 'markdown', 'python', null), (source, language) => {
      const chunks = splitChunks(source, language);
      const table = createLineTable(source);
      let next = 1;
      for (const { startLine, endLine } of chunks) {
        expect(startLine).toBe(next);
        expect(endLine).toBeGreaterThanOrEqual(startLine);
        next = endLine + 1;
        const chars = (table.starts[endLine] ?? 0) - (table.starts[startLine - 1] ?? 0);
        if (endLine > startLine) expect([endLine - startLine < MAX_LINES, chars <= MAX_CHARS]).toEqual([true, true]);
      }
      expect(next).toBe(table.count + 1);
    }),
  );
});

test('any text has chunks, and carriage returns end lines too', () => {
  fc.assert(
    fc.property(anyText(200), (text) => {
      expect(splitChunks(text, null).at(-1)?.endLine ?? 0).toBe(createLineTable(text).count);
    }),
  );
  expect(createLineTable('a\rb\r\nc\n').count).toBe(3);
});

test.each([
  ['one line', 'x'.repeat(1_000_000)],
  ['open brackets', '('.repeat(1_000_000)],
  ['blank lines', '\n'.repeat(1_000_000)],
  ['a staircase', Array.from({ length: 1400 }, (_, i) => `${' '.repeat(i)}x`).join('\n')],
  ['declarations without names', 'function ('.repeat(100_000)],
])('a megabyte of %s is split in bounded time', (_name, text) => {
  const started = process.cpuUsage();
  splitChunks(text, 'typescript');
  findSymbols(text);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
});

test.each<[string, string[]]>([
  ['export async function loadUser() {}\nclass Store extends Base {}', ['loadUser', 'Store']],
  ['func (s *Server) Listen(port int) {}\ntype Config struct {}', ['Listen', 'Config']],
  ['pub fn parse<T>() {}\nimpl Iterator for Lines {}', ['parse', 'Iterator']],
  ['def total(self):\n  x = 1', ['total']],
  ['export const limit = 3;\n  const local = 1;', ['limit']],
  ['this function that is prose', ['that']],
])('symbols of %j are %j', (text, symbols) => {
  expect(findSymbols(text)).toEqual(symbols);
});
