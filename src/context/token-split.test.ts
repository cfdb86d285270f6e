import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { findPieceEnd } from './token-split.ts';

const UPPER = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]';
const LOWER = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]';
const CONTRACTION = "(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?";
const LEAD = '[^\\r\\n\\p{L}\\p{N}]?';
/** The definition of o200k_base. */
const PIECES = new RegExp(
  [
    `${LEAD}${UPPER}*${LOWER}+${CONTRACTION}`,
    `${LEAD}${UPPER}+${LOWER}*${CONTRACTION}`,
    '\\p{N}{1,3}',
    ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*',
    '\\s*[\\r\\n]+',
    '\\s+(?!\\S)',
    '\\s+',
  ].join('|'),
  'gu',
);

function splitByHand(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = findPieceEnd(bytes, from, bytes.length);
    pieces.push(Buffer.from(bytes.subarray(from, to)).toString('utf8'));
    from = to;
  }
  return pieces;
}

test.each<[string, readonly string[]]>([
  ['', []],
  ['const a1 = `x`;\n', ['const', ' a', '1', ' =', ' `', 'x', '`;\n']],
  ['HTTPServer camelCase', ['HTTPServer', ' camel', 'Case']],
  ["I'm they'LL it'sx 'x'", ["I'm", " they'LL", " it's", 'x', " '", 'x', "'"]],
  ['12345', ['123', '45']],
  ['a  b\t\tc', ['a', ' ', ' b', '\t', '\tc']],
  ['a \n \n  b ', ['a', ' \n \n', ' ', ' b', ' ']],
  ['//\n/x', ['//\n/', 'x']],
  ['日本AB語', ['日本AB語']],
  ['日本AB', ['日本', 'AB']],
  ['\u0301AB', ['\u0301', 'AB']],
])('%j', (text, pieces) => {
  expect(splitByHand(text)).toEqual(pieces);
});

test('finds the pieces that the definition finds, in any text', () => {
  const hard = fc
    .array(fc.constantFrom(..."aBz \t\n\r/'sdLlvVreE-=7½日ǅʰ\u0301\u00a0\u2028\ufeff😀𝒜𝟘ſK"), { maxLength: 30 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(hard, fc.string({ unit: anyCharacter })), (text) => {
      const whole = text.toWellFormed();
      expect(splitByHand(whole)).toEqual(whole.match(PIECES) ?? []);
    }),
    { numRuns: 1000 },
  );
});
