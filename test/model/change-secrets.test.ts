/** What a model is shown of a change beside its files: removed lines, callers, messages of commits. No secret of any of them leaves. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, runCli, writeFiles } from '../e2e/run-cli.ts';
import { writeResult } from './obedient-model.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

/** Made here, so that no file of ours holds one. */
const token = (seed: string): string =>
  `ghp_${createHash('sha512').update(seed).digest('base64').replace(/\W/gu, '').slice(0, 36)}`;
const [OLD, CALLER, TOLD, CUT] = ['old', 'caller', 'told', 'cut'].map(token) as [string, string, string, string];

test('secrets in removed lines, in callers and in messages stay, also where a message is cut within one [TRUST-06]', async () => {
  const filler = 'export const filler = 1;\n'.repeat(60);
  const root = createFolder({
    'src/pay.ts': `export function pay(amount: number) {\n  const held = "${OLD}";\n  return send(held, amount);\n}\n${filler}`,
    'src/shop.ts': `import { pay } from './pay.ts';\nexport const buy = () => {\n  const key = "${CALLER}";\n  return pay(key.length);\n};\n`,
  });
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  const git = (...args: readonly string[]) => execFileSync('git', [...who, ...args], { cwd: root, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'base');
  writeFiles(root, { 'src/pay.ts': `export function pay(amount: number) {\n  return send(amount);\n}\n${filler}` });
  // The message is cut behind 4,000 characters: 12 of the last token stand before that.
  const said = `Key ${TOLD} is gone\n\n`;
  git('commit', '-qam', `${said}${'why '.repeat(1000).slice(0, 4000 - said.length - 13)}\n${CUT}`);
  const provider = await startLoopbackProvider();
  provider.otherwise((request) => ({ text: writeResult(request, { findings: [], verdict: 'OK' }) }));
  providers.push(provider);
  const args = ['review', '--commit', 'HEAD', '--reviewers', 'security', '--model', 'anthropic/loopback', '-f', 'json'];
  const { code } = await runCli([...args, '--quiet'], { cwd: root, env: provider.environment });
  expect(code).toBe(0);
  const sent = JSON.stringify(provider.requests.map(({ body }) => body));
  // All three were shown.
  expect(sent).toContain('What the author says of the change');
  expect(sent).toMatch(/-\\t {2}const held = /u);
  expect(sent).toContain('pay is called in src/shop.ts');
  for (const secret of [OLD, CALLER, TOLD, CUT]) expect(sent).not.toContain(secret.slice(0, 10));
});
