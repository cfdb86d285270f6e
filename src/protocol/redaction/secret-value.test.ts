/** What is a secret behind its name, and what only looks like one: each case tells one rule of the judgement from a slightly different one. */
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../test/secrets/canaries.ts';
import { isSecretValue, type Writing } from './secret-value.ts';

type Case = readonly [name: string, value: string];

const SECRETS: Readonly<Record<Writing, readonly Case[]>> = {
  quoted: [
    ['password', '[hT7kQ9zLm2xw'],
    ['password', '{hT7k!Q9zLm2xw}'],
    ['password', '$hT7k!Q9zLm2xw'],
    ['password', 'a8(k2)Zq;4'],
    ['secret', '@hT7kQ9zLm2xw'],
    ['secret', 'a8(k2)Zq;4'],
    ['sessid', 'Zq4vB8nR1tYc6mKd'],
    ['session_id', 'a1b2c3d4.'],
    ['password', 'secretsa1b2c3'],
    ['session_id', 'tokenA1b2'],
    ['DB_PASSWORD', '$2b$12$abcdefghijklmnopqrstuv'],
    ['session_id', 'a<b1c2d3'],
    ['DB_PASSWORD', 'a->b1c2'],
    ['password', 'som>/path/of2'],
    ['ssm', 'a1b2c3d4@host'],
    ['session_id', 'a*b1c2d3'],
    ['token', '$2b$12$abcdefghijklm'],
    ['x.password', '4711471'],
    ['DB_PASSWORD', 'userIdToken'],
    ['DB_PASSWORD', 'abCdEfGhIj'],
    ['cookie', 'sid=Zq4vB.nR1tYc6mK'],
    ['password', 'aB3$x9Zq'],
    ['password', 'passwd12345'],
    ['apwd', 'Zq4vB8n111tYc6mKd'],
    ['password', 'aB1-cD2-eF3'],
    ['password', 'pwdfile:a1b2c3'],
    ['password', 'admin%ABC%'],
    ['token', 'secrets.ENC[a1b2$pbkdf2-sa256$c3'],
    ['token', 'asxxxswordd^a1b2c3d4'],
  ],
  bare: [
    ['cc', 'CCIPAT_l9QdWsdxW7VutsOXMxXx1p_280136c8af20794a8eabc1a961a6de4d53e211a0'],
    ['password', 'aB3$x9'],
    ['token', '8842!1937#5560$2718'],
    ['session_id', '/IIEowIBAAKCAQEAz7Q4n0Xk9aZZ6sKT4t2WabcdEF12'],
    ['Server', 'db;Database=a;User Id=sa;Password=e6AWRYrFbcNrN81x;'],
    ['SECRET_KEY', 'e4YgXPs0LuJlfamK75AOVSEsK5GGNI7j!#%'],
    ['token', 'option12b'],
    ['token', 'OAuth2PasswoRdBearer'],
    ['cookie', 'sid=Zq4vB.nR1tYc6mK'],
    ['mypass', 'vaniLla1x'],
    ['op', 'a1b2c3d4'],
    ['token', '0x1F2e3d4C'],
    ['token', 'nilprocess.envbar,1'],
    ['session_id', '$argon2$envsecret.$scrypvault:'],
    ['password', 'xx@y1passwd'],
    ['password', 're7ddddacte0x1f'],
    ['db_pass', 'v12abfooBarc1old'],
  ],
  setting: [
    ['sync_tokenx', 'Zq4vB8nR1tYc6mKd'],
    ['validationKey', '3f786850e387550fdab836ed7e6dc881de23001b'],
    ['ssword', 'passwA1b2'],
    ['_TOKEN', 'xc5KCxONLV9aig6'],
    ['DB_PASSWORD', '$1$abcdefghijklmnnnopqrs'],
    ['db', '5432:shop:app:hT7kQ9zLm2xw'],
    ['psk', 'vanilla1x'],
    ['Cookie', 'theme=dark; sid=CTIuBqgQzaBh0bgvCuMc31; n=27'],
    ['password', 'change t'],
    ['password', 'abcd'],
    ['password', 'correct horse battery staple'],
    ['password', 'correctHorse'],
    ['DB_PASSWORD', 'inte'],
    ['token', 'qWxZrTkLpVbNmKjHgFdSaQwE'],
    ['token', ']hunter2'],
    ['db_pass', 'envseecret..l**'],
    ['db_pass', '*currennnenvvvvvvv.nnnt'],
    ['password', 'truesecret./nilmevault:'],
    ['password', '$pbkdf2-sha256$k)9zLm2'],
  ],
};

