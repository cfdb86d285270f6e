// The manual page: what the grammar of the command line says, in roff that every reader of manual pages takes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeManPage } from '../scripts/generate-man.ts';
import { COMMAND_NAMES } from '../src/cli/commands/list.ts';
import { runCli } from './e2e/run-cli.ts';

const project = join(import.meta.dirname, '..');
const page = readFileSync(join(project, 'man/consensus-review.1'), 'utf8');
const plain = page.replaceAll('\\-', '-').replaceAll('\\&', '');

test('the manual page is what `npm run man` writes, and the package ships it', async () => {
  const { man, files } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  expect(page).toBe(await writeManPage());
  expect([man, files.includes('man')]).toEqual(['man/consensus-review.1', true]);
});

test('it has every command, and every flag that --help shows', async () => {
  for (const name of COMMAND_NAMES.filter((command) => command !== 'help')) expect(plain).toContain(`.SS "${name} `);
  for (const name of ['review', 'triage', 'post', 'init']) {
    const { stdout } = await runCli([name, '--help']);
    const flags = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gmu)].map(([, flag = '']) => flag);
    const [section = ''] = plain.slice(plain.indexOf(`.SS "${name} `) + 1).split('\n.SS ');
    expect(flags.filter((flag) => flag !== '--help' && !section.includes(flag))).toEqual([]);
    expect(flags.length).toBeGreaterThan(3);
  }
});

test('its lines are ASCII, begin with macros of man(7) alone and hold known escapes', () => {
  const lines = page.split('\n');
  expect(lines.filter((line) => /[^\x20-\x7e]/u.test(line))).toEqual([]);
  expect(lines.filter((line) => /^[.']/u.test(line) && !/^\.(?:\\"|(?:TH|SH|SS|TP|PP|B|nf|fi)\b)/u.test(line))).toEqual(
    [],
  );
  expect(page.match(/\\(?![-e&"]|\(dq|\[u[0-9A-F]{4,6}\])/gu)).toBe(null);
  expect(page).not.toMatch(/\n\n(?=[^\n]*\n\.(?:TP|SS))/u);
});
