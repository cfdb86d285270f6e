/**
 * Where secrets stand, one sign more or less (find-secrets.ts): rows that tell a pattern from a slightly different one (mutation
 * testing, docs/reliability.md). Secrets are marked `«…»`.
 */
import { describe, expect, test } from 'vitest';
import { findSecrets } from './find-secrets.ts';

type Row = readonly [kinds: string, path: string | null, marked: string];

/** Ends of armour lines, in two halves: a scanner of this file finds no key. */
const BEGIN = ['-----BEGIN PRIVATE', 'KEY-----'].join(' ');
const END = ['-----END PRIVATE', 'KEY-----'].join(' ');
const AWS = ['AKIA', 'Q3EGRVTH5ZJ2WLNC'].join('');

const SECRETS: readonly Row[] = [
  ['private-key', null, `${BEGIN}\\n«abcdEFGH1234ijklMNOP5678»\\n${END}`],
  ['private-key', null, `${BEGIN}«MIIEvQIBADANBgkqhkiG9w0B\\nEFAASCBKcwggSjAgEAAoIBAQC7»\\n${END}`],
  ['private-key', null, `${BEGIN}\n«MIIEvQIBADANBgkqhkiG9w0BEFAASCBKcwgg»\n{}`],
  ['basic-auth', null, 'x Basic  «dXNlcjpodDdrcTl6bG0yeHc=»'],
  ['token', null, 'Authorization: Negotiate  «YIIFmzCCBZegAwIBAq4K2tZq»'],
  ['token', null, 'Authorization: «YIIFmzCCBZegAwIBAq4K2tZq»'],
  ['password', null, 'sshpass \t-p «hT7kQ9zLm2xw»'],
  ['password', null, "sshpass -p '«hT7kQ9zLm2xw»'"],
  ['password', null, 'x Pwd=«correcthorse»;'],
  ['password', null, 'helm registry login h -u me -p «correcthorse»'],
  ['password', null, "echo 'root:«correcthorse»'  |  sudo chpasswd"],
  ['password', null, 'echo root:«correcthorse»|chpasswd'],
  ['secret', null, '--from-literal="a=«correcthorse»"'],
  ['secret', null, '--from-literal=a=«correcthorse»'],
  ['aws-key,aws-secret', null, `«${AWS}»", "«wJalrXUtnFEMIK7MDENGbPxRfiCYzq9Lm2hT7kQ4»"`],
  ['aws-key,aws-secret', null, `«${AWS}» «wJalrXUtnFEMIK7MDENGbPxRfiCYzq9Lm2hT7kQ4»`],
  ['key', null, 'Fernet( b"«cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=»")'],
  ['key', null, 'Fernet("«cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=»")'],
  ['token', null, '"github-oauth" :  {  "github.com" :  "«hT7kQ9zLm2xwZq4vB8nR»"}'],
  ['token', null, '"github-oauth":{"github.com":"«hT7kQ9zLm2xwZq4vB8nR»"}'],
  ['password', null, 'sqlcmd -S h -P «ab$5cdK9zLm»'],
  ['password', null, 'openssl enc -k «ab$5cdK9zLm»'],
  ['password', null, 'openssl rsa -pass «pass:ab5cdK9zLm»'],
  ['password', null, 'openssl rsa -passin pass:«ab5cdK9zLm»'],
  ['password', null, 'ssh-keygen -N «ab$5cdK9zLm»'],
  ['password', null, 'zip -P «ab$5cdK9zLm» a.zip'],
  ['password', null, 'zip -r -e -P «ab5cdK9zLm» a.zip'],
  ['password', null, 'rclone  obscure  «ab$5cdK9zLm»'],
  ['password', null, "smbclient //h/s -U 'me%«correcthorse»'"],
  ['password', null, 'htpasswd  -b  f  me  «correcthorse»'],
  ['password', null, 'echo  -n  «correcthorse» | sudo  -S ls'],
  ['password', null, 'echo «correcthorse» | passwd me'],
  ['secret', null, 'vault kv put  a/b  c=«correcthorse»'],
  ['password', null, 'net use  z:  //h/s  «correcthorse»  /user:me'],
  ['password', null, 'Authentication("me",  "«hT7kQ9zLm2xw»")'],
  ['password', null, 'authentication("me", "«hT7kQ9zLm2xw»")'],
  ['password', null, 'basic_auth(x,  "me",\n  "«hT7kQ9zLm2xw»")'],
  ['password', null, 'BasicAuth("me", "«hT7kQ9zLm2xw»")'],
  ['password', null, 'auth  =  ("me", "«hT7kQ9zLm2xw»")'],
  ['password', null, 'auth=("me", "«hT7kQ9zLm2xw»")'],
  ['key', null, "ConvertTo-SecureString  -String  '«hT7kQ9zLm2xw»'"],
  ['password', null, 'https://u:«aB3/x9Kq/Lm2Z»@h'],
  ['password', null, 'https://user:«aB3/x9Kq/Lm2Z»@h'],
  ['password', null, 'x-pass-command:  echo  -n  «hT7kQ9zLm2xw»'],
  ['password', null, 'x-pass-command: printf %s  «hT7kQ9zLm2xw»'],
  ['cookie', null, 'Cookie:  sid=«hT7kQ9zLm2xw»'],
  ['cookie', null, 'Cookie: xpath=«hT7kQ9zLm2xw»; paths=«Zq4vB8nR1tYc6mKd»'],
  ['secret', '.env', 'A="«Zq4vB8nR1tYc6mKdx7Wp»"  '],
  ['secret', '.env', 'export   A = «Zq4vB8nR1tYc6mKdx7Wp»'],
  ['secret', '.env.local', '  A=«Zq4vB8nR1tYc6mKdx7Wp»'],
  ['secret', 'a/prod.env.json', 'A=«Zq4vB8nR1tYc6mKdx7Wp»'],
  ['secret', 'master.key', '«3f9a1c7be2d84f06a1b2c3d4e5f60718»'],
  ['secret', 'config/master.key', '«3f9a1c7be2d84f06a1b2c3d4e5f60718»\n'],
  ['password', 'x.env.sh', 'password=«correcthorse»'],
  ['kubernetes-secret', 'a.yml', 'kind:   Secret\ndata:\n  a:   «abcdefgh»\n'],
  ['kubernetes-secret', 'a.yml', 'kind: Secret\ndata: \n  a: «abcdefgh»\n\n  b: «ijklmnop»\nx: abcdefgh\n'],
  ['password', null, 'a\\tpassword="«hT7kQ9zLm2xw»"'],
  ['password', null, 'a\\t\\"password\\": \\"«hT7kQ9zLm2xw»\\"'],
];

