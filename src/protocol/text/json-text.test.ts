import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { type JsonText, parseJsonText } from './json-text.ts';

const problem = (text: string): unknown => {
  const parsed: JsonText = parseJsonText(text);
  return parsed.kind === 'error' ? `${parsed.place.line}:${parsed.place.column} ${parsed.message}` : parsed.value;
};

test.each([
  ['', '1:1 expected a value, found the end of the file'],
  ['{\n  "a": 1\n  "b": 2\n}', '3:3 expected `,` or `}`, found "\\""'],
  ['{\n  // why\n}', '2:3 expected text in double quotes, found "/" (JSON has no comments)'],
  ['{ "a": 1, }', '1:11 expected text in double quotes, found "}"'],
  ['{ "a": 1, "b": { "c": 1, "c": 2 } }', '1:26 the key "c" appears twice'],
  ["{ 'a': 1 }", '1:3 expected text in double quotes, found "\'"'],
  ['[1, 2', '1:6 expected `,` or `]`, found the end of the file'],
  ['{} {}', '1:4 expected the end of the file, found "{"'],
  ['[01]', '1:3 expected `,` or `]`, found "1"'],
  ['"tab\there"', '1:1 expected text in double quotes, found "\\""'],
  ['['.repeat(100), '1:66 nested deeper than 64 levels, found "["'],
])('%j → %s', (text, expected) => {
  expect(problem(text)).toBe(expected);
});

test('places are found by path, an element of a list under its list', () => {
  const parsed = parseJsonText('{\n  "a": {\n    "b": [1, "x"]\n  }\n}');
  if (parsed.kind !== 'value') throw new Error('unreadable');
  expect(parsed.placeOf(['a', 'b', 1])).toEqual({ line: 3, column: 5 });
  expect(parsed.placeOf(['a'])).toEqual({ line: 2, column: 3 });
  expect(parsed.placeOf(['z'])).toBeNull();
});

test('__proto__ is a key like any other', () => {
  const parsed = parseJsonText('{ "__proto__": { "polluted": true } }');
  expect(parsed.kind === 'value' && Object.keys(parsed.value as object)).toEqual(['__proto__']);
  expect({} as Record<string, unknown>).not.toHaveProperty('polluted');
});

test('whatever JSON.stringify writes is read back', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(parseJsonText(text)).toMatchObject({ kind: 'value', value: JSON.parse(text) });
    }),
  );
});

test('no text makes it throw, and it accepts nothing that JSON.parse refuses', () => {
  const fragment = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\',
    '1',
    '-',
    '.',
    'e',
    'true',
    'nul',
    ' ',
    '\n',
    '\u0000',
    'é',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.array(fragment).map((parts) => parts.join('')),
      ),
      (text) => {
        const parsed = parseJsonText(text);
        if (parsed.kind === 'value') expect(parsed.value).toEqual(JSON.parse(text));
      },
    ),
  );
});
