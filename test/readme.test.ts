/** What the README shows of a replay is what the command prints; its first sample is checked in e2e/shop.test.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from './e2e/run-cli.ts';

const root = join(import.meta.dirname, '..');

test('the recorded model review of the README is what its replay prints', async () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const sample = /```\n(═══ Consensus Review: examples\/depot[\s\S]*?)\n```/u.exec(readme)?.[1] ?? '';
  const command = /^consensus-review (review examples\/depot --replay \S+)/mu.exec(readme)?.[1]?.split(' ') ?? [];
  const { stdout, stderr } = await runCli([...command, '-f', 'terminal'], { cwd: root });
  const printed = new Set(stdout.split('\n'));
  expect(sample.split('\n').length).toBeGreaterThan(12);
  expect(sample.split('\n').filter((line) => line.trim() !== '…' && !printed.has(line))).toEqual([]);
  expect(stderr).toContain('no commercial model made them');
});
