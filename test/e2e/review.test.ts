import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { COMMAND_NAMES } from '../../src/cli/commands/list.ts';
import { listScopeFlags } from '../../src/engine/scope-flags.ts';
import { formatFollowUp, parseFollowUp } from '../../src/protocol/coverage/follow-up.ts';
import { type ReportDocument, reportSchema } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli, runProcess, writeFiles } from './run-cli.ts';

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main', ...args],
    { cwd: folder, encoding: 'utf8' },
  );

const CLEAN = 'export function add(a: number, b: number): number {\n  return a + b;\n}\n';
const UNSAFE =
  "import { exec } from 'node:child_process';\n\nexport function run(request: { query: { name: string } }): void {\n  exec(`ls ${request.query.name}`);\n}\n";

/** main: two clean files; feature/x: one more commit that adds an injection, and an uncommitted file. */
function createRepository(): string {
  const folder = createFolder({ 'src/add.ts': CLEAN, 'README.md': '# Sample\n' });
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  git(folder, 'checkout', '-qb', 'feature/x');
  writeFiles(folder, { 'src/run.ts': UNSAFE });
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'second');
  return folder;
}

async function reviewJson(
  folder: string,
  ...args: readonly string[]
): Promise<{ report: ReportDocument; code: number | null; stderr: string }> {
  const { stdout, code, stderr } = await runCli(['review', '-f', 'json', ...args], { cwd: folder });
  expect(stdout, stderr).not.toBe('');
  return { report: JSON.parse(stdout), code, stderr };
}

const filesOf = (report: ReportDocument): readonly string[] => report.coverage.files.map((file) => file.path);

