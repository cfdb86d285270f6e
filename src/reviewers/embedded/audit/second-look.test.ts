import { expect, test } from 'vitest';
import { seeAsWritten, seeDefence, seeMisspelling } from './second-look.ts';

test.each([
  ['CWE-295', 'requests.get(url, verify=False)', 'verify=False'],
  ['CWE-494', 'RUN curl -fsSL https://x.example/i.sh | bash', 'curl -fsSL https://x.example/i.sh | bash'],
  ['CWE-829', '- uses: tools/push@main', 'uses: tools/push@main'],
  ['CWE-347', 'jwt.decode(token, options={"verify_signature": False})', 'verify_signature": False'],
  ['CWE-916', "createHash('md5')", 'md5'],
  ['CWE-94', '- run: echo "${{ github.event.pull_request.title }}"', '${{ github.event'],
  ['CWE-284', 'cidr_blocks = ["0.0.0.0/0"]', '0.0.0.0/0'],
  ['CWE-732', 'verbs: ["*"]', '"*"'],
  ['CWE-489', 'APP_DEBUG=true', 'DEBUG=true'],
])('%s is seen as it is written', (cwe, text, seen) => {
  expect(seeAsWritten(cwe, [text])).toBe(seen);
});

test.each([
  ['G1=ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
  ['STRIPE=sk_live_4eC39HqLyjWDarjtT1zdp7dc'],
  ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzz9KEYabc'],
  ['-----BEGIN RSA PRIVATE KEY-----'],
  ['# old: ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
  ["jwt.sign({ u: req.body.user }, 'hardcoded-jwt-secret');"],
])('a secret that is written out is its own witness, and never repeated: %s', (text) => {
  expect(seeAsWritten('CWE-798', [text])).toBe('a secret in plain text');
});

test.each([
  ['a pinned action', 'CWE-829', '- uses: actions/checkout@v4'],
  ['a check that is on', 'CWE-295', 'requests.get(url, verify="ca.pem")'],
  ['an example in a comment', 'CWE-798', ' *     "access_token": "abc12345678"'],
  ['a reference', 'CWE-798', 'TOKEN=${GITHUB_TOKEN_1}'],
  ['a variable of the environment', 'CWE-798', 'token: process.env.TOKEN_2'],
  ['a placeholder', 'CWE-798', 'PASSWORD=changeme123'],
  ['a word', 'CWE-798', 'sign(payload, "secretword")'],
  ['a call', 'CWE-798', 'const key = loadKey2(settings)'],
  ['code of a program', 'CWE-94', 'eval(input)'],
  ['text of the pipeline itself', 'CWE-94', 'run: echo ${{ matrix.node }}'],
  ['an address of this machine', 'CWE-319', 'url: http://localhost:8080/'],
  ['a network of its own', 'CWE-284', 'cidr_blocks = ["10.0.0.0/8"]'],
  ['a class that only absence shows', 'CWE-862', 'app.post("/x", handler)'],
])('%s is no second witness', (_name, cwe, text) => {
  expect(seeAsWritten(cwe, [text])).toBeNull();
});

test('a word of a defence between source and sink leaves the decision to a person', () => {
  const lines = [
    'url = request.META["HTTP_REFERER"]',
    'if url_has_allowed_host_and_scheme(url):',
    '  return redirect(url)',
  ];
  expect(seeDefence('CWE-601', lines, { source: 1, sink: 3 })).toEqual({ word: 'url_has_allowed_host', line: 2 });
  expect(seeDefence('CWE-601', lines.toSpliced(1, 1, 'if url:'), { source: 1, sink: 3 })).toBeNull();
  expect(seeDefence('CWE-89', lines, { source: 1, sink: 3 })).toBeNull();
});

test.each([
  ['yaml.load(data, Loader=yaml.SafeLoader)', 'safeLoad'],
  ['run_safe_load(data)', 'safe_load'],
  ['yaml.load(data, Loader=yaml.UnsafeLoader)', null],
  ['yaml.unsafe_load(data)', null],
])('a word that says the opposite is no defence: %s', (text, word) => {
  expect(seeDefence('CWE-502', [text], { source: 1, sink: 1 })?.word.toLowerCase() ?? null).toBe(
    word?.toLowerCase() ?? null,
  );
});

test.each([
  ['    "lodahs": "4.17.21",', 'lodahs beside lodash'],
  ['reqeusts==2.31.0', 'reqeusts beside requests'],
  ['    "lodash": "4.17.21",', null],
  ['    "shop-labels": "1.0.0",', null],
])('a name that is nearly a well-known one: %s', (line, seen) => {
  expect(seeMisspelling([line])).toBe(seen);
});
