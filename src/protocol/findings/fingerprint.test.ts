import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprintAll, fingerprintOf, hashText } from './fingerprint.ts';

const parts = {
  file: 'src/a.ts',
  rule: 'sql',
  category: 'injection',
  cwe: 'CWE-89',
  evidence: 'db.query(x)',
  occurrence: 0,
};

describe('fingerprint', () => {
  test('16 hex digits, the same on every run', () => {
    expect(fingerprintOf(parts)).toMatch(/^[0-9a-f]{16}$/u);
    expect(fingerprintOf({ ...parts })).toBe(fingerprintOf(parts));
    expect(hashText('')).toBe(hashText(''));
  });

  test.each([
    ['indentation', { evidence: '   db.query(x)\n' }, true],
    ['category beside a rule', { category: 'other' }, true],
    ['file', { file: 'src/b.ts' }, false],
    ['rule', { rule: 'xss' }, false],
    ['cwe', { cwe: 'CWE-79' }, false],
    ['code', { evidence: 'db.query(y)' }, false],
    ['occurrence', { occurrence: 1 }, false],
    ['category without a rule', { rule: null }, false],
  ])('%s: same finding %#', (_, change, same) => {
    expect(fingerprintOf({ ...parts, ...change }) === fingerprintOf(parts)).toBe(same);
  });

  test('a bare place is no code: it does not move the fingerprint', () => {
    const at = (line: number) => fingerprintOf({ ...parts, evidence: `src/a.ts:${line}` });
    expect(at(4)).toBe(at(400));
    expect(at(4)).toBe(fingerprintOf({ ...parts, evidence: null }));
  });

  test('twins of a file are numbered from top to bottom, whatever the order and wherever they move', () => {
    const twin = (line: number) => ({ ...parts, line });
    const [first, second] = fingerprintAll([twin(10), twin(20)]);
    expect(first).not.toBe(second);
    expect(fingerprintAll([twin(20), twin(10)])).toEqual([second, first]);
    expect(fingerprintAll([twin(110), twin(140)])).toEqual([first, second]);
    expect(fingerprintAll([twin(1), { ...twin(2), file: 'src/b.ts' }])[0]).toBe(first);
  });

  test('a hundred thousand different texts have different hashes', () => {
    const hashes = new Set(Array.from({ length: 100_000 }, (_, i) => hashText(`src/f${i % 100}.ts\0rule${i}`)));
    expect(hashes.size).toBe(100_000);
  });

  test('one changed character changes the hash', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (text, at) => {
        const i = at % text.length;
        const changed = text.slice(0, i) + String.fromCharCode(text.charCodeAt(i) ^ 1) + text.slice(i + 1);
        expect(hashText(changed)).not.toBe(hashText(text));
      }),
    );
  });
});

test('two dependencies in one line keep their own fingerprint when the other goes', () => {
  const of = (name: string) => ({
    file: 'package.json',
    rule: 'lookalike-package',
    category: 'confusion',
    cwe: 'CWE-1357',
    evidence: '{"dependencies":{"expresss":"1","lodahs":"1"}}',
    subjects: [name],
    line: 1,
  });
  const both = fingerprintAll([of('expresss'), of('lodahs')]);
  expect(fingerprintAll([of('lodahs')])).toEqual([both[1]]);
  expect(new Set(both).size).toBe(2);
});