describe('scopes', () => {
  test.concurrent('nothing named: what the branch changed, uncommitted work included [SCOPE-05, SCOPE-06]', async () => {
    const folder = createRepository();
    writeFiles(folder, { 'src/more.ts': CLEAN });
    const { report, code } = await reviewJson(folder);
    expect(filesOf(report)).toEqual(['src/more.ts', 'src/run.ts']);
    expect(report.scope.selection).toBe('working tree against main');
    expect({ code, verdict: report.verdict }).toEqual({ code: 1, verdict: 'VETO' });
  });

  test.concurrent('staged, commit, range, patch from a file and from standard input', async () => {
    const folder = createRepository();
    writeFiles(folder, { 'src/staged.ts': CLEAN });
    git(folder, 'add', 'src/staged.ts');
    writeFiles(folder, { 'change.patch': git(folder, 'diff', 'main', 'feature/x') });
    expect(filesOf((await reviewJson(folder, '--staged')).report)).toEqual(['src/staged.ts']);
    expect(filesOf((await reviewJson(folder, '--commit', 'HEAD')).report)).toEqual(['src/run.ts']);
    expect(filesOf((await reviewJson(folder, '--base', 'main', '--head', 'feature/x')).report)).toEqual(['src/run.ts']);
    expect(filesOf((await reviewJson(folder, '--diff', 'change.patch')).report)).toEqual(['src/run.ts']);
    const piped = await runProcess(['review', '--diff', '-', '-f', 'json'], {
      cwd: folder,
      input: git(folder, 'diff', 'main', 'feature/x'),
    });
    expect(filesOf(JSON.parse(piped.stdout))).toEqual(['src/run.ts']);
  });

  test.concurrent('a patch that is not applied is reviewed as it would be; one that does not fit is not reviewed', async () => {
    const folder = createRepository();
    const patch = git(folder, 'diff', 'main', 'feature/x');
    git(folder, 'checkout', '-q', 'main');
    const { stdout, code } = await runCli(['review', '--diff', '-', '-f', 'json'], { cwd: folder, input: patch });
    const report: ReportDocument = JSON.parse(stdout);
    expect({ code, verdict: report.verdict, files: filesOf(report) }).toEqual({
      code: 1,
      verdict: 'VETO',
      files: ['src/run.ts'],
    });
    writeFiles(folder, { 'src/add.ts': 'export {};\n' });
    const misfit = await runCli(['review', '--diff', '-', '-f', 'json'], {
      cwd: folder,
      input: '--- a/src/add.ts\n+++ b/src/add.ts\n@@ -1,2 +1,2 @@\n-one\n+two\n three\n',
    });
    expect({ code: misfit.code, complete: JSON.parse(misfit.stdout).complete }).toEqual({ code: 3, complete: false });
    expect(JSON.parse(misfit.stdout).warnings.join()).toContain('does not apply to these files');
  });

  test.concurrent('a change seen from a folder of the work tree is cut to it, and says so', async () => {
    const folder = createRepository();
    writeFiles(folder, { 'docs/a.md': '# a\n' });
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'docs');
    const { report } = await reviewJson(join(folder, 'docs'), '--base', 'main', '--head', 'HEAD');
    expect(filesOf(report)).toEqual(['a.md']);
    expect(report.warnings.join()).toContain('only what changed below docs/ was reviewed');
  });

  test.concurrent('a glob among several names that matches nothing is said', async () => {
    const { report } = await reviewJson(createFolder({ 'src/a.ts': CLEAN }), 'src', 'lib/**');
    expect(report.warnings).toEqual(['⚠️ lib/** matches no file']);
  });

  test.concurrent('paths, folders and globs; a follow-up line pasted as it was printed [SCOPE-08]', async () => {
    const folder = createFolder({ 'src/a.ts': CLEAN, 'src/b.ts': CLEAN, 'lib/c d.ts': CLEAN });
    expect(filesOf((await reviewJson(folder, 'src')).report)).toEqual(['src/a.ts', 'src/b.ts']);
    expect(filesOf((await reviewJson(folder, '**/b.ts', 'lib')).report)).toEqual(['lib/c d.ts', 'src/b.ts']);
    expect(filesOf((await reviewJson(folder, "/consensus-review 'lib/c d.ts' src/a.ts")).report)).toEqual([
      'lib/c d.ts',
      'src/a.ts',
    ]);
  });

  test.concurrent('a follow-up line of a change reviews the same change of exactly those files, typed or pasted [SCOPE-08]', async () => {
    const folder = createFolder({ 'a.ts': CLEAN, 'src/a.ts': CLEAN, 'app/[id],x/a b.ts': CLEAN, 'src/b.ts': CLEAN });
    git(folder, 'init', '-q');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'first');
    git(folder, 'checkout', '-qb', 'feature/x');
    const more = `${CLEAN}\nexport const more = add(1, 2);\n`;
    writeFiles(folder, { 'a.ts': more, 'src/a.ts': more, 'app/[id],x/a b.ts': more, 'src/b.ts': more });
    writeFiles(folder, { 'it.diff': git(folder, 'diff') });
    git(folder, 'add', 'a.ts', 'src', 'app');
    const rest = ['a.ts', 'app/[id],x/a b.ts'];
    const auto = listScopeFlags({ kind: 'auto' }, { isChange: true, against: 'main' });
    for (const change of [auto, ['--staged'], ['--diff', 'it.diff']]) {
      const line = formatFollowUp(rest, change);
      const words = Object.entries(parseFollowUp(line).flags).flatMap(([name, value]) =>
        value === true ? [`--${name}`] : [`--${name}`, value],
      );
      for (const typed of [[`Consider: ${line}`], words]) {
        const { report } = await reviewJson(folder, ...typed);
        expect([filesOf(report), report.scope.change], typed.join(' ')).toEqual([rest, true]);
      }
    }
  });

  test.concurrent('--rest reviews what a run left out, in the scope of that run [SUCCESS-02]', async () => {
    const folder = createFolder({ 'src/a.ts': CLEAN, 'src/[x].zig': 'const a = 1;\n', 'src/y.zig': 'const a = 1;\n' });
    git(folder, 'init', '-q');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'first');
    writeFiles(folder, { 'src/a.ts': `${CLEAN}\nexport const two = add(1, 1);\n`, 'src/[x].zig': 'const a = 2;\n' });
    const whole = await reviewJson(folder, '--all');
    const change = await reviewJson(folder, '--base', 'HEAD');
    const restOf = (id: string) => reviewJson(folder, '--rest', id);
    const left = [await restOf(whole.report.run.id), await restOf(change.report.run.id)].map(({ report }) => report);
    expect(left.map((report) => [filesOf(report), report.scope.change])).toEqual([
      [['src/[x].zig', 'src/y.zig'], false],
      [['src/[x].zig'], true],
    ]);
    const done = await reviewJson(folder, 'src/a.ts');
    const audit = await runCli(['audit', 'src/a.ts', '--mode', 'quick', '-f', 'json'], { cwd: folder });
    const refused = [
      ['--rest', done.report.run.id],
      ['--rest', JSON.parse(audit.stdout).run.id],
      ['--rest', 'latest', '--all'],
    ].map((args) => runCli(['review', ...args], { cwd: folder }));
    expect((await Promise.all(refused)).map(({ code, stderr }) => [code, stderr.split('\n')[0]])).toEqual([
      [5, expect.stringContaining('left no file out')],
      [2, expect.stringContaining('this run is an audit')],
      [2, expect.stringContaining('leave out all')],
    ]);
  });

  test.concurrent('a finding on a line the change did not touch is kept apart and does not block', async () => {
    const folder = createRepository();
    git(folder, 'checkout', '-q', 'main');
    git(folder, 'merge', '-q', 'feature/x');
    writeFiles(folder, { 'src/run.ts': `${UNSAFE}\nexport const version = 2;\n` });
    const { report, code } = await reviewJson(folder, '--base', 'HEAD');
    const injection = report.findings.find((finding) => finding.cwe === 'CWE-78');
    expect(injection).toMatchObject({ introduced: false, status: 'confirmed' });
    expect({ verdict: report.verdict === 'VETO', code }).toEqual({ verdict: false, code: 0 });
  });

  test.concurrent('files left out by the ignore file, --exclude and .gitignore', async () => {
    const folder = createRepository();
    writeFiles(folder, {
      '.consensus-reviewignore': 'src/run.ts\n',
      '.gitignore': 'secret.ts\n',
      'secret.ts': UNSAFE,
      'gen/x.ts': CLEAN,
    });
    const { report } = await reviewJson(folder, '--all', '--exclude', 'gen/**');
    expect(report.scope.ignored).toEqual([
      { path: 'gen/x.ts', reason: 'ignored' },
      { path: 'src/run.ts', reason: 'ignored' },
    ]);
    expect(filesOf(report)).not.toContain('secret.ts');
    const named = await reviewJson(folder, 'src/run.ts');
    expect(filesOf(named.report)).toEqual(['src/run.ts']);
  });
});

