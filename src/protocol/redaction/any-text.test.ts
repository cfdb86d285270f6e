import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { createRedactor } from './redactor.ts';

const VALUE = 'hT7kQ9zLm2xw';
const GITHUB = `gh${'p_'}Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d`;

test('any text: same lines, twice is once, no secret survives, nothing throws', () => {
  const around = fc.string({ unit: anyCharacter, maxLength: 200 });
  fc.assert(
    fc.property(around, around, fc.constantFrom('a.ts', 'a.yaml', '.env', 'a.json'), (before, after, path) => {
      const text = `${before}\n{"password":"${VALUE}"} ${GITHUB}\n${after}`;
      const redacted = createRedactor().redactFile(path, text);
      expect(redacted.split('\n')).toHaveLength(text.split('\n').length);
      expect(redacted).not.toContain(VALUE);
      expect(redacted).not.toContain(GITHUB);
      expect(createRedactor().redactFile(path, redacted)).toBe(redacted);
    }),
  );
});

test('plain words are left alone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('let', 'total', 'of', 'items', '=', '42', '\n', 'return', '(', ')')),
      (words) => {
        const text = words.join(' ');
        expect(createRedactor().redactFile('a.ts', text)).toBe(text);
      },
    ),
  );
});

test('time grows with the text, not faster', () => {
  for (const piece of [
    'password="',
    'token = ',
    'secret" value',
    'AKIA',
    'eyJ',
    'pass: |\n ',
    'variable "token" {',
    'https://a:',
  ]) {
    const measure = (chars: number): number => {
      const started = process.cpuUsage();
      createRedactor().redactFile('a.yaml', piece.repeat(Math.ceil(chars / piece.length)));
      return process.cpuUsage(started).user;
    };
    measure(20_000);
    expect(measure(160_000) / Math.max(20_000, measure(40_000)), piece).toBeLessThan(12);
  }
});