const NONE: readonly Row[] = [
  ['', null, `${BEGIN}abcdEFGH1234ijk\\nlMNOP567${END}`],
  ['', null, `${BEGIN}${END} and then the words of a sentence follow here`],
  ['', null, `${BEGIN}\` stands before abcdefghijklmnopqrstuvwxyz0123456789`],
  ['', null, 'Authorization: The implementation of authorization'],
  ['', null, `${AWS.toLowerCase()} wJalrXUtnFEMIK7MDENGbPxRfiCYzq9Lm2hT7kQ4`],
  ['', 'a.ts', '{"kind": "ConfigMap", "data": {"a": "abcdefgh", "b": "Secret"}}'],
  ['', 'a.yml', 'x-kind: Secret\ndata:\n  a: abcdefgh\n'],
  ['', 'a.yml', 'kind: Secret\ndata: x\n  a: abcdefgh\n'],
  ['', 'a.yml', 'kind: Secret\nmetadata:\n  a: abcdefgh\n'],
  ['', '.pgpass.md', 'a:b:c:d:correcthorse'],
  ['', '.htpasswd.md', 'me:correcthorse'],
  ['', 'a.csv.ts', 'user,password\nbob,correcthorse'],
  ['', 'a.conf.ts', 'db_password correcthorse'],
  ['', 'netrc.md', 'machine h login u password'],
  ['', 'a.key', '3f9a1c7be2d84f06a1b2c3d4e5f60718'],
  ['', 'master.key', '# 3f9a1c7be2d84f06a1b2c3d4e5f60718'],
  ['', 'a.env.ts', 'A=Zq4vB8nR1tYc6mKdx7Wp'],
  ['', 'a.env.mjs', 'A=Zq4vB8nR1tYc6mKdx7Wp'],
  ['', '.env', 'A=Zq4vB8nR1tYc6mKdx7Wp x'],
  ['', null, 'x Cookie: path=hT7kQ9zLm2xw; Expires=Zq4vB8nR1tYc6mKd'],
];

/** The text with every secret between marks, and their kinds in order. */
function mark(text: string, path: string | null): readonly [string, string] {
  const spans = findSecrets(text, path, []);
  const marked = spans.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}«${rest.slice(start, end)}»${rest.slice(end)}`,
    text,
  );
  return [spans.map(({ kind }) => kind).join(), marked];
}

const kindsOf = (kinds: string, marked: string): string => {
  const [first = '', ...more] = kinds.split(',');
  if (more.length > 0 || first === '') return kinds;
  return (
    marked
      .match(/«/gu)
      ?.map(() => first)
      .join() ?? ''
  );
};

describe.each([
  ['is found', SECRETS],
  ['is none', NONE],
])('what is marked, and nothing else, %s', (_, rows) => {
  test.each(rows)('%s in %s: %s', (kinds, path, marked) => {
    expect(mark(marked.replace(/[«»]/gu, ''), path)).toEqual([kindsOf(kinds, marked), marked]);
  });
});