describe('settings of the reviewed project', () => {
  test.concurrent('a commit cannot loosen its own review: settings come from its base', async () => {
    const folder = createRepository();
    writeFiles(folder, {
      'consensus-review.config.json': '{ "exclude": ["**"], "fail_on": "never" }',
      'src/again.ts': UNSAFE,
    });
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'third');
    const { report, code } = await reviewJson(folder, '--commit', 'HEAD');
    expect(filesOf(report)).toContain('src/again.ts');
    expect(code).toBe(1);
  });

  test.concurrent('a custom reviewer gets its budget in the plan; without a model its files are skipped and said', async () => {
    const folder = createFolder({
      'src/a.ts': CLEAN,
      '.consensus-review/reviewers/house.md':
        '---\nname: house-rules\ndescription: Our own rules\nbase_budget: 2048\ncan_veto: false\n---\nCheck the house rules.\n',
    });
    const plan = JSON.parse((await runCli(['plan', 'src', '-f', 'json'], { cwd: folder })).stdout);
    expect(plan.agents.at(-1)).toMatchObject({ agent: 'house-rules', files: 1 });
    const { report, code } = await reviewJson(folder, 'src');
    expect(report.coverage.files[0]?.by['house-rules']).toBe('skipped');
    expect({ code, complete: report.complete, reason: report.coverage.files[0]?.reason }).toEqual({
      code: 3,
      complete: false,
      reason: 'no-model',
    });
    expect((await reviewJson(folder, 'src', '--allow-partial')).code).toBe(0);
    expect((await reviewJson(folder, 'src', '--reviewers', 'security,go')).code).toBe(0);
  });
});

