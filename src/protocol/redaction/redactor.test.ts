import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRenumbering, dropNumbers } from './placeholder.ts';
import { createRedactor } from './redactor.ts';

const VALUE = 'hT7kQ9zLm2xw';
const GITHUB = `gh${'p_'}Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d`;
const P = '[redacted:password:1]';

test.each([
  [null, `const password = "${VALUE}";`, `const password = "${P}";`],
  [null, `{\\"password\\":\\"${VALUE}\\"}`, `{\\"password\\":\\"${P}\\"}`],
  [null, `curl -u admin:${VALUE} http://x`, `curl -u admin:${P} http://x`],
  [null, `postgres://app:${VALUE}@db/x`, `postgres://app:${P}@db/x`],
  [null, `<password>${VALUE}</password>`, `<password>${P}</password>`],
  [null, `ALTER USER x WITH PASSWORD '${VALUE}';`, `ALTER USER x WITH PASSWORD '${P}';`],
  [null, `a ${GITHUB}, b`, 'a [redacted:github-token:1], b'],
  ['a.yaml', 'password: vanilla', `password: ${P}`],
  ['.netrc', `machine a login b password ${VALUE}`, `machine a login b password ${P}`],
])('in %s: %s', (path, text, redacted) => {
  const redactor = createRedactor();
  expect(path === null ? redactor.redact(text) : redactor.redactFile(path, text)).toBe(redacted);
});

test.each([
  'const token = getToken1(x)',
  'password: string',
  'const secretName = "my-secret"',
  'password = input()',
  'password: "changeme"',
  'password = "${DB_PASSWORD}"',
  'password = os.environ["DB_PASSWORD1"]',
  'token_url: "https://example.com/a1"',
  '"integrity": "sha512-uEls0R0MYe2RcVZqLw3ZtIFNxx5QAE1tlYd1oHgGk1Ypd0XvJq3QpgLQ9JQZ0PtH0Qmn+JqdTJ7mAcRAEqXOGA=="',
  'commit 3f786850e387550fdab836ed7e6dc881de23001b',
  'id: 7c9e6679-7425-40de-944b-e07fc1f90ae7',
  "it('rejects a password that is too short', () => {",
  'used_tokens: 12k, max_tokens=4096',
  "'password' => 'required|min:8'",
  'export const TOKEN_TYPES = ["Identifier", "Keyword2"];',
])('what is no secret stays: %s', (text) => {
  expect(createRedactor().redactFile('a.ts', text)).toBe(text);
});

test('a key keeps its lines, each with the placeholder, and a line of it is known again elsewhere', () => {
  const line = 'MIIEowIBAAKCAQEAz7Q4n0Xk9aZZ6sKT4t2W';
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} RSA ${'PRIVATE'} KEY-----`);
  const redactor = createRedactor();
  const redacted = redactor.redactFile('a.pem', `${begin}\n${line}\n${line}\n${end}\nrest`);
  expect(redacted).toBe(`${begin}\n[redacted:private-key:1]\n[redacted:private-key:1]\n${end}\nrest`);
  expect(redactor.redact(`see ${line}`)).toBe('see [redacted:private-key:1]');
});

test('the same secret has the same placeholder, another has another; a document has its own numbers', () => {
  const redactor = createRedactor();
  expect(redactor.redact(`password = "${VALUE}"; old_password = "x${VALUE}"`)).toBe(
    `password = "${P}"; old_password = "[redacted:password:2]"`,
  );
  expect(redactor.redact(`again ${VALUE}`)).toBe(`again ${P}`);
  expect(dropNumbers(`a ${P}`)).toBe('a [redacted:password]');
  expect(createRenumbering()('[redacted:password:7] [redacted:key:3] [redacted:password:7]')).toBe(
    '[redacted:password:1] [redacted:key:2] [redacted:password:1]',
  );
});

test('any text: same lines, twice is once, no secret survives, nothing throws', () => {
  const around = fc.string({ unit: 'binary', maxLength: 200 });
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
