import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskSource } from './mask-source.ts';
import { SYNTAXES } from './syntax-table.ts';

const squeeze = (text: string): string => text.replace(/ +/gu, ' ').trim();

describe('maskSource', () => {
  const cases: readonly (readonly [name: string, language: string, text: string, code: string, comments: string])[] = [
    ['line and block comments', 'typescript', 'a; // b {\nc /* } */ d', 'a; \nc d', '// b {\n /* } */'],
    ['quotes inside strings', 'javascript', `f('it\\'s {', "a'b")`, `f(" ", " ")`, ''],
    ['template with code inside', 'typescript', '`x ${a({b: 1})} }` + c', '" "a({b: 1})" " + c', ''],
    ['template in template', 'typescript', '`${`${a}`}` + b', '" "" "a"""" + b', ''],
    ['regular expression after an operator', 'javascript', 'x = /["{]/.test(y)', 'x = " ".test(y)', ''],
    ['division is no regular expression', 'javascript', 'a / b; c / d', 'a / b; c / d', ''],
    ['closing tags are no regular expression', 'tsx', '<b>{x}</b>; // y', '<b>{x}</b>;', '// y'],
    ['open string ends with its line', 'javascript', `a = 'x\nb {`, 'a = ""\nb {', ''],
    ['docstring and hash', 'python', 'def f():\n  """a "b" {"""\n  return 1 # c', 'def f():\n " "\n return 1', '# c'],
    ['raw string of Go', 'go', 'a := `{\n"` + "}"', 'a := " \n " + " "', ''],
    ['lifetime and character of Rust', 'rust', `fn f<'a>(x: &'a str) { '{' }`, `fn f<'a>(x: &'a str) { " " }`, ''],
    ['raw string of Rust', 'rust', 'let x = r#"a " {"#; }', 'let x = " "; }', ''],
    ['hash inside a shell word', 'bash', 'echo ${#a} $# # x', 'echo ${#a} $#', '# x'],
    ['heredoc', 'bash', 'cat <<EOF\na { # b\nEOF\necho', 'cat <<EOF\n \n \necho', ''],
    ['block comment of Ruby', 'ruby', 'a\n=begin\nx {\n=end\nb', 'a\n\n\n \nb', '=begin\nx {\n=end'],
    ['comment of SQL, doubled quotes', 'sql', "select 'it''s' -- x", 'select " "" "', '-- x'],
    ['long comment of Lua', 'lua', 'a --[[ x\n{ ]] b', 'a \n b', '--[[ x\n{ ]]'],
    ['unknown language is code', 'text', '// a', '// a', ''],
  ];

  test.each(cases)('%s', (...[, language, text, code, comments]) => {
    const masked = maskSource(text, language);
    const lines = (value: string): string => squeeze(value.split('\n').map(squeeze).join('\n'));
    expect(lines(masked.code)).toBe(lines(code));
    expect(lines(masked.comments)).toBe(lines(comments));
  });

  test('keeps every offset and line end, whatever the text', () => {
    const fragment = fc.constantFrom(
      '"',
      "'",
      '`',
      '${',
      '}',
      '{',
      '/*',
      '*/',
      '//',
      '#',
      '\n',
      '\\',
      '<<A',
      'A',
      '/',
      '[',
      '"""',
      '😀',
      ' ',
    );
    const language = fc.constantFrom(...Object.keys(SYNTAXES));
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 60 }), language, (parts, name) => {
        const text = parts.join('');
        const { code, comments } = maskSource(text, name);
        expect([code.length, comments.length]).toEqual([text.length, text.length]);
        for (let at = 0; at < text.length; at += 1) {
          if (text[at] !== '\n') continue;
          expect(code[at]).toBe('\n');
          expect(comments[at]).toBe('\n');
        }
      }),
      { numRuns: 500 },
    );
  });
});
