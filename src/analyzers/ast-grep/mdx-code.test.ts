import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractMdx } from './mdx-code.ts';

test.each([
  [
    'modules, over blank lines',
    "import a from 'a'\n\nexport const f = () => {\n\n  g();\n}\n\ntext",
    "import a from 'a'\n\nexport const f = () => {\n\n  g();\n}\n\n    ",
  ],
  ['expressions', '# a {b}\n<i on={() => f()} {...p} />\n{/* c */}', '   ;[b]\n     ;[() => f()];[...p]   \n[/* c */]'],
  ['an expression in a template string', '<i a={`${f()}`}>', '    ;[`${f()}`] '],
  ['a module between fences of its own', 'export const a = `\n```\n`; f();\n', 'export const a = `\n```\n`; f();\n'],
  ['a brace that never closes', 'a {f(', ' ;[f('],
])('%s are code', (_name, document, code) => {
  expect(extractMdx(document)).toBe(code);
});

test.each(['# text', '---\na: {b}\n---\n', '```js\n{f()}\n```\n', '~~~\n{f()}', 'as `{a}` and \\{b}'])(
  '%j is no code',
  (document) => {
    expect(extractMdx(document)).toBeNull();
  },
);

test('what stands between two rules is no front matter', () => {
  expect(extractMdx('a\n---\n{f()}\n---\n')).toContain('[f()]');
});

test('any document keeps its length and its lines', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '---\n',
          '```',
          '~~~\n',
          '`',
          '{',
          '}',
          '\\',
          'import ',
          'export ',
          '\n',
          '\n\n',
          '😀',
          ' a',
          '(',
          ')',
        ),
      ),
      (parts) => {
        const document = parts.join('');
        const code = extractMdx(document);
        return (
          code === null || (code.length === document.length && code.split('\n').length === document.split('\n').length)
        );
      },
    ),
  );
});