test.concurrent('only findings of the dimensions that were asked for are reported', async () => {
  const folder = createFolder({
    'a.js': "const { exec } = require('child_process');\nmodule.exports = (req, res) => exec(req.query.a);\n",
    'k8s/pod.yaml':
      'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: a\n      image: a:1.2.3\n      securityContext: { privileged: true }\n',
  });
  const dimensionsOf = ({ report }: Awaited<ReturnType<typeof reviewJson>>) =>
    [...new Set(report.findings.map(({ dimension }) => dimension))].toSorted();
  const narrow = await reviewJson(folder, '--all', '--dimensions', 'd8');
  expect(dimensionsOf(narrow)).toEqual(['D8']);
  expect(narrow.report.agents.map(({ agent }) => agent)).toEqual(['security-reviewer', 'vulnerability-reviewer']);
  expect(narrow.report.warnings.join()).toContain('only findings of D8 are reported');
  expect(dimensionsOf(await reviewJson(folder, '--all', '--dimensions', 'D1,D8'))).toEqual(['D1', 'D8']);
  expect((await runCli(['review', '--all', '--dimensions', 'D11'], { cwd: folder })).code).toBe(2);
  const plan = JSON.parse(
    (await runCli(['plan', '--all', '--dimensions', 'D8', '-f', 'json'], { cwd: folder })).stdout,
  );
  expect(plan.agents).toHaveLength(2);
});

