/** Where a secret begins and ends, and what kind it is called, in every way of writing it: marked `«…»` in each case. */
import { describe, expect, test } from 'vitest';
import { createRedactor } from './redactor.ts';

const V = 'hT7kQ9zLm2xw';
const W = 'Zq4vB8nR1tYc6mKd';
const KEY = 'MIIEowIBAAKCAQEAz7Q4n0Xk9aZZ6sKT4t2W';
const base64 = (text: string): string => btoa(text);
const armour = (word: string, kind = 'RSA '): string => `-----${word} ${kind}${'PRIVATE'} KEY-----`;

type Case = readonly [kind: string, path: string | null, text: string];

function hides(kind: string, path: string | null, marked: string): void {
  const text = marked.replace(/[«»]/gu, '');
  let number = 0;
  const numbers = new Map<string, number>();
  const expected = marked.replace(/«([^»]*)»/gu, (_, value: string) => {
    if (!numbers.has(value)) numbers.set(value, ++number);
    return `[redacted:${kind}:${numbers.get(value)}]`;
  });
  const redactor = createRedactor();
  expect(path === null ? redactor.redact(text) : redactor.redactFile(path, text)).toBe(expected);
}

describe('credentials by their prefix', () => {
  test.each<Case>([
    ...['AKIA', 'ASIA', 'ABIA', 'ACCA'].map((p): Case => ['aws-key', null, `x «${p}QX3RT7UVW2YZ4BCD» y`]),
    ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'].map(
      (p): Case => ['github-token', null, `«${p}${W}${W}»`],
    ),
    ...['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glimt-', 'glagent-', 'glsoat-', 'gloas-'].map(
      (p): Case => ['gitlab-token', null, `(«${p}${W}a2»)`],
    ),
    ...['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxe-', 'xoxe.xox', 'xapp-'].map(
      (p): Case => ['slack-token', null, `«${p}${W}»`],
    ),
    ...['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_', 'sk_prod_'].map(
      (p): Case => ['stripe-key', null, `«${p}${W}»,`],
    ),
    ['anthropic-key', null, `«sk-ant-${W}${W}»`],
    ...['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'].map((p): Case => ['openai-key', null, `«${p}${W}_${W}»`]),
    ['openai-key', null, `«sk-${W}${W}»`],
    ...['hf_', 'api_org_'].map((p): Case => ['huggingface-token', null, `«${p}${W}${W}»`]),
    ['groq-key', null, `«gsk_${W}${W}${W}»`],
    ['xai-key', null, `«xai-${W}${W}${W}${W}»`],
    ['npm-token', null, `«npm_${W}${W}»`],
    ['sendgrid-key', null, `«SG.${W}.${W}${W}»`],
    ...['shpat_', 'shpca_', 'shppa_', 'shpss_'].map(
      (p): Case => ['shopify-token', null, `«${p}${'0a1b2c3d'.repeat(4)}»`],
    ),
    ['1password-token', null, `«ops_${W.repeat(7)}»`],
    ['linear-key', null, `«lin_api_${W}${W}»`],
    ['linear-key', null, `«lin_oauth_${W}${W}»`],
    ...['hvs.', 'hvb.', 'hvr.'].map((p): Case => ['vault-token', null, `«${p}${W}${W}»`]),
    ...['dckr_pat_', 'dckr_oat_'].map((p): Case => ['docker-token', null, `«${p}${W}${W}»`]),
    ...['figd_', 'figo_', 'figor_', 'figoh_', 'figu_', 'figuh_'].map(
      (p): Case => ['figma-token', null, `«${p}${W}${W}»`],
    ),
    ['databricks-token', null, `«dapi${'0a1b2c3d'.repeat(4)}»`],
    ['databricks-token', null, `«dapi${'0a1b2c3d'.repeat(4)}-2»`],
    ['grafana-token', null, `«glsa_${W}${W}»`],
    ['grafana-token', null, `«glc_${W}${W}»`],
    ['notion-token', null, `«ntn_${W}${W}${W}»`],
    ['notion-token', null, `x «secret_${W}${W}${W.slice(0, 11)}»`],
    ['age-key', null, `«AGE-SECRET-KEY-1${'QX3RT7UVW2'.repeat(6).slice(0, 58)}»`],
    ['digitalocean-token', null, `«dor_v1_${'0a1b2c3d'.repeat(8)}»`],
    ['heroku-key', null, `«HRKU-${W}${W}${W}»`],
    ['vercel-token', null, `«vcp_${W}${W}»`],
    ['tailscale-key', null, `«tskey-auth-${W}-${W}${W}»`],
    ['google-key', null, `k=«AIza${W}${W}abc»`],
    ['paypal-token', null, `«access_token$production$a1b2c3d4e5f6g7h8$${'0a1b2c3d'.repeat(4)}»`],
    ['facebook-token', null, `«EAACEdEose0cBA${W}»`],
    ['cloudflare-key', null, `«v1.0-${'0a1b2c'.repeat(4)}-${'0a1b2c3d4e'.repeat(12)}»`],
    ...['lin_wh_', 'phx_', 'sntryu_'].map((p): Case => ['service-token', null, `«${p}${W}${W}»`]),
  ])('%s in %s: %s', hides);

  test.each([
    `my_ghp_${W}${W}`,
    `xghp_${W}${W}`,
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    `ghp_${W}`,
    'AKIAQX3RT7UVW2YZ4BCDE',
    'AKIAQX3RT7UVW2YZ4BCD_x',
    `sk-${'abcdefghij'.repeat(4)}`,
    `secret_${'abcdefghij'.repeat(4)}xyz`,
  ])('is none: %s', (text) => {
    expect(createRedactor().redact(text)).toBe(text);
  });

  test('several in one line, a short prefix where the long one does not hold', () => {
    hides('openai-key', null, `«sk-${W}${W}» «sk-${V}${V}${V}»,«sk-proj-${W}x${W}»`);
  });
});

