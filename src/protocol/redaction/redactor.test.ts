import { expect, test } from 'vitest';
import { createRenumbering, dropNumbers, listPlaceholders } from './placeholder.ts';
import { createRedactor } from './redactor.ts';

const VALUE = 'hT7kQ9zLm2xw';
const GITHUB = `gh${'p_'}Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d`;
const LETTERS = 'DNSKoPymJTxD';
const LONG = 'x9K2m4Pq7Lz1w8Rt5Yh3Nb6Vc0';
const HEX = '3f786850e387550fdab836ed7e6dc881de23001b';
const P = '[redacted:password:1]';

test.each([
  [null, `const password = "${VALUE}";`, `const password = "${P}";`],
  [null, `{\\"password\\":\\"${VALUE}\\"}`, `{\\"password\\":\\"${P}\\"}`],
  [null, `curl -u admin:${VALUE} http://x`, `curl -u admin:${P} http://x`],
  [null, `postgres://app:${VALUE}@db/x`, `postgres://app:${P}@db/x`],
  [null, `<password>${VALUE}</password>`, `<password>${P}</password>`],
  [null, `ALTER USER x WITH PASSWORD '${VALUE}';`, `ALTER USER x WITH PASSWORD '${P}';`],
  [null, `a ${GITHUB}, b`, 'a [redacted:github-token:1], b'],
  [null, `docker login -u me -p ${VALUE} host`, `docker login -u me -p ${P} host`],
  [null, `redis-cli -h x -a ${VALUE} ping`, `redis-cli -h x -a ${P} ping`],
  [null, `echo "root:${VALUE}" | chpasswd`, `echo "root:${P}" | chpasswd`],
  [null, `get(url, auth=("admin", "${VALUE}"))`, `get(url, auth=("admin", "${P}"))`],
  [null, `new NetworkCredential("me", "${VALUE}")`, `new NetworkCredential("me", "${P}")`],
  [null, `getConnection(url, "sa", "${VALUE}")`, `getConnection(url, "sa", "${P}")`],
  [null, `const password = "${LETTERS}";`, `const password = "${P}";`],
  ['a.properties', `jdbc.password=${LETTERS}`, `jdbc.password=${P}`],
  [null, `var jwtKey = []byte("${LONG}")`, 'var jwtKey = []byte("[redacted:token:1]")'],
  [null, `apiKey = Encoding.UTF8.GetBytes("${LONG}")`, 'apiKey = Encoding.UTF8.GetBytes("[redacted:key:1]")'],
  [null, `<machineKey validationKey="${HEX}"/>`, '<machineKey validationKey="[redacted:key:1]"/>'],
  [null, `"github-oauth": { "a.example": "${HEX}" }`, '"github-oauth": { "a.example": "[redacted:token:1]" }'],
  [
    null,
    `create secret generic a --from-literal=b=${LONG}`,
    'create secret generic a --from-literal=b=[redacted:secret:1]',
  ],
  [null, `Fernet(b"${LONG}${LONG.slice(0, 17)}=")`, 'Fernet(b"[redacted:key:1]")'],
  [null, `AK${'IA'}Q3EGRUVJ5TZX7MNP,${HEX}`, '[redacted:aws-key:1],[redacted:aws-secret:2]'],
  [null, `x = "fo${'1_'}${HEX}Z9"`, 'x = "[redacted:fly-token:1]"'],
  ['config/master.key', `${HEX.slice(0, 32)}\n`, '[redacted:secret:1]\n'],
  ['a.yaml', 'password: vanilla', `password: ${P}`],
  ['.netrc', `machine a login b password ${VALUE}`, `machine a login b password ${P}`],
])('in %s: %s', (path, text, redacted) => {
  const redactor = createRedactor();
  expect(path === null ? redactor.redact(text) : redactor.redactFile(path, text)).toBe(redacted);
});

