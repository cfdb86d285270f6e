import { expect, test } from 'vitest';
import { findQuotedSecrets } from './quoted-secrets.ts';

const GITHUB = `ghp_${'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d'}`;
const PASSWORD = 'hT7kQ9zLm2xw';

test.each([
  ['plain code', 'javascript', 'const total = price * count;', []],
  ['a token in a call', 'python', `requests.get(u, headers={"Authorization": "Bearer ${GITHUB}"})`, [GITHUB]],
  ['a password by name', 'go', `password := "${PASSWORD}"`, [PASSWORD]],
  ['a password in an address', 'javascript', `fetch(\`https://u:${PASSWORD}@\${host}/x\`)`, [PASSWORD]],
  ['an account of curl', 'bash', `curl -u admin:${PASSWORD} http://x.example`, [PASSWORD]],
  ['an account of mysql', 'bash', `mysqldump -h db -p${PASSWORD} shop`, [PASSWORD]],
  ['a source name of a database', 'go', `sql.Open("mysql", "root:${PASSWORD}@tcp(db:3306)/shop")`, [PASSWORD]],
  ['words in the place of a password', 'markdown', 'https://user:password@example.com', []],
  ['a variable in the place of a password', 'bash', 'curl -u admin:$PASSWORD https://u:$PASSWORD@example.com', []],
])('%s', async (_name, language, text, secrets) => {
  expect(await findQuotedSecrets([{ language, text }])).toEqual(secrets);
});

test('many texts are searched together, and none reads on in the next', async () => {
  const texts = Array.from({ length: 300 }, (_, i) => ({ language: null, text: `password = "${PASSWORD}${i}"` }));
  expect(await findQuotedSecrets(texts)).toHaveLength(300);
});
