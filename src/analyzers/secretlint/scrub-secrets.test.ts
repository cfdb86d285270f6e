import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scrubSecrets } from './scrub-secrets.ts';

const GITHUB = `ghp_${'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d'}`;
const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEowIBAAKCAQEAz7Q4n0'.repeat(20)}\n-----END RSA PRIVATE KEY-----`;

test.each([
  ['nothing to hide', 'nothing to hide'],
  ['', ''],
  [`token is ${GITHUB}, use it`, 'token is [REDACTED: GitHub token], use it'],
  [`${GITHUB} ${GITHUB}`, '[REDACTED: GitHub token] [REDACTED: GitHub token]'],
  [`before\n${KEY}\nafter`, 'before\n[REDACTED: Private key]\nafter'],
  ['const password = "hT7#kQ9zLm2x";', 'const password = "[REDACTED: Password, key or token]";'],
  ['DB_PASSWORD=hT7kQ9zLm2xw', 'DB_PASSWORD=[REDACTED: Password, key or token]'],
])('%j', async (text, scrubbed) => {
  expect(await scrubSecrets(text)).toBe(scrubbed);
});

test('a secret comes through in no surroundings, and a comment cannot silence the search', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.constantFrom(' ', '\n', '"', '(', '=', '\t'), async (around, edge) => {
      const text = `secretlint-disable\n${around}${edge}${GITHUB}${edge}${around}`;
      expect(await scrubSecrets(text)).not.toContain(GITHUB);
    }),
    { numRuns: 50 },
  );
});

test('the longest message is scrubbed in bounded time', async () => {
  for (const piece of ['a', ' ', 'password="', 'AKIA', 'https://a:', '-----BEGIN ', 'token = ']) {
    const started = process.cpuUsage();
    await scrubSecrets(piece.repeat(Math.ceil(50_000 / piece.length)));
    expect(process.cpuUsage(started).user / 1000, piece).toBeLessThan(5000);
  }
});