describe('formats that are handed in', () => {
  const formats = () => [
    { kind: 'own', telltale: 'own_', pattern: /\bOWN_(?<value>[A-Z0-9a-z]{12,})\b/dgiu },
    { kind: 'part', telltale: 'part', pattern: /\bpart:(\w{12,})/dgu },
    { kind: 'within', telltale: 'ow', pattern: /\bow:\w{12,}/dgu },
  ];
  test.each([
    [`a OWN_${W} b`, `a OWN_[redacted:own:1] b`],
    [`a part:${W} b`, 'a part:[redacted:part:1] b'],
    [`a ow:${W} own_`, 'a [redacted:within:1] own_'],
    ['a part:xxxxxxxxxxxxxxxx', 'a part:xxxxxxxxxxxxxxxx'],
    [`a b:${W}`, `a b:${W}`],
  ])('%s', (text, redacted) => {
    expect(createRedactor(formats).redact(text)).toBe(redacted);
  });
});

describe('keys between their lines', () => {
  test.each<Case>([
    ['private-key', null, `${armour('BEGIN')}\n«${KEY}»\n${armour('END')}`],
    ['private-key', null, `${armour('BEGIN', '')}\n«${KEY}»\n${armour('END', '')} rest`],
    ['private-key', null, `"${armour('BEGIN')}\\n«${KEY}»\\n${armour('END')}"`],
    ['private-key', null, `${armour('BEGIN')}\n«${KEY}»`],
    ['private-key', null, `---- BEGIN SSH2 ENCRYPTED ${'PRIVATE'} KEY ----\n«${KEY}»\n---- END SSH2`],
    ['private-key', null, `PuTTY-User-Key-File-2: ssh-rsa\n«${KEY}»\nPrivate-MAC: 1`],
  ])('%s in %s: %s', hides);

  test.each([
    `${armour('BEGIN')}\n...\n${armour('END')}`,
    `${armour('BEGIN')}\n${'x'.repeat(40)}\n${armour('END')}`,
    `the line ${armour('BEGIN')} begins it`,
    `${armour('BEGIN')}\nMIIEowIBAAKCAQEAz7Q4n0X\n${armour('END')}`,
  ])('is none: %s', (text) => {
    expect(createRedactor().redact(text)).toBe(text);
  });
});