describe('known vulnerabilities', () => {
  const NPM = {
    'package.json': '{"name":"a","version":"1.0.0","license":"MIT","dependencies":{"lodash":"4.17.11"}}\n',
  };
  const OSV = JSON.stringify({
    id: 'GHSA-1',
    affected: [{ package: { ecosystem: 'npm', name: 'x' }, versions: ['1'] }],
  });

  test.concurrent('a database that does not exist is a wrong configuration: key, path, and nothing ran', async () => {
    const { code, stdout, stderr } = await runCli(['review', '--all'], {
      cwd: createFolder(NPM),
      env: { CONSENSUS_REVIEW_ADVISORY_DATABASE: '/nope' },
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('advisory_database: /nope does not exist');
  });

  test.concurrent('a database that breaks while it is read makes the run incomplete, with a warning', async () => {
    const database = createFolder({ 'a.json': OSV, 'b.zip': 'no archive' });
    const { code, stdout } = await runCli(['review', '--all', '-f', 'json', '--fail-on', 'critical'], {
      cwd: createFolder(NPM),
      env: { CONSENSUS_REVIEW_ADVISORY_DATABASE: database },
    });
    const report = JSON.parse(stdout);
    expect({ code, complete: report.complete }).toEqual({ code: 3, complete: false });
    expect(report.warnings.join()).toContain('advisories not checked');
  });
});

test.concurrent('a description that does not parse is named and makes the run incomplete [HOST-15]', async () => {
  const folder = createFolder({
    '.gitlab-ci.yml': 'build:\n  script:\n    - script: curl -H "Accept: x" https://example.com\n',
  });
  const { report, code } = await reviewJson(folder, '--all');
  expect({ code, complete: report.complete, file: report.coverage.files[0] }).toMatchObject({
    code: 3,
    complete: false,
    file: {
      status: 'partial',
      reason: 'unparsed (line 3: Nested mappings are not allowed in compact mappings)',
      by: { 'security-reviewer': 'skipped' },
    },
  });
  expect(report.warnings[0]).toContain('.gitlab-ci.yml line 3');
});

describe('outputs', () => {
  test.concurrent('standard output is one document, files get the others, progress stays on stderr', async () => {
    const folder = createFolder({ 'src/run.ts': UNSAFE });
    const { stdout, stderr, code } = await runCli(
      ['review', '--all', '-f', 'sarif', '-o', 'json=out/report.json', '-o', 'markdown=out/report.md'],
      { cwd: folder },
    );
    expect(code).toBe(1);
    expect(JSON.parse(stdout).runs[0].invocations[0].executionSuccessful).toBe(true);
    expect(stderr).toContain('wave 1: 6 reviewers');
    expect(
      reportSchema.safeParse(JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8'))).error,
    ).toBeUndefined();
    expect(readFileSync(join(folder, 'out/report.md'), 'utf8')).toContain('# ═══ Consensus Review');
    const quiet = await runCli(['review', '--all', '--quiet', '-f', 'json'], { cwd: folder });
    expect(quiet.stderr).toBe('exit 1: the verdict is VETO\n');
  });

  test.concurrent('two runs of the same scope differ in id and times only', async () => {
    const folder = createRepository();
    const [first, second] = [await reviewJson(folder, '--all'), await reviewJson(folder, '--all')];
    expect({ ...first.report, run: null }).toEqual({ ...second.report, run: null });
  });

  test.concurrent('--fail-on decides what blocks; never means never', async () => {
    const folder = createFolder({ 'src/run.ts': UNSAFE });
    expect((await reviewJson(folder, '--all', '--fail-on', 'never')).code).toBe(0);
    expect((await reviewJson(folder, '--all', '--ignore-vetoes')).code).toBe(0);
    expect((await reviewJson(folder, '--all', '--ignore-vetoes', '--fail-on', 'critical')).code).toBe(1);
  });

  test.concurrent('a missing check that a rule only supposes warns; one that it sees vetoes [FACT-12, REV-26]', async () => {
    const supposed = [
      "const express = require('express');",
      'const app = express();',
      "app.get('/me', requireUser, (req, res) => res.json(req.user));",
      "app.delete('/admin/users/:id', async (req, res) => { await users.remove(req.params.id); res.end(); });",
      '',
    ].join('\n');
    const seen = [
      'package p',
      '',
      'import "github.com/go-ldap/ldap/v3"',
      '',
      '// F signs a user in.',
      'func F(l *ldap.Conn, user string) error { return l.Bind("cn="+user, "") }',
      '',
    ].join('\n');
    const judge = async (files: Readonly<Record<string, string>>): Promise<readonly unknown[]> => {
      const { report, code } = await reviewJson(createFolder(files), '--all', '--reviewers', 'security');
      return [
        report.findings.map(({ severity, reported_by }) => [severity, reported_by[0]?.rule]),
        report.verdict,
        code,
      ];
    };
    expect(await judge({ 'app.js': supposed })).toEqual([[['HIGH', 'admin-route-without-guard']], 'WARN', 0]);
    expect(await judge({ 'p.go': seen })).toEqual([[['HIGH', 'go-ldap-empty-password']], 'VETO', 1]);
  });

  test.concurrent('a signal that our own parser accepts', async () => {
    const folder = createFolder({ 'src/a.ts': CLEAN });
    const { stdout } = await runCli(['review', '--all', '-f', 'signal'], { cwd: folder });
    const validated = await runCli(['signal', 'validate'], { input: stdout });
    expect({ code: validated.code, output: JSON.parse(validated.stdout) }).toMatchObject({
      code: 0,
      output: { valid: true },
    });
  });

  test('a deadline ends in an honest partial report', async () => {
    const folder = createFolder({ 'src/a.ts': UNSAFE, 'src/b.ts': CLEAN });
    // The moment that a scope has after its deadline lasts as long as it takes, on a busy machine too.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { report, code } = await reviewJson(folder, '--all', '--deadline', '1ms', '--fail-on', 'never');
    vi.useRealTimers();
    expect({ code, complete: report.complete }).toEqual({ code: 3, complete: false });
    expect(new Set(report.agents.map((agent) => agent.cutoff_reason))).toEqual(new Set(['timeout']));
  });
});

describe('other commands', () => {
  test.concurrent('init writes a valid configuration once', async () => {
    const folder = createFolder({ 'src/a.ts': CLEAN });
    expect((await runCli(['init'], { cwd: folder })).code).toBe(0);
    expect(existsSync(join(folder, 'consensus-review.config.json'))).toBe(true);
    const again = await runCli(['init'], { cwd: folder });
    expect({ code: again.code, says: again.stderr }).toMatchObject({
      code: 2,
      says: expect.stringContaining('--force'),
    });
    expect((await runCli(['review', '--all', '--quiet'], { cwd: folder })).code).toBe(0);
  });

  test.concurrent('doctor says what is there, and fails on a wrong configuration', async () => {
    const folder = createFolder({ 'src/a.ts': CLEAN });
    const { stdout, code } = await runCli(['doctor'], { cwd: folder });
    expect({ code, lines: stdout.split('\n').length > 5 }).toEqual({ code: 0, lines: true });
    writeFiles(folder, { 'consensus-review.config.json': '{ "modle": "embedded" }' });
    expect(await runCli(['doctor', '-f', 'json'], { cwd: folder })).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('modle'),
    });
  });

  test.concurrent.each(['bash', 'zsh', 'fish'])('completion for %s knows every command', async (shell) => {
    const { stdout } = await runCli(['completion', shell]);
    const flags = ['--staged', '--host', '--dataset', '--dry-run', '--trust-repository'];
    for (const name of [
      ...COMMAND_NAMES.map((command) => (shell === 'fish' ? `-a ${command} ` : `    ${command}) `)),
      ...['stop', 'pre-commit', 'claude codex gemini qwen opencode cursor vscode'],
      ...flags.map((flag) => flag.replace('--', shell === 'fish' ? '-l ' : '--')),
    ])
      expect(stdout).toContain(name);
    if (shell === 'bash') expect(stdout).toMatch(/^ {4}hook\) words="subagent stop pre-commit .*--fail-on/mu);
  });

  test.concurrent('help teaches, and every command has one', async () => {
    for (const args of [
      ['--help'],
      ['review', '--help'],
      ['plan', '--help'],
      ['collect', '--help'],
      ['signal', '--help'],
    ]) {
      const { stdout, code } = await runCli(args);
      expect({ code, length: stdout.length > 200 }).toEqual({ code: 0, length: true });
    }
  });
});

describe('without a model', () => {
  test.each([
    ['review', 'complete'],
    ['audit', 'incomplete'],
  ])('%s: says that rules have looked, and what they cannot see [REV-29]', async (command, state) => {
    const folder = createFolder({ 'src/add.ts': CLEAN, 'src/run.ts': UNSAFE });
    const { stdout } = await runCli([command, '--all', '-f', 'json', '-o', `terminal=${folder}/page.txt`], {
      cwd: folder,
    });
    const { coverage }: ReportDocument = JSON.parse(stdout);
    expect(coverage.checked_by_rules).toBe(coverage.files.filter(({ status }) => status !== 'skipped').length);
    expect(coverage.not_assessed).toContain('business rules');
    const page = readFileSync(join(folder, 'page.txt'), 'utf8').replaceAll(/\s+/gu, ' ');
    expect(page).toContain(`· ${state}, checked by rules ·`);
    expect(page).toContain(
      'Checked by rules only. Rules cannot see whether the code does what it should, business rules,',
    );
    expect(page).not.toContain('files were reviewed');
  });
});