test.each([
  'const token = getToken1(x)',
  'password: string',
  'password: SecretStr',
  'const password = "userPasswordField"',
  'login("alice", "wonderland")',
  'setCredentials("name", "passwordField")',
  'docker login -u me -p "$TOKEN" host',
  'aws_key_id = 1, 3f786850e387550fdab836ed7e6dc881de23001b',
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

test('what it has met it knows again in every way of writing it, the longest first, and nowhere by a part of it', () => {
  const redactor = createRedactor();
  const value = 'a"b+c/1X2y3Z4w';
  expect(redactor.redact(`password = '${value}'`)).toBe(`password = '${P}'`);
  for (const written of [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    btoa(value).replace(/=+$/u, ''),
  ])
    expect(redactor.redact(`see ${written}.`)).toBe(`see ${P}.`);
  expect(redactor.redact(`see ${value.slice(0, -1)}.`)).toBe(`see ${value.slice(0, -1)}.`);
  expect(redactor.redact(`${value}${value} ${value}`)).toBe(`${P}${P} ${P}`);
  redactor.redact(`password = '${value}-and-more1'`);
  expect(redactor.redact(`see ${value}-and-more1.`)).toBe('see [redacted:password:2].');
  expect(redactor.redact('abc')).toBe('abc');
  // In base64 it would have no bytes of its own.
  redactor.redact("password = 'pa\u0142ss1W2x3Y4'");
  expect(redactor.redact('nothing of it')).toBe('nothing of it');
});

test('paths of short names stay as they are, the shortest credential among them does not, nor what was met before', () => {
  const redactor = createRedactor();
  expect(redactor.redact('src/lib/a.b-c_d/index.test.ts')).toBe('src/lib/a.b-c_d/index.test.ts');
  const token = `xoxb-${'1a2b3c4d5e'}`;
  expect(redactor.redact(`src/${token}/a.ts`)).not.toContain(token);
  redactor.redact('password = "Hq7-zR2kW9vL"');
  expect(redactor.redact('src/Hq7-zR2kW9vL/a.ts')).not.toContain('Hq7-zR2kW9vL');
});

test('a short one hides itself only, and a secret that was redacted before is none', () => {
  const redactor = createRedactor();
  expect(redactor.redact("password = 'aB3$x9'")).toBe(`password = '${P}'`);
  expect(redactor.redact('see aB3$x9 there')).toBe('see aB3$x9 there');
  for (const text of [`password = '${P}'`, `password = "[redacted:token]"`, `curl -u a:${P} http://x`])
    expect(createRedactor().redact(text)).toBe(text);
});

test('the lines of a secret are known by themselves, without the blanks around them', () => {
  const redactor = createRedactor();
  const [first, second] = ['MIIEowIBAAKCAQEAz7Q4n0Xk', '9aZZ6sKT4t2WQx7Lm3Pv8R'];
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} ${'PRIVATE'} KEY-----`);
  expect(redactor.redactFile('a.yaml', `key: |\n  ${begin}\n  ${first}\r\n\n  ${second}\n  ${end}\n`)).toBe(
    `key: |\n  ${begin}\n  [redacted:private-key:1]\r\n\n[redacted:private-key:1]\n  ${end}\n`,
  );
  expect(redactor.redact(`${second} ${first}`)).toBe('[redacted:private-key:1] [redacted:private-key:1]');
  const json = createRedactor();
  json.redact(`"${begin}\\n${first}\\n${second}\\n${end}"`);
  expect(json.redact(second)).toBe('[redacted:private-key:1]');
});

test('the secrets of a file are listed in order, each once', () => {
  const redactor = createRedactor();
  const text = `password = "${VALUE}"; token = "${GITHUB}"; again = "${VALUE}"; password = "${VALUE}"`;
  expect(redactor.listSecrets('a.ts', text)).toEqual([
    { value: VALUE, kind: 'password' },
    { value: GITHUB, kind: 'github-token' },
  ]);
  expect(redactor.listSecrets('a.ts', 'nothing')).toEqual([]);
});

test('a value that is two things is called what it is first', () => {
  expect(createRedactor().listSecrets('a.ts', `password = "${VALUE}"; api_token = "${VALUE}"`)).toEqual([
    { value: VALUE, kind: 'password' },
  ]);
});

test('of two known secrets the longer one is meant, whichever was met first', () => {
  const redactor = createRedactor();
  redactor.redact(`password = "${VALUE}-and-more1"; token = "${VALUE}"`);
  expect(redactor.redact(`see ${VALUE}-and-more1 and ${VALUE}`)).toBe(`see ${P} and [redacted:token:2]`);
});

test('in base64 it is known without what fills it up, and one that has no bytes there is none the less one', () => {
  const redactor = createRedactor();
  redactor.redact(`password = "${VALUE}Z"; token = "q9zLm2xwhT7k"`);
  expect(btoa(`${VALUE}Z`)).toMatch(/==$/u);
  expect(redactor.redact(`see ${btoa(`${VALUE}Z`).replaceAll('=', '')}.`)).toBe(`see ${P}.`);
  expect(redactor.redactFile('a.yaml', 'password: pa\u0142ss1W2x3Y4')).toBe('password: [redacted:password:3]');
});

test('a placeholder with more than a few characters beside it is a secret again, one with signs and breaks is not', () => {
  const rest = 'Zq4vB8nR1tYc6mKd';
  expect(createRedactor().redact(`redis://:${rest}[redacted:key:1]x@cache`)).toBe(`redis://:${P}@cache`);
  expect(createRedactor().redact('redis://:Zq4vB8n[redacted:key:1]x@cache')).toBe(`redis://:${P}@cache`);
  for (const inside of ['Zq4vB8[redacted:key:1]x', 'x[redacted:key]:[redacted:key]x'])
    expect(createRedactor().redact(`redis://:${inside}@cache`)).toBe(`redis://:${inside}@cache`);
  for (const between of [' ', ':', ';', ',', '|', "'", '\\\\', '\\n', '\\r']) {
    const text = `password = "${Array.from({ length: 10 }, () => '[redacted:key]').join(between)}"`;
    expect(createRedactor().redact(text)).toBe(text);
  }
});

test('a line of blanks within a key stays', () => {
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} ${'PRIVATE'} KEY-----`);
  const lines = ['MIIEowIBAAKCAQEAz7Q4n0Xk', '  ', '9aZZ6sKT4t2WQx7Lm3Pv8R'];
  expect(createRedactor().redact([begin, ...lines, end].join('\n'))).toBe(
    [begin, '[redacted:private-key:1]', '  ', '[redacted:private-key:1]', end].join('\n'),
  );
});

test('within a value every text is looked at; keys, numbers and what is to be kept stay', () => {
  const value = { a: [`password = "${VALUE}"`, 1, null, true], [GITHUB]: { id: GITHUB, x: GITHUB } };
  expect(createRedactor().redactWithin(value, new Set(['id']))).toEqual({
    a: [`password = "${P}"`, 1, null, true],
    [GITHUB]: { id: GITHUB, x: '[redacted:github-token:2]' },
  });
  expect(createRedactor().redactWithin({ id: GITHUB })).toEqual({ id: '[redacted:github-token:1]' });
});

test('a text that was clean elsewhere is looked at again in a file that says more of it', () => {
  const line = `db.example.com:5432:app:bob:${VALUE}`;
  const redactor = createRedactor();
  const hidden = 'db.example.com:5432:app:bob:[redacted:secret:1]';
  expect([redactor.redact(line), redactor.redact(line), redactor.redact(line, '.pgpass')]).toEqual([
    line,
    line,
    hidden,
  ]);
});

test('a secret too short to be known again is hidden each time it is met', () => {
  const redactor = createRedactor();
  const said = [1, 2, 3].map(() => redactor.redact('https://bob:x9K2m@example.com/a'));
  expect(said).toEqual(Array(3).fill('https://bob:[redacted:password:1]@example.com/a'));
  expect(redactor.redact('x9K2m')).toBe('x9K2m');
});

test('a file is redacted for each text it has', () => {
  let asked = 0;
  const redactor = createRedactor(() => {
    asked += 1;
    return [];
  });
  for (const path of ['a.ts', 'b.ts', 'a.ts'])
    expect(redactor.redactFile(path, `password = "${VALUE}"`)).toBe(`password = "${P}"`);
  expect(redactor.redactFile('a.ts', 'other')).toBe('other');
  expect(redactor.redactFile('a.ts', `password = "${VALUE}"`)).toBe(`password = "${P}"`);
  expect(asked).toBe(1);
});

test('placeholders are listed each once, and a text without one is left alone', () => {
  expect([...listPlaceholders(`${P} and ${P} and [redacted:key]`)]).toEqual([P, '[redacted:key]']);
  expect(dropNumbers('plain')).toBe('plain');
  expect(createRenumbering()('plain')).toBe('plain');
});

test.each([
  ['a.yaml', 'kind: Secret\ndata:\n  a: YWJjZGVm\n  b: Z2hpamts\n'],
  ['a.json', '{"kind":"Secret","data":{"a":"YWJjZGVm"}}'],
  ['.pgpass', `db:1:a:b:${VALUE}`],
  ['.htpasswd', 'bob:abcdefgh'],
  ['a.pem', `-----BEGIN ${'PRIVATE'} KEY-----\nMIIEowIBAAKCAQEAz7Q4n0Xk\n\n9aZZ6sKT4t2WQx7Lm3Pv8R\n-----END`],
  ['a.txt', `Cookie: sid=Zq4vB8nR1tYc6mKd; a=1\nhttps://u:${VALUE}@h/\nBearer Zq4vB8nR1tYc6mKd`],
])('what is redacted stays as it is when it is redacted again: %s', (path, text) => {
  // The numbers are those of another run.
  const once = createRedactor()
    .redactFile(path, text)
    .replace(/:(\d)\]/gu, ':7$1]');
  expect(once).toContain('[redacted:');
  expect(createRedactor().redactFile(path, once)).toBe(once);
  expect(once.split('\n')).toHaveLength(text.split('\n').length);
});

test.each([
  ['postgres', false],
  ['qwertzuiopasdfghjklyx', true],
  ['dataBase', true],
  ['database1', true],
  ['data-base', true],
  ['aB3$x9Zq', true],
  ['aB3$x9Z', false],
])('%s is known again elsewhere: %j', (value, isKnown) => {
  const redactor = createRedactor();
  expect(redactor.redactFile('a.yaml', `password: ${value}`)).toBe(`password: ${P}`);
  expect(redactor.redact(`it is ${value}`)).toBe(isKnown ? `it is ${P}` : `it is ${value}`);
  expect(redactor.redact(value)).toBe(isKnown ? P : value);
});