describe('by the place', () => {
  test.each<Case>([
    ['password', null, `redis://:«${V}»@cache:6379`],
    ['password', null, `amqp://u:«${V}»@[::1]/`],
    ['token', null, `https://«${W}a1b2»@host.example/x`],
    ['token', null, `git clone https://«${W}a1b2»:x-oauth-basic@host.example`],
    ['token', null, `Bearer «${W}»`],
    ['token', null, `bearer\t«${W}»`],
    ['basic-auth', null, `Basic «${base64(`svc:${V}`)}»`],
    ['basic-auth', null, `basic «${base64('user:open')}»`],
    ['token', null, `Authorization: Token «${W}»`],
    ['token', null, `"Authorization", "SSWS «${W}${W}»"`],
    ['token', null, `authorization=«${W}${W}»`],
    ['password', null, `curl --user bob:«${V}» http://a`],
    ['password', null, `curl --proxy-user=bob:«${V}» http://a`],
    ['password', null, `curl -u "bob:«${V}»" http://a`],
    ['password', null, `mysql -h db -uroot -p«${V}» shop`],
    ['password', null, `mysqldump -p«${V}» shop`],
    ['password', null, `sshpass -p «${V}» ssh a@b`],
    ['password', null, `sshpass -p '«${V}»' ssh a@b`],
    ['password', null, `open("root:«${V}»@tcp(db:3306)/x")`],
    ['password', null, `"Server=a;Pwd=«${V}»;Port=1"`],
    ['key', null, `AccountName=a;AccountKey=«${W}${W}==»;x`],
    ['key', null, `Endpoint=sb://a;SharedAccessKey=«${W}${W}=»`],
    ['jwt', null, `x(«eyJ${'hbGciOiJI'}.eyJzdWIiOiI1.${W}»)`],
    ['jwt', null, `x «eyJ${'hbGciOiJI'}.eyJzdWIiOiI1»`],
    ['cookie', null, `Cookie: theme=darkdark; sid=«${W}»; n=1`],
    ['cookie', null, `Set-Cookie: sid=«${W}»; Path=/abcdefgh1; Expires=Wed21Oct2026`],
    ['cookie', null, `{"cookie": "sid=«${W}»"}`],
  ])('%s in %s: %s', hides);

  test.each([
    'postgres://app:password@db/x',
    'postgres://app:${DB_PASS}@db/x',
    'postgres://app:<password>@db/x',
    'postgres://app:{{password}}@db/x',
    'redis://localhost:6379/a@b',
    'https://example.com:8080/@scope/name',
    'a bearer of good news in general',
    'Bearer authentication-header-value',
    'Basic knowledge',
    'Authorization: required-by-everyone',
    'curl -u user:$TOKEN1 http://a',
    'mysql -p shop',
    'sshpass -p $PASS1 ssh',
    'Cookie: theme=dark; lang=english-us',
    'Set-Cookie: a=1; Domain=host1.example.com',
    'eyJ is how a token begins',
  ])('is none: %s', (text) => {
    expect(createRedactor().redact(text)).toBe(text);
  });
});

