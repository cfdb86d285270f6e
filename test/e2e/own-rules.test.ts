/** Rules of the project: the guide as it is written, whose rules count, and one that is broken. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli, writeFiles } from './run-cli.ts';

const GUIDE = readFileSync(new URL('../../docs/analyzers.md', import.meta.url), 'utf8');
const WRITTEN = Object.fromEntries(
  [...GUIDE.matchAll(/<!-- file: (\S+) -->\n```yaml\n([\s\S]*?)```/gu)].map(([, path, text]) => [path, text ?? '']),
);
const CODE = {
  'src/client.js': 'export const client = new LegacyClient({ retries: 5 });\n',
  'src/report.js': "app.get('/r', (req, res) => reports.run('SELECT * FROM r WHERE id = ' + req.query.id));\n",
};
const FOLDER = '.consensus-review/rules';

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd, encoding: 'utf8' });

function createRepository(files: Readonly<Record<string, string>>): string {
  const root = createFolder();
  writeFiles(root, files);
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'first');
  return root;
}

async function review(cwd: string, ...flags: readonly string[]) {
  const { stdout, code } = await runCli(['review', '-f', 'json', '--fail-on', 'never', ...flags], { cwd });
  const report = JSON.parse(stdout) as ReportDocument;
  const own = report.findings.flatMap(({ file, line, reported_by }) =>
    reported_by.flatMap(({ rule }) => (rule?.startsWith('acme-') ? [`${rule} ${file}:${line}`] : [])),
  );
  return { report, own: own.sort(), code, warnings: report.warnings.join('\n') };
}

test('the rules of the guide pass their cases, are listed, and find in a trusted repository alone what they are about [TRUST-02]', async () => {
  expect(Object.keys(WRITTEN)).toHaveLength(4);
  const cwd = createRepository({ ...WRITTEN, ...CODE });
  const tried = await runCli(['rules', 'test'], { cwd });
  expect([tried.code, tried.stdout]).toEqual([
    0,
    `ok        acme-legacy-client (${FOLDER}/acme-legacy-client.yml), 2 cases\nok        acme-report-injection (${FOLDER}/acme-report-injection.yml), 3 cases\n\n2 rules, all pass\n`,
  ]);
  expect((await runCli(['rules', 'list', '--own'], { cwd })).stdout).toContain('acme-legacy-client  MEDIUM');
  const explained = await runCli(['explain', 'acme-report-injection'], { cwd });
  expect(explained.stdout).toContain('const where =');
  expect(explained.stdout).toContain("reports.run('SELECT * FROM report WHERE id = ?', [req.query.id])");
  const trusted = await review(cwd, '--all', '--trust-repository');
  expect(trusted.own).toEqual(['acme-legacy-client src/client.js:1', 'acme-report-injection src/report.js:1']);
  expect(trusted.report.complete).toBe(true);
  const stranger = await review(cwd, '--all');
  expect(stranger.own).toEqual([]);
  expect(stranger.warnings).toContain(`${FOLDER}: 2 rules not used, because this repository is not trusted`);
});

test('a change is reviewed with the rules of its base; its own are named, and applied where it is trusted [TRUST-01]', async () => {
  const cwd = createRepository({ [`${FOLDER}/a.yml`]: WRITTEN[`${FOLDER}/acme-legacy-client.yml`] ?? '' });
  git(cwd, 'checkout', '-q', '-b', 'change');
  const sub = `${FOLDER}/deep/er/b.yml`;
  writeFiles(cwd, { ...CODE, [sub]: WRITTEN[`${FOLDER}/acme-report-injection.yml`] ?? '' });
  git(cwd, 'rm', '-q', `${FOLDER}/a.yml`);
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-qm', 'second');
  const careful = await review(cwd);
  expect(careful.own).toEqual(['acme-legacy-client src/client.js:1']);
  expect(careful.warnings).toContain(`the change brings along ${FOLDER}/a.yml, ${sub}, not applied`);
  expect((await review(cwd, '--trust-repository')).own).toEqual(['acme-report-injection src/report.js:1']);
});

test('a broken rule is named with its line and leaves its files unreviewed; the others find as ever', async () => {
  const rule = WRITTEN[`${FOLDER}/acme-legacy-client.yml`] ?? '';
  const cwd = createRepository({
    ...CODE,
    'src/a.py': 'print(1)\n',
    [`${FOLDER}/a.yml`]: rule,
    [`${FOLDER}/b.yml`]: rule.replace('severity', 'sevrity').replace('acme-legacy', 'acme-b'),
    [`${FOLDER}/c.yml`]: rule
      .replace('pattern: new LegacyClient($$$OPTIONS)', 'kind: nonsense')
      .replace('acme-legacy', 'acme-c'),
    [`${FOLDER}/d.yml`]: 'id: [\n',
    [`${FOLDER}/e.yml`]: rule,
    [`${FOLDER}/f.yml`]: rule.replace('acme-legacy-client', 'js-code-injection'),
    [`${FOLDER}/g.yml`]: (WRITTEN[`${FOLDER}/acme-report-injection.yml`] ?? '').replace('[http]', '[moon]'),
    [`${FOLDER}/h.yml`]: 'a\0b',
    [`${FOLDER}/a.cases.yml`]: 'positive: [new LegacyClient()]\nnegative: [new LegacyClient(1)]\n',
  });
  const { own, report, warnings } = await review(cwd, '--all', '--trust-repository');
  expect(own).toEqual(['acme-legacy-client src/client.js:1']);
  expect(report.complete).toBe(false);
  for (const place of [
    'b.yml:5: sevrity',
    'd.yml:2:',
    'e.yml:1: id:',
    'f.yml:1: id: js-code-injection is already',
    'h.yml:1:',
  ])
    expect(warnings).toContain(`⚠️ ${FOLDER}/${place}`);
  const row = report.analyzers.find(({ name }) => name === 'own-rules');
  expect(row).toMatchObject({ status: 'failed', findings: 1 });
  expect(row?.reason).toContain(`${FOLDER}/b.yml:5: sevrity: a rule has no such key`);
  const skipped = report.coverage.files.find(({ path }) => path === 'src/client.js');
  expect(skipped?.by).toMatchObject({ 'code-quality-reviewer': 'skipped', 'documentation-reviewer': 'reviewed' });
  const { code, stdout } = await runCli(['rules', 'test', '-f', 'json'], { cwd });
  const { rules } = JSON.parse(stdout) as { rules: { path: string; status: string; faults: string[] }[] };
  expect([code, rules.map(({ path, status }) => `${path.slice(-5, -4)} ${status}`)]).toEqual([
    1,
    ['a failed', 'b broken', 'c broken', 'd broken', 'e broken', 'f broken', 'g broken', 'h broken'],
  ]);
  expect(rules[0]?.faults[0]).toBe(`${FOLDER}/a.cases.yml:2: found, but must not be in javascript`);
  expect(rules[2]?.faults).toEqual([`${FOLDER}/c.yml:12: rule: Kind \`nonsense\` is invalid. (javascript)`]);
  expect(rules[6]?.faults[0]).toContain('g.yml:16: taint.sources: moon is not a source of javascript, known are');
});

test('explain shows a rule with examples from its cases, whichever analyzer has it, and helps with a wrong name', async () => {
  const explain = (id: string) => runCli(['explain', id], { cwd: createFolder() });
  for (const [id, why, bad] of [
    ['js-code-injection', 'CWE-95', 'eval('],
    ['cloud-open-port', 'found by scanners within minutes', 'from_port = 22'],
    ['ruff-b002', 'Python has no `++`', ''],
  ] as const) {
    const { stdout, code } = await explain(id);
    expect([id, code, stdout.includes(why), stdout.includes(bad), stdout.includes('Fix: ')]).toEqual([
      id,
      0,
      true,
      true,
      true,
    ]);
  }
  const { stderr, code } = await explain('js-code-inject');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean js-code-injection?')]);
  expect((await explain('py-unsafe-deserialization')).stdout).toMatch(/Good:\s+```\nimport json\n/u);
});

test('rules are listed by language, weakness or the beginning of a word', async () => {
  const list = async (text: string) => {
    const { stdout } = await runCli(['rules', 'list', text, '-f', 'json'], { cwd: createFolder() });
    return (JSON.parse(stdout) as { rules: { id: string; title: string; languages: string[]; cwe: string }[] }).rules;
  };
  const rust = await list('rust');
  expect(rust.length).toBeGreaterThan(3);
  expect(rust.every(({ languages }) => languages.includes('rust'))).toBe(true);
  expect((await list('CWE-78')).every(({ cwe }) => cwe === 'CWE-78')).toBe(true);
  expect((await list('deserial')).map(({ id }) => id)).toContain('py-unsafe-deserialization');
  expect((await list('trusted')).filter(({ id, title }) => !/(?<![a-z])trusted/iu.test(`${id} ${title}`))).toEqual([]);
});

test.each([
  [['rules', 'lst'], 5, 'No rule has "lst" in its id, title or CWE. Did you mean `rules list`?'],
  [['rules', 'list', 'py-srf'], 5, 'Did you mean `py-ssrf`?'],
  [['rules', 'list', 'nosuchthing'], 5, '`consensus-review rules list` lists all.'],
  [['rules', 'list', '--own'], 5, 'No rules in .consensus-review/rules.'],
  [['revew', '--all'], 2, 'Did you mean the command `review`?'],
])('%j: a word that is not known is answered with one that is', async (args, expected, hint) => {
  const { code, stderr } = await runCli(args, { cwd: createFolder() });
  expect([code, stderr]).toEqual([expected, expect.stringContaining(hint)]);
});