const NONE: Readonly<Record<Writing, readonly Case[]>> = {
  quoted: [
    ['token_type', 'a1b2c3d4e5f6'],
    ['token_var', 'Zq4vB8nR1tYc6mKd'],
    ['token_message', 'Zq4vB8nR1tYc6mKd'],
    ['token_param', 'Zq4v}8nR1tY6mKd'],
    ['token_column', 'Zq4vB8nR1tYc6mKd'],
    ['token_hash', 'Zq4vB8nR1tYc6mKd'],
    ['token', '../a1b2c3d4'],
    ['ord', '$argon2id$v=191'],
    ['token', '1.234.567'],
    ['password', '12345678,'],
    ['en', '\\0a1b2c3d'],
    ['token', 'correcthorsebattery'],
    ['key', 'DbPassword'],
    ['password', 'DNSKOPYMJTxD'],
    ['hook', 'https://hooks.slack.com/serviCes/T09QPURXF/B0HF8THQ/i1PcmxAofYJN8ZWXDShnxM7i'],
    ['Cookie', 'sid=Zq4vB8nR1tYc6mKd; a=1'],
    ['password', 'SCrEAMING_CASE'],
    ['password', 'SecureString'],
    ['DB_PASSWORD', 'a[].b1c'],
    ['DB_PASSWORD', 'a[0].b1'],
    ['token', 'reeeef.a1b2c3d4'],
    ['tf', 'd6EgCoDM5VuZ4z.atlasv1.j9VY2uZnBN3GQ9BiZAPPrfqxMiLQln4yd7LiIYeuwVeTnaxNPEhy6U1XyFNa017o'],
    ['password', 'a\\b1c2d3'],
    ['DB_PASSWORD', 'abcdefghijabcdefghijabcdefghijabcdefghijabcd'],
    ['password', 'qwertyuiopasdfghjklzxc'],
    ['password', 'tokenA1'],
    ['session_id', 'ab1-cd2-ef3'],
    ['session_id', 'abcdefghijklmnopqrstqwertyuiopasdfghjklzxc'],
    ['session_id', '415162process.env3'],
    ['token', 'changetest/A_BC1null'],
  ],
  bare: [
    ['AccountName', 'a;AccountKey=Zq4vB8nR1tYc6mKdZq4vB8nR1tYc6mKd==;x'],
    ['session___id', 'a1b2c3d4$'],
    ['token_url', 'Zq4vB8nR1tYc6mKd'],
    ['token_uri', ';vanilla1x'],
    ['token_path', 'Zq4vB8nR1tYc6mKd'],
    ['token_field', 'Zq4vB8nR1tYc6mKd'],
    ['token_pattern', 'Zq4vB8nR1tYc6mKd'],
    ['token_placeholder', 'Zq4vB8nR1tYc6mKd'],
    ['token_input', 'Zq4vB8nR1tYc6mKd'],
    ['token_title', 'Zq4vB8nR1tYc6mKd'],
    ['token', '>$2b$12$abcdefghijklm'],
    ['session_id', 'secret:a1b2'],
    ['token', 'a1EXAMPLEb2'],
    ['ORD', 'a1b2_HERE'],
    ['token', 'Hu@nter2'],
    ['DB_PASSWORD', 'a#b1'],
    ['oken', '9 secret12'],
    ['DB_PASSWORD', 'correct horse battery staple'],
    ['password', '481516'],
    ['password', 'a[0].b1'],
    ['ttttttoken', '~a1b2c#'],
    ['password', 'Vanilla1'],
    ['session_id', ')12345678'],
    ['ken', 'undefine~'],
    ['token', 'a*b1c2ddddddd3'],
    ['password', 'horse+battery'],
    ['token', '::: foo_bar123'],
    ['DB_PASSWORD', 'OAuth2PasswordBearer'],
    ['tokkken', 'ssssschema1a2b'],
    ['token', 'Zsecrets.a1b2c3'],
    ['tf', 'd6EgCoDM5VuZ4z.atlasv1.j9VY2uZnBN3GQ9BiZAPPrfqxMiLQln4yd7LiIYeuwVeTnaxNPEhy6U1XyFNa017o'],
    ['password', 'qWxZrTkLpVbNmKjHgFdSaQwE'],
    ['token', '0x1f2e3d4c'],
    ['password', 'some/path/of2'],
    ['key', 'db_password'],
  ],
  setting: [
    ['pagetoken', 'Zq4vB8nR1tYc6mKd'],
    ['token_file', 'Zq4vB8nR1tYc6mKd'],
    ['token_label', 'Zq4vB8nR1tYc6mKd'],
    ['token_header', 'Zq4vB8nR1tYc6mKd'],
    ['token_error', 'Zq4vB8nR1tYc6mKd'],
    ['token_hint', 'Zq4vB8nR1tYc6mKd'],
    ['token_expires', 'Zq4vB8nR1tYc6mKd'],
    ['oken_attribute', 'Zq4vB8nR1tYc6mKd'],
    ['session_ids', 'hT7kQ9zLm2xw'],
    ['password', '123458'],
    ['DB_PASSWORD', 'changethis n9w1'],
    ['password', 'pass12'],
    ['B_PASSWORD', 'secret12'],
    ['DB_PASSWORD', 'token1234'],
    ['password', 'dummy_a1b2'],
    ['DB_PASSWORD', 'sample1234'],
    ['password', 'mockA1b2'],
    ['password', 'test-password-1'],
    ['password', 'my_secret'],
    ['DB_PASSWORD', 'test123'],
    ['password', 'testABC1'],
    ['passord', 'udefined'],
    ['xpsk', 'vanilla1x'],
    ['token', 'optionsA1'],
    ['db', 'password: hT7kQ9zLm2xw # of the database'],
    ['word', '8842193755602718'],
    ['RD', '1111{111111111111'],
    ['password', 'hT7kQ9zLm2xw ; of the database'],
    ['password', 'words and'],
    ['password', 'string = '],
    ['password', '!vault_plain z5CkjqtPfVdkHjn8q'],
    ['password', 'new Secret('],
    ['password', 'HTTPPPPP'],
    ['dB_PASSWORD', 'bool'],
    ['token', 'my_se5cret'],
    ['token', 'token12345'],
    ['token', 'old1234confir-New1'],
  ],
};

describe.each(['quoted', 'bare', 'setting'] as const)('%s', (writing) => {
  test.each(SECRETS[writing])('%s: %s is a secret', (name, value) => {
    expect(isSecretValue(name, value, writing)).toBe(true);
  });

  test.each(NONE[writing])('%s: %s is none', (name, value) => {
    expect(isSecretValue(name, value, writing)).toBe(false);
  });
});

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SIGNS = '!#%^&*+?~=@[]{}()<>$/:;,.|_-';

/** A few look like a reference or a word by chance. */
test('of 2,000 passwords of letters, digits and any signs at least 99 in 100 are known between quotes [TRUST-06]', () => {
  const random = createRandom(5);
  const pick = (alphabet: string, count: number): readonly string[] =>
    Array.from({ length: count }, () => alphabet[Math.floor(random() * alphabet.length)] ?? '');
  const missed = Array.from({ length: 2000 }, () =>
    [...pick(LETTERS, 9), ...pick('0123456789', 4), ...pick(SIGNS, 3)]
      .map((character) => [random(), character] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, character]) => character)
      .join(''),
  ).filter((value) => !isSecretValue('password', value, 'quoted'));
  expect(missed.length).toBeLessThanOrEqual(20);
});