describe('behind a name', () => {
  test.each<Case>([
    // Ways to give a value.
    ['password', null, `password = '«${V}»'`],
    ['password', null, `password: "«${V}»",`],
    ['password', null, `:password => '«${V}»'`],
    ['password', null, `password := \`«${V}»\``],
    ['password', null, `if (password === "«${V}»")`],
    ['password', null, `if password != "«${V}»"`],
    ['password', null, `this.password ??= "«${V}»"`],
    ['password', null, `password ||= "«${V}»"`],
    ['password', null, `process.env.DB_PASSWORD || "«${V}»"`],
    ['password', null, `getenv("DB_PASSWORD", "«${V}»")`],
    ['password', null, `os.environ["DB_PASSWORD"] = "«${V}»"`],
    ['password', null, `password <- "«${V}»"`],
    ['password', null, `password += "«${V}»"`],
    ['password', null, `const char *password = "«${V}»";`],
    ['password', null, `let password: string = "«${V}»";`],
    ['password', null, `password: &str = b"«${V}»"`],
    ['password', null, `password = """«${V}»"""`],
    ['password', null, `password = '''«${V}»'''`],
    ['password', null, `val password = Some("«${V}»")`],
    ['password', null, `password = new Secret("«${V}»")`],
    ['password', null, `password = Buffer.from("«${V}»")`],
    ['password', null, `setPassword("«${V}»")`],
    ['password', null, `password.equals("«${V}»")`],
    ['password', null, `CREATE USER a IDENTIFIED BY '«${V}»'`],
    ['password', null, `psql --password "«${V}»"`],
    ['password', null, `<add key="DbPassword" value="«${V}»" />`],
    ['password', null, `{ name = "password", value = "«${V}»" }`],
    ['password', null, `- name: DB_PASSWORD\n  value: "«${V}»"`],
    ['password', null, `- name: DB_PASSWORD\n  value: «${V}»`],
    ['password', null, `<DbPassword>«${V}»</DbPassword>`],
    ['password', null, `<ns:password type="x"><![CDATA[«${V}»]]></ns:password>`],
    ['password', null, `variable "db_password" {\n  default = "«${V}»"\n}`],
    ['password', null, `run --password=«${V}» x`],
    ['password', null, `run --password «${V}» x`],
    ['password', null, `requirepass «${V}»`],
    ['password', null, `machine a login b password «${V}»`],
    ['password', null, `ENV DB_PASSWORD «${V}»`],
    ['password', null, `export DB_PASSWORD=«${V}»`],
    ['password', null, `  DB_PASSWORD=«${V}»`],
    ['password', null, `set DB_PASSWORD=«${V}»`],
    ['password', null, `password=«${V}»&x=1`],
    ['password', 'a.yaml', `db:\n  password: «${V}» # of the database\n`],
    ['password', 'a.yaml', `db:\n  password: «correct horse battery staple»\n`],
    ['password', 'a.yaml', `db:\n  password: |\n    «${V}»\n  user: x\n`],
    ['password', 'a.toml', `password = «${V}»`],
    ['password', 'a.ini', `password = «${V}» ; of the database`],
    ['password', '.env', `DB_PASSWORD=«abcd»`],
    ['password', 'a.properties', 'x.password=«4711471»'],
    ['password', '.netrc', `machine a\n  password «${V}»`],
    ['password', '_netrc', `password «${V}»`],
    // Names, and what they are called.
    ['password', null, `passphrase = "«${V}»"`],
    ['password', null, `passcode = "«${V}»"`],
    ['password', null, `pwd = "«${V}»"`],
    ['password', null, `{ "pass": "«${V}»" }`],
    ['password', null, `smtp_pass: "«${V}»"`],
    ['password', null, `PASSWD = "«${V}»"`],
    ['secret', null, `secret = "«${V}»"`],
    ['secret', null, `credential = "«${V}»"`],
    ['token', null, `token = "«${V}»"`],
    ['token', null, `jwt = "«${V}»"`],
    ...[
      'api',
      'access',
      'private',
      'auth',
      'encryption',
      'signing',
      'master',
      'shared',
      'account',
      'client',
      'session',
    ].map((word): Case => ['key', null, `${word}_key = "«${V}»"`]),
    ...['license', 'storage', 'admin', 'deploy', 'webhook', 'hmac', 'aes', 'rsa', 'ssh', 'ssl', 'tls', 'jwt'].map(
      (word): Case => [word === 'jwt' ? 'token' : 'key', null, `${word}Key = "«${V}»"`],
    ),
    ...['crypt', 'crypto', 'hash', 'cipher', 'primary', 'secondary', 'functions', 'maps', 'subscription'].map(
      (word): Case => ['key', null, `${word}-key: "«${V}»"`],
    ),
    ['connection-string', null, `connection_string = "«Server7;${V}»"`],
    ['connection-string', null, `dsn = "«a1${W}»"`],
    ...['auth', 'sig', 'signature', 'salt', 'mnemonic', 'sessid', 'otp', 'session_id'].map(
      (word): Case => ['secret', null, `${word} = "«${W}»"`],
    ),
    // Values.
    ['password', null, 'password = "«$2b$12$abcdefghijklmnopqrstuv»"'],
    ['password', null, 'password = "«Abc!1234»"'],
    ['password', null, 'password = "«correct!Horse»"'],
    ['password', null, 'password = "«48151623»"'],
    ['token', null, `token = "«${W}${W}${W}=»"`],
    ['token', null, 'token = "«qWxZrTkLpVbNmKjHgFdSaQwE»"'],
    ['token', null, 'token = "«8842!1937#5560$2718»"'],
    ['password', null, `const PASSWORD: &str = "«${V}»";`],
    ['password', null, `const PASSWORD: &'static str = "«${V}»";`],
    ['password', null, `<password type="x">«${V}»</password>`],
  ])('%s in %s: %s', hides);

  test.each<readonly [string | null, string]>([
    [null, 'password'],
    [null, 'password = ""'],
    [null, 'password = "abc"'],
    [null, 'token = "abc12"'],
    [null, 'token = "aaaaaaaaaaaa"'],
    [null, 'secret = "some-name-of-it"'],
    [null, 'token = "oauth2-token"'],
    [null, 'token = "OAuth2PasswordBearer"'],
    [null, 'token = "my-app-v2"'],
    [null, 'password = "newPassword2"'],
    [null, 'password = "your-password-1"'],
    [null, 'password = "example1"'],
    [null, 'password = "test-password-1"'],
    [null, 'password = "xxxxxxxx1"'],
    [null, 'password = "<your password 1>"'],
    [null, 'password = "%DB_PASSWORD%"'],
    [null, 'password = "{{ db.password1 }}"'],
    [null, 'password = "$DB_PASSWORD1"'],
    [null, 'password = "vault:secret/db1"'],
    [null, 'password = "/run/secrets/db1"'],
    [null, 'password = "https://a1.example/x"'],
    [null, 'password = "${a}b1c2d3e4"'],
    [null, 'password = "the value 4 you"'],
    [null, 'password = readline1()'],
    [null, 'password = config.db.password1'],
    [null, 'token = tokens[0]'],
    [null, 'token = a.b2.c3.d4'],
    [null, 'token: 0x1f2e3d4c'],
    [null, 'password: 12345678,'],
    [null, 'token = "1.234.567"'],
    [null, 'token = "\\\\x41\\\\x42\\\\x43a1"'],
    [null, 'password = "пароль123"'],
    [null, 'token_type = "a1b2c3d4e5f6"'],
    [null, 'next_token = "a1b2c3d4e5f6"'],
    [null, 'password_hash = "a1b2c3d4e5f6"'],
    [null, 'password_field = "a1b2c3d4e5f6"'],
    [null, 'SECRET_ARN = "a1b2c3d4e5f6"'],
    [null, 'password = "12345678"'],
    [null, 'session_ids = "hT7kQ9zLm2xw"'],
    [null, 'passage: "hT7kQ9zLm2xw"'],
    [null, 'the password hT7kQ9zLm2xw'],
    ['a.yaml', 'password: string'],
    ['a.yaml', 'password: true'],
    ['a.yaml', 'password: SecureString'],
    ['a.yaml', 'password: abc'],
    ['a.yaml', 'password: this is a sentence of words'],
    ['a.yaml', 'password: |\nuser: x'],
    ['a.yaml', 'password: ${DB_PASSWORD}'],
    ['.env', 'DB_PASSWORD='],
    [null, 'restic --password-command "pass show backup"'],
    [null, 'echo "the password was printed"'],
    [null, "const password = process.env.PASSWORD || '';"],
    [null, "const password = options.get('password', 'Password of the account');"],
    [null, 'const token = await getToken(config, "access-token");'],
    ['a.yaml', 'password: ${DB_PASSWORD:-}'],
    ['a.ini', 'password = {env:DB_PASSWORD}'],
    ['a.ini', 'passwords = [first, second]'],
    [null, 'password: "{user.password2}"'],
    [null, 'password: "[0-9a-zA-Z]{8,}"'],
    [null, 'password: "^(?=.*[0-9])(?=.*[a-z]).{8,}$"'],
    [null, 'password: "<your-password-1>"'],
    [null, 'password = "$DB_PASSWORD2"'],
    [null, 'a.password=B2(c,3)+x.Y[0]'],
    [null, 'see http://host:8080/a/b@c for the path'],
  ])('is none in %s: %s', (path, text) => {
    const redactor = createRedactor();
    expect(path === null ? redactor.redact(text) : redactor.redactFile(path, text)).toBe(text);
  });
});

