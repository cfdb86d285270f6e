import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskNamedSecrets } from './named-secrets.ts';

test.each([
  [
    '{"database":{"password":"kT7-vanilla-Otter-42"},"smtp":{"pass":"Xy7Qp2Lm9Zt4"},"db_password":"Hunter2Hunter2x"}',
    '{"database":{"password":"kT7-…"},"smtp":{"pass":"Xy7Q…"},"db_password":"Hunt…"}',
  ],
  ['text = "{\\"password\\":\\"abc def\\",\\"a\\":1}"', 'text = "{\\"password\\":\\"abc…\\",\\"a\\":1}"'],
  ['userPass: "abc\\"defgh"', 'userPass: "abc\\…"'],
  ['password = "the line was cut', 'password = "the …'],
  ["if (token === 'abcdefgh') {", "if (token === 'abcd…') {"],
  ['os.getenv("API_KEY", "abcdefgh")', 'os.getenv("API_KEY", "abcd…")'],
  ['process.env.API_KEY ?? "abcdefgh"', 'process.env.API_KEY ?? "abcd…"'],
  ["client_secret => 'short'", "client_secret => 'sh…'"],
  ['authToken: string = `abcdefgh`;', 'authToken: string = `abcd…`;'],
  ['GET /?token=abc123def&x=1', 'GET /?token=abc1…&x=1'],
  ['<password>abcdefgh</password>', '<password>abcd…</password>'],
  ['<add key="DbPassword" value="abcdefgh" />', '<add key="DbPassword" value="abcd…" />'],
])('the value behind a name that promises a secret is cut: %s', (text, masked) => {
  expect(maskNamedSecrets(text)).toBe(masked);
  expect(maskNamedSecrets(masked)).toBe(masked);
});

test('in settings files a value needs neither quotes nor digits, elsewhere it may be a variable', () => {
  expect(maskNamedSecrets('password: vanilla otter', 'yaml')).toBe('password: vani…');
  expect(maskNamedSecrets('password: string', 'typescript')).toBe('password: string');
});

test.each([
  'connect(password=password, user=user)',
  'const token = getToken1(x)',
  'password = os.environ["DB_PASSWORD1"]',
  'password = "${DB_PASSWORD}"',
  'password: "changeme"',
  'token_url: "https://example.com/a1"',
  'used_tokens: 12k, max_tokens=4096',
  'compass = "north"',
])('what is no secret stays: %s', (text) => {
  expect(maskNamedSecrets(text)).toBe(text);
});

test('no text stalls it, and whatever stands around, the value is gone', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (after) => {
      expect(maskNamedSecrets(`{ "password": "Zq8vanilla" } ${after}`)).not.toContain('Zq8vanilla');
    }),
  );
  for (const piece of [
    'password',
    'password=',
    'password: ',
    'token>',
    'secret" value',
    'password="\\',
    'token: x, ',
  ]) {
    const started = process.cpuUsage();
    maskNamedSecrets(piece.repeat(5_000), 'yaml');
    expect(process.cpuUsage(started).user / 1000, piece).toBeLessThan(1_000);
  }
});
