/** Secret scanning: what counts as a secret, how it is shown, what must not silence it. Keys are made up here, in parts. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import type { AnalyzerFinding } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { secretlint } from './declaration.ts';

describeAnalyzer(secretlint, {
  files: { 'a.ts': `export const key = '${['AKIA', 'QWERTYUIOPASDFGH'].join('')}';\n` },
  finds: ['a.ts:1 secretlint-aws'],
});

const analyzer = openAnalyzer(secretlint);
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

test('tokens and passwords that a suite made itself are one finding, which names every line', async () => {
  const text = ['a', 'b', 'c'].map((name) => `const ${name}Password = "kT7-vanilla-${name}Otter-42";\n`).join('\n');
  const told = async (path: string) =>
    (await scan(text, path)).map(({ line, issue }) => [line, /Others like it[^.]*\./u.exec(issue)?.[0] ?? '']);
  expect(await told('test/login.test.js')).toEqual([[1, 'Others like it stand in line 3, 5 of this file.']]);
  expect(await told('src/login.js')).toEqual([
    [1, ''],
    [3, ''],
    [5, ''],
  ]);
});

test('the same credential again in test code is told once, and once more where a change adds it', async () => {
  const text = `const a = "${GITHUB}";\nconst b = "${GITHUB}";\nconst c = "${GITHUB}";\n`;
  expect((await scan(text)).map(({ line }) => line)).toEqual([1, 2, 3]);
  expect((await scan(text, 'test/app.js')).map(({ line }) => line)).toEqual([1]);
  const file = { path: 'test/app.js', language: 'javascript', text, changed: [{ start: 2, end: 3 }] };
  const { findings } = await analyzer.scan([file], snapshot, new AbortController().signal);
  expect(findings.map(({ line }) => line)).toEqual([1, 2]);
});

const AWS_SECRET = ['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYzzzzzzzzKE'].join('/');

test.each([
  ['an environment file', '.env', (key: string) => `AWS_SECRET_ACCESS_KEY=${key}`],
  ['quotes', 'aws.json', (key: string) => `  "aws_secret_access_key": "${key}", "x": 1`],
  ['YAML', 'aws.yml', (key: string) => `SecretAccessKey: '${key}'`],
])('nothing but the beginning of an AWS secret key is shown: %s', async (_where, path, write) => {
  const findings = await scan(`# keys\n${write(AWS_SECRET)}\n`, path, null);
  expect(findings).toMatchObject([{ rule: 'secretlint-aws', severity: 'CRITICAL', line: 2, evidence: write('wJal…') }]);
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
  ['"password": "kT7-vanilla-Otter-42",', '"password": "kT7-…",'],
  ["const dbPwd = 'kT7_vanilla_Otter_42';", "const dbPwd = 'kT7_…';"],
  ["secret: 'kT7-vanilla-Otter-42',", "secret: 'kT7-…',"],
  ["passwd: 'Blue-Otter-42',", "passwd: 'Blue…',"],
  ["password = 'hunter2-blue-42'", "password = 'hunt…'"],
  ['auth: { user: "a", pass: "Xy7Qp2Lm9Zt4" }', 'auth: { user: "a", pass: "Xy7Q…" }'],
])('a literal given to a name that promises a secret: %s', async (text, evidence) => {
  expect((await scan(text)).map((finding) => [finding.rule, finding.confidence, finding.evidence])).toEqual([
    ['secret-assignment', 0.6, evidence],
  ]);
});

test.each([
  'password = "changeme"',
  '"example": {\n  "access_token": "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJ1"\n  "c2Vy"',
  "'password' => 'required|min:12'",
  "Password: 'VARCHAR(255)'",
  'const _token = "token\\u200b";',
  'AuthLoginPasswordChallenge = "Password\\x00"',
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
  'VITE_MAPS_API_KEY = "9f8a7b6c5d4e3f2a1b0c"',
  'const password = getPassword("a1b2c3d4e5");',
  'password = "my-app-name"',
  'password = "change-me-2"',
  'password = "your-password-here-1"',
  'password = "Login-Password-1"',
  'secret = "in-memory-2"',
  'secret = "Blue-Green-2"',
  'secret = "OAuth2-Client"',
  'password = "postgres-dev-2"',
  'pass = "shadow2"',
  'compass = "kT7-vanilla-Otter-42"',
  'const TOKEN = "0x52908400098527886E0F7030069857D2E4169EE7";',
  'trustStorePassword = "log4j2.trustStorePassword"',
  'if (token === "q8Zr2LmX0pVt") next();',
])('no secret: %s', async (text) => {
  expect(await scan(text)).toEqual([]);
});

test('a password in a comment or a translation is none; a token of a known form is one in a comment too', async () => {
  const password = 'password = "Tr0ub4dor&3x"';
  const weigh = async (text: string, path: string) => (await scan(text, path)).map(({ severity }) => severity);
  expect(await weigh(password, 'src/a.js')).toEqual(['HIGH']);
  expect(await weigh(`// ${password}`, 'src/a.js')).toEqual([]);
  expect(await weigh(`  # ${password}`, 'src/a.py')).toEqual([]);
  expect(await weigh(`// ${'gh'}p_16C7e42F292c6912E7710c838347Ae178B4a`, 'src/a.js')).toEqual(['HIGH']);
  expect(await weigh(`if (password === 'changeme-2024') {`, 'src/a.js')).toEqual([]);
  expect(await weigh(password, 'src/locales/de.js')).toEqual([]);
});

test.each([
  ['if (password == "Tr0ub4dor&3x") {', 'java', 'if (password == "Tr0u…") {'],
  ['store.setPassword("Tr0ub4dor&3x");', 'java', 'store.setPassword("Tr0u…");'],
  ['password.equals("Tr0ub4dor&3x")', 'java', 'password.equals("Tr0u…")'],
  ['"Server=db;User Id=sa;Password=Tr0ub4dor3x;"', 'json', '"Server=db;User Id=sa;Password=Tr0u…;"'],
  ['connect(:user => "a", :password => "q8Zr2LmX0pVt")', 'ruby', 'connect(:user => "a", :password => "q8Zr…")'],
  ['SECRET_TOKEN ||= "q8Zr2LmX0pVt"', 'ruby', 'SECRET_TOKEN ||= "q8Zr…"'],
  ['key = ENV.fetch("API_KEY", "q8Zr2LmX0pVt")', 'ruby', 'key = ENV.fetch("API_KEY", "q8Zr…")'],
  ['key = os.environ.get("API_KEY", "q8Zr2LmX0pVt")', 'python', 'key = os.environ.get("API_KEY", "q8Zr…")'],
  ["const key = process.env.API_KEY || 'q8Zr2LmX0pVt';", 'javascript', "const key = process.env.API_KEY || 'q8Zr…';"],
  ['export API_TOKEN=q8Zr2LmX0pVt', 'bash', 'export API_TOKEN=q8Zr…'],
  ['PGPASSWORD=q8Zr2LmX0pVt psql -h db', 'bash', 'PGPASSWORD=q8Zr… psql -h db'],
  ['ENV A=1 DB_PASSWORD=q8Zr2LmX0pVt B=2', 'dockerfile', 'ENV A=1 DB_PASSWORD=q8Zr… B=2'],
  ['ENV DB_PASSWORD q8Zr2LmX0pVt', 'dockerfile', 'ENV DB_PASSWORD q8Zr…'],
  ['password: kT7-vanilla-Otter-42', 'yaml', 'password: kT7-…'],
  ['DB_PASS=kT7-vanilla-Otter-42', 'ini', 'DB_PASS=kT7-…'],
  ['      - DB_PASSWORD=q8Zr2LmX0pVt', 'yaml', '      - DB_PASSWORD=q8Zr…'],
  ['  <password>q8Zr2LmX0pVt</password>', 'xml', '  <password>q8Zr…</password>'],
  ['<add key="DbPassword" value="q8Zr2LmX0pVt" />', 'xml', '<add key="DbPassword" value="q8Zr…" />'],
  ['spring.datasource.password=q8Zr2LmX0pVt', 'ini', 'spring.datasource.password=q8Zr…'],
  ['client_secret = "q8Zr2LmX0pVt"', 'toml', 'client_secret = "q8Zr…"'],
  ['- name: DB_PASSWORD\n  value: q8Zr2LmX0pVt\n', 'yaml', '  value: q8Zr…'],
  ['variable "db_password" {\n  default = "q8Zr2LmX0pVt"\n}', 'terraform', '  default = "q8Zr…"'],
])('written as other languages do: %s (%s)', async (text, language, evidence) => {
  expect((await scan(text, 'src/a', language)).map((finding) => [finding.rule, finding.evidence])).toEqual([
    ['secret-assignment', evidence],
  ]);
});

test.each([
  ['export API_TOKEN=$(get token1)', 'bash'],
  ['export API_TOKEN="${TOKEN1:-}"', 'bash'],
  ['if [ "$PASSWORD" = "" ]; then', 'bash'],
  ['ENV DB_PASSWORD_FILE=/run/secrets/db1', 'dockerfile'],
  ['  example:\n    accessToken: ada612vad6fa5df4adf5a5dsf4389adsf76da7s', 'yaml'],
  ['const CREDENTIAL_TRANSLATIONS_DIR = "x8x-nodes-b4se/d1st/translations9x";', 'javascript'],
  ['const CLIENT_SECRET_REDACTED_VALUE = "__x_e5362baf-c777-4d57-a609-6eaf1f9e87f6";', 'javascript'],
  ['<password>${env.PASSWORD1}</password>', 'xml'],
  ['- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: { name: db1, key: password1 }\n', 'yaml'],
  ['"Server=db;Password={0};Database=x1"', 'json'],
  ['variable "db_password" {\n  type = string\n}', 'terraform'],
  ['getToken("user-session-2")', 'javascript'],
  ["const key = process.env.API_KEY || 'my-dev-key-1';", 'javascript'],
  ['key = ENV.fetch("API_KEY", nil)', 'ruby'],
])('no secret in other languages either: %s (%s)', async (text, language) => {
  expect(await scan(text, 'src/a', language)).toEqual([]);
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

const HEX = '9f8a7b6c5d4e3f2a1b0c7d6e5f4a3b2c';
const MIXED = 'k3Jd92mmQpZx71VbTr0uWq5NsYc8LeHf4Ga6Rt';
const BASE64 = 'MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfnygWyF8PbnGy0AHB7MhgwMbRvI0MBZhpIq'.repeat(3);

test.each([
  ['secret-google-api', `AIza${MIXED.slice(0, 35)}`],
  ['secret-pypi', `pypi-AgE${MIXED}${MIXED}`],
  ['secret-digitalocean', `dop_v1_${HEX}${HEX}`],
  ['secret-webhook', `https://discord.com/api/webhooks/849302117465920384/${MIXED}${MIXED}`],
  ['secret-azure-storage', `AccountName=a;AccountKey=${BASE64.slice(0, 86)}==`],
  ['secret-jwt', `eyJ${MIXED}.eyJ${MIXED}.${MIXED}${MIXED.slice(0, 5)}`],
  ['secret-npm-auth', `//reg.example/:_authToken=${MIXED}`],
  ['secret-authorization', `headers = { "Authorization": "Bearer ${MIXED}" }`],
  ['secret-telegram', `849302117:AA${MIXED.slice(0, 33)}`],
  ['secret-private-key', `{"k": "${PEM}\\n${BASE64}\\n-----END RSA PRIVATE KEY----\\n"}`],
  ['secret-wallet-key', `wallet key 0x${HEX.slice(0, 31)}A${HEX}`],
])('a shape that stands for itself: %s', async (rule, text) => {
  const findings = await scan(text, 'notes.txt', 'text');
  expect(findings.map((finding) => finding.rule)).toContain(rule);
  expect(JSON.stringify(findings)).not.toContain(MIXED.slice(8, 30));
});

test.each([
  [`sha256 ${HEX}${HEX}`],
  [`wallet checksum ${HEX}${HEX}`],
  ['AIzaXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX'],
  ['Authorization: Bearer ${TOKEN_1234567890_abcdef}'],
  [`${PEM}\n...\n-----END RSA PRIVATE KEY-----`],
  ['//reg.example/:_authToken=${NPM_TOKEN}'],
  ['//reg.example/:_authToken=MYTOKEN1'],
  [`xAIza${MIXED.slice(0, 35)}`],
  ['"AWS::IAM::AccessKey": "72c2f1a0b9d8e7c6"'],
  ['https://REDACTED:REDACTED@www.acme.org/'],
  ['id = "AIDAJ45Q7YFFAREXAMPL"'],
])('only looks like a shape: %s', async (text) => {
  expect(await scan(text, 'notes.txt', 'text')).toEqual([]);
});

test.each([
  ['postgres://app:q8Zr2LmX@db.acme.org:5432/app', 'HIGH'],
  ['postgres://app:q8Zr2LmX@db:5432/app', 'MEDIUM'],
  ['postgres://app:q8Zr2LmX@localhost:5432/app', 'LOW'],
  ['https://user:pass@acme.org', 'LOW'],
  ['https://fakeuser:fakepass@acme.org', 'LOW'],
])('a password in an address weighs what the host weighs: %s', async (text, severity) => {
  expect((await scan(text, 'notes.txt', 'text')).map((finding) => finding.severity)).toEqual([severity]);
});

test.each([
  ["password: 's00p3rSecr3t'", 'README.md', 'LOW'],
  ["password: 's00p3rSecr3t'", 'config.js', 'HIGH'],
  ["expect(redact({ password: 's00p3rSecr3t' }))", 'test/redact.test.js', 'LOW'],
  ['postgres://app:q8Zr2LmX@db.acme.org:5432/app', 'docs/setup.rst', 'MEDIUM'],
  [GITHUB, 'README.md', 'HIGH'],
])('where people explain, a guess weighs less and a known token does not: %s in %s', async (text, path, severity) => {
  expect((await scan(text, path, null)).map((finding) => finding.severity)).toEqual([severity]);
});

test.each([
  ['postgres://someuser:somepassword@somehost:381/db', 'README.md'],
  ['https://user:pass@acme.org', 'docs/a.md'],
  ['/**\n * "access_token": "abc123def456"\n */', 'src/auth.js'],
])('words in place of a password, and samples in documentation, are not told: %s in %s', async (text, path) => {
  expect(await scan(text, path, null)).toEqual([]);
});

test.each([
  ["'Lock-Token': 'urn:uuid:1x2y3z4a5b6c'"],
  ['"reset_password": "20/m/ip,5/m/key"'],
  ["code: isNew() ? '2FA_TOKEN_REQUIRED' : '2FA_NEW_DEVICE_DETECTED',"],
  ["TOKEN_STRINGS = '[A-Za-z0-9._~+/-]+=*'"],
  [String.raw`TOKEN_COLOR = '\x1b[04m\x1b[91m'`],
])('a name of something or a sequence of control characters is no secret: %s', async (text) => {
  expect(await scan(text)).toEqual([]);
});

test('no text stalls the search', async () => {
  for (const piece of [
    'password',
    'password=',
    '<password',
    'Server=;',
    'eyJ',
    '-----BEGIN PRIVATE KEY-----',
    'name: token\n',
    'variable "key" {',
    'wallet ',
  ])
    for (const language of ['yaml', 'xml', 'terraform', 'bash', 'dockerfile']) {
      const started = process.cpuUsage();
      await scan(piece.repeat(4_000), 'a', language);
      expect(process.cpuUsage(started).user / 1000, `${piece} ${language}`).toBeLessThan(3_000);
    }
});