describe('by the file', () => {
  const SECRET = 'apiVersion: v1\nkind: Secret\n';
  test.each<Case>([
    ['secret', '.pgpass', `db:5432:shop:app:«${V}»`],
    ['secret', 'a/.pgpass', `*:*:*:app:«abc»`],
    ['secret', '.htpasswd', 'bob:«abcdefgh»'],
    ['secret', 'htpasswd', 'bob:«abcdefgh»'],
    ['secret', '.env', `ANY=«${W}abcd»`],
    ['secret', '.env.local', `export ANY="«${W}abcd»"`],
    ['secret', 'prod.env', `ANY=«${W}abcd»`],
    ['kubernetes-secret', 'a.yaml', `${SECRET}data:\n  a: «${base64('open')}»\n  b: "«YWJjZGVm»"\ntype: Opaque1234`],
    ['kubernetes-secret', 'a.yaml', `x: 1\n---\n${SECRET}stringData:\n  a.b: «plain-text»\n`],
    ['kubernetes-secret', 'a.json', '{"kind":"Secret","data":{"a":"«YWJjZGVm»","b":"«Z2hpamts»"}}'],
    ['kubernetes-secret', 'a.json', '{"kind" : "Secret","stringData" : {"a": "«open»"}}'],
  ])('%s in %s: %s', hides);

  test.each([
    ['a.env.ts', `ANY=${W}abcd`],
    ['.env', 'HOST=a1b2c3d4e5f6.example.com'],
    ['.env', 'ANY=12345678901234567890a'],
    ['.env', 'ANY=the-name-of-something-long'],
    ['pgpass', 'db:5432:shop:app:password'],
    ['a.yaml', 'kind: ConfigMap\ndata:\n  a: plain-text\n'],
    ['a.yaml', `${SECRET}data:\n  a: {{ .Values.a }}\n  b: \${B1234}\nother: some-text\n`],
    ['a.yaml', `${SECRET}metadata:\n  name: some-name\n`],
    ['a.yaml', `${SECRET}---\nkind: ConfigMap\ndata:\n  a: plain-text\n`],
    ['a.json', '{"kind":"ConfigMap","data":{"a":"YWJjZGVm"}}'],
  ])('is none in %s: %s', (path, text) => {
    expect(createRedactor().redactFile(path, text)).toBe(text);
  });
});

