/** Secret scanning: what counts as a secret, how it is shown, what must not silence it. Keys are made up here, in parts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnalyzerFinding, Snapshot } from '../../ports.ts';
import { createSecretsAnalyzer } from './secrets.ts';

const analyzer = createSecretsAnalyzer();
const snapshot = {} as Snapshot;
const GITHUB = ['ghp', '0123456789abcdefghijABCDEFGHIJ456789'].join('_');
const AWS_ID = ['AKIA', 'IOSFODNN7', 'SECRETS'].join('');
const PEM = ['-----BEGIN RSA PRIVATE', 'KEY-----'].join(' ');

async function scan(
  text: string,
  path = 'src/app.js',
  language: string | null = 'javascript',
): Promise<readonly AnalyzerFinding[]> {
  const outcome = await analyzer.scan(
    [{ path, language, text, changed: null }],
    snapshot,
    new AbortController().signal,
  );
  expect(outcome).toMatchObject({ status: 'completed', reason: null, unfinished: [] });
  return outcome.findings;
}

test('a known format is located, masked and explained', async () => {
  expect(await scan(`const a = 1;\r\nconst token = "${GITHUB}"; // x\r\n`)).toEqual([
    {
      id: null,
      severity: 'HIGH',
      category: 'secrets',
      dimension: 'D7',
      cwe: 'CWE-798',
      file: 'src/app.js',
      line: 2,
      endLine: 2,
      title: 'GitHub token written into the repository',
      issue: expect.any(String),
      evidence: 'const token = "ghp_…"; // x',
      recommendation: expect.stringContaining('Revoke it'),
      references: expect.arrayContaining(['https://cwe.mitre.org/data/definitions/798.html']),
      related: [],
      source: null,
      sink: null,
      flow: null,
      impact: null,
      confidence: 0.9,
      originallyTruncated: false,
      rule: 'secretlint-github',
      reviewer: 'security-reviewer',
      extra: { redacted: true },
    },
  ]);
});

test.each([
  ['block', `/* secretlint-disable */\nconst a = "${GITHUB}";\n/* secretlint-enable */`],
  ['line', `const a = "${GITHUB}"; // secretlint-disable-line`],
  ['next line', `// secretlint-disable-next-line\nconst a = "${GITHUB}";`],
])('a comment does not silence it: %s', async (_name, text) => {
  expect((await scan(text)).map(({ rule }) => rule)).toEqual(['secretlint-github']);
});

test('private keys are critical and all secrets of a line are masked', async () => {
  const body = 'MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfnygWyF8PbnGy0AHB7MhgwMbRvI0MBZhpI'.repeat(4);
  const key = `${PEM}\n${body}\n${PEM.replace('BEGIN', 'END')}`;
  expect(
    (await scan(key, 'id_rsa', null)).map(({ rule, severity, line, endLine }) => ({ rule, severity, line, endLine })),
  ).toEqual([{ rule: 'secretlint-privatekey', severity: 'CRITICAL', line: 1, endLine: 3 }]);
  const both = await scan(`x = ["${GITHUB}", "${AWS_ID}"]`);
  expect(both.map(({ evidence }) => evidence)).toEqual(['x = ["ghp_…", "AKIA…"]', 'x = ["ghp_…", "AKIA…"]']);
});

test.each([
  ['const dbPassword = "Tr0ub4dor&3x";', 'const dbPassword = "Tr0u…";'],
  ['{ "api_key": "9f8a7b6c5d4e3f2a1b0c" }', '{ "api_key": "9f8a…" }'],
  ["client_secret => 'q8Zr2LmX0pVt',", "client_secret => 'q8Zr…',"],
  ['authToken: string = `k3Jd92mmQpZx71`;', 'authToken: string = `k3Jd…`;'],
])('a literal given to a name that promises a secret: %s', async (text, evidence) => {
  expect((await scan(text)).map((finding) => [finding.rule, finding.confidence, finding.evidence])).toEqual([
    ['secret-assignment', 0.6, evidence],
  ]);
});

test.each([
  'password = "changeme"',
  'password = "xxxxxxxxxxxx"',
  'password = "<your-password-1>"',
  'password = "${DB_PASSWORD_1}"',
  'password = "{{ vault_password1 }}"',
  'password = process.env.PASSWORD1',
  'password = os.environ["DB_PASSWORD1"]',
  'passwordField = "user-password-2"',
  'token_url = "https://example.com/oauth2/token"',
  'secretName = "my-app-secret-v2"',
  'tokenType = "Bearer12345x"',
  'const token = "accessToken";',
  'password = "your_password_123"',
  'api_key = "EXAMPLE_KEY_1234"',
  'public_key = "9f8a7b6c5d4e3f2a1b0c"',
  'const password = getPassword("a1b2c3d4e5");',
])('no secret: %s', async (text) => {
  expect(await scan(text)).toEqual([]);
});

test('settings files need no quotes, and in tests a literal weighs less', async () => {
  expect((await scan('DB_PASSWORD=Tr0ub4dor&3x\n', '.env', 'ini')).map(({ evidence }) => evidence)).toEqual([
    'DB_PASSWORD=Tr0u…',
  ]);
  expect(await scan('DB_PASSWORD=Tr0ub4dor&3x\n', 'a.js', 'javascript')).toEqual([]);
  const text = 'const password = "Tr0ub4dor&3x";';
  expect((await scan(text, 'test/login.js')).map(({ confidence }) => confidence)).toEqual([0.3]);
});

test('accepts every file, for the security reviewer alone', () => {
  expect(analyzer.accepts('LICENSE', null, 'security-reviewer')).toBe(true);
  expect(analyzer.accepts('a.js', 'javascript', 'go-reviewer')).toBe(false);
});

test('whatever the text, the secret itself is never shown', async () => {
  const filler = fc.string({ unit: 'grapheme', maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(filler, filler, async (before, after) => {
      const findings = await scan(`${before} "${GITHUB}" ${after}`);
      for (const finding of findings) expect(JSON.stringify(finding)).not.toContain(GITHUB.slice(0, 12));
    }),
  );
});