describe('a text within a text', () => {
  test.each<Case>([
    ['encoded-secret', null, `blob("«${base64(`password = "${V}"`)}»")`],
    ['encoded-secret', null, `blob("«${base64(`x ghp_${W}${W}`)}»")`],
    ['encoded-secret', null, `blob("«${base64(`redis://:${V}@cache`)}»")`],
    ['password', null, `"text": "a\\npassword=\\"«${V}»\\"\\nb"`],
    ['password', null, `q=password%3D%22«${V}»%22&b`],
    ['password', null, `one\n"password: \\'«${V}»\\'"\nthree`],
    ['password', null, `"{\\u000apassword: \\"«${V}»\\"}"`],
  ])('%s in %s: %s', hides);

  test.each([`blob("${base64('nothing at all in this text')}")`, `blob("${W}${W}")`])('is none: %s', (text) => {
    expect(createRedactor().redact(text)).toBe(text);
  });
});

describe('where a name, a line and a value end', () => {
  const SETTINGS = [
    ...[
      'env',
      'yml',
      'yaml',
      'toml',
      'ini',
      'cfg',
      'conf',
      'cnf',
      'properties',
      'tfvars',
      'netrc',
      'npmrc',
      'pypirc',
    ].map((extension) => `a.${extension}`),
    ...[
      'a.credentials',
      'a.service',
      '.env',
      '.env.local',
      '.netrc',
      '.npmrc',
      '.pypirc',
      '.my.cnf',
      '.s3cfg',
      '.boto',
    ],
    ...[
      '.git-credentials',
      '.dockercfg',
      '_netrc',
      'credentials',
      'Dockerfile',
      'Dockerfile.dev',
      'a.env.local',
      'd/a.yaml',
    ],
  ];

  test.each<Case>([
    ...['2', '9', '0', 'A', 'Z', 'a', 'z', '_x', '-x', '.x', '_X9'].map(
      (end): Case => ['password', null, `db_password${end} = "«${V}»"`],
    ),
    ...['A', 'Z', 'a', 'z', '0', '9', '_', '.', 'a-'].map(
      (start): Case => ['password', null, `${start}_password: "«${V}»"`],
    ),
    ...['export', 'set', 'setx', 'ENV', 'ARG', 'declare', 'declare -x', 'local', 'readonly', 'env'].map(
      (word): Case => ['password', null, `  ${word} db_password=«vanilla»`],
    ),
    ['password', null, 'RUN export db_password=«vanilla»'],
    ['password', null, '- export db_password=«vanilla»'],
    ['password', null, 'one\nDB_PASSWORD=«vanilla»\ntwo'],
    ['token', null, `token = «g${V}»`],
    ['token', null, `token = «g${V}», x`],
    ['password', null, `password = "«${V}»\nnext line"`],
    ['password', null, `password = "«${V}\\"${V}»"`],
    ['password', null, `password = \`«${V}»\` and "more"`],
    ['password', null, `password = "«${V}»"; token_type = "${V}x"`.replace(`${V}x`, 'plain')],
    ['password', null, `a = 1; password = "«${V}»"; password = "«${W}»"`],
    ['password', 'a.yaml', `password:   «${V}»   # comment\nuser: x`],
    ['password', 'a.yaml', `password: '«${V}»'`],
    ['password', 'a.yaml', `password: «${V}»",`],
    ['password', 'a.yaml', `a:\n  password: >-\n    «${V}»\n\n  user: plain text here\n`],
    ['password', 'a.yaml', `a:\n  password: |\n    «${V}»`],
    ['token', 'a.yaml', 'a:\n  token: |\n    «words of a text that is longer than forty characters»\n  b: 1\n'],
    ...SETTINGS.map((path): Case => ['password', path, 'password = «vanilla»']),
  ])('%s in %s: %s', hides);

  test.each<readonly [string | null, string]>([
    [null, 'db_password=vanilla'],
    [null, 'x DB_PASSWORD=vanilla'],
    [null, 'export DB_PASSWORD: vanilla'],
    [null, `${' '.repeat(61)}DB_PASSWORD=vanilla`],
    [null, `token = g${V}(1)`],
    [null, `token = g${V}[1]`],
    ['a.yaml', 'a:\n  token: |\n    abc\n  b: 1\n'],
    ['a.yaml', 'a:\n  password: |\n  b: 1\n'],
    ['a.ts', 'password = vanilla'],
    ['a.yamlx', 'password = vanilla'],
    ['xcredentials', 'password = vanilla'],
    ['environment', 'password = vanilla'],
  ])('is none in %s: %s', (path, text) => {
    const redactor = createRedactor();
    expect(path === null ? redactor.redact(text) : redactor.redactFile(path, text)).toBe(text);
  });

  test.each([
    ...[
      'passwd',
      'passphrase',
      'passcode',
      'pass',
      'secret',
      'token',
      'user',
      'username',
      'yourpass',
      'xxxx',
      '****',
      '....',
    ],
    ...[
      'changeme',
      'example',
      'redacted',
      'somepassword',
      'author',
      'bearer',
      'basic',
      'header',
      'scheme',
      'credential',
    ],
    ...[
      'credentials',
      'foo',
      'bar',
      'baz',
      'test',
      'guest',
      'postgres',
      'root',
      'admin',
      'mysql',
      'redis',
      's3cr3t',
      'pwd',
    ],
    ...['pass123', '12345', '$PASS', '%PASS', '{pass}', '(pass)', '[pass]', 'a${b}', 'a{{b'],
  ])('a password of an address that says only what it is: %s', (word) => {
    const text = `connect(x://u:${word}@host)`;
    expect(createRedactor().redact(text)).toBe(text);
  });

  test.each<Case>([
    ['token', null, 'Bearer «abcDefGhiJklMnoPqr»'],
    ['token', null, 'Bearer «a1b2c3d4e5f6»'],
    ['password', null, `x;pwd = «${V}»;`],
    ['password', null, `PWD=«${V}»;`],
    ['key', null, `SharedSecret=«${W}»`],
    ['key', null, `SharedAccessSignature=«${W}»`],
    ['key', null, `"AccountKey=«${W}»"`],
    ['password', null, `q=password%3A«${V}»%26`],
    ['password', null, `q=password%3D%27«${V}»%27`],
    ['password', null, `"x\\tpassword=\\"«${V}»\\""`],
    ['password', null, `"a\\npassword=\\"«${V}»\\""\nplain line\n"b\\npassword=\\"«${W}»\\"\\n"\nlast`],
    [
      'private-key',
      null,
      `${armour('BEGIN')}\n«${KEY}»\n${armour('END')}\nx\n${armour('BEGIN')}\n«${W}${V}»\n${armour('END')}`,
    ],
  ])('%s in %s: %s', hides);

  test.each([
    'Bearer aaaaBaaaaBaaaaBaaa',
    'Bearer 123456789012345',
    'Bearer token-value12',
    'Bearer some/path/of2.words',
    'SharedSecret=short',
  ])('is none: %s', (text) => {
    expect(createRedactor().redact(text)).toBe(text);
  });
});

// Read from each of them to the end, they would take minutes.
test.each(['\n', '\r', ' ', '\t\n'])('settings of nothing but %j are read once', (sign) => {
  const text = `${sign.repeat(300_000)}\n`;
  expect(createRedactor().redact(text, '.env')).toBe(text);
});
