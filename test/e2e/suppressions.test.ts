/** Suppressions through the product: every kind, in review, audit and library; whose count; what is told of them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { review as reviewByLibrary } from '../../src/index.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli, writeFiles } from './run-cli.ts';

const FILE = '.consensus-review/suppressions.json';
const route = (name: string, comment = ''): string =>
  `app.get('/${name}', (req, res) => eval(req.query.${name}));${comment}\n`;
const IGNORE = ' // consensus-review-ignore js-code-injection: the sandbox runs it';

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd, encoding: 'utf8' });

function createRepository(files: Readonly<Record<string, string>>): string {
  const root = createFolder();
  writeFiles(root, files);
  git(root, 'init', '-q', '-b', 'main');
  commit(root);
  return root;
}

function commit(root: string): void {
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'x');
}

async function run(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { stdout, code, stderr } = await runCli([...args, '-f', 'json'], { cwd, env });
  const report = JSON.parse(stdout || '{}') as ReportDocument;
  const told = (report.findings ?? []).map(({ line, status, severity, extra }) =>
    [line, severity, status, extra.suppression_reason ?? ''].join(' ').trim(),
  );
  return { report, code, told, stderr, warnings: (report.warnings ?? []).join('\n') };
}

const aside = ({ verdict_trace }: ReportDocument): string | undefined =>
  verdict_trace.find((line) => line.includes('suppressed'));

test('a finding is suppressed by comment, dismissal and configuration, in every format and playbook; it counts no more [SUPP-01]', async () => {
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const cwd = createRepository({
    'src/a.js':
      route('a') +
      route('b', IGNORE) +
      '// consensus-review-ignore js-code-injection: gone\nexport const x = 1;\n// consensus-review-ignore js-code-injection\n',
    'legacy/c.js': route('c'),
    'consensus-review.config.json': JSON.stringify({
      suppressions: [
        { rules: ['js-code-injection'], paths: ['legacy/**'], reason: 'replaced in spring' },
        { paths: ['nowhere/**'], reason: 'nothing' },
        { rules: ['CWE-95'], reason: 'too late', until: '2020-01-01' },
      ],
    }),
  });
  const first = await run(cwd, ['review', '--all'], env);
  expect([first.code, first.told]).toEqual([
    1,
    ['1 CRITICAL confirmed', '1 CRITICAL suppressed replaced in spring', '2 CRITICAL suppressed the sandbox runs it'],
  ]);
  const [open] = first.report.findings.filter(({ status }) => status === 'confirmed');
  const dismiss = (...args: readonly string[]) => runCli(['dismiss', open?.fingerprint ?? '', ...args], { cwd, env });
  expect((await dismiss()).code).toBe(2);
  for (const day of ['soon', '2026-13-45']) expect((await dismiss('--reason', 'x', '--until', day)).code).toBe(2);
  expect((await dismiss('--reason', 'x', '--until', '2020-01-01')).stderr).toContain('--until 2020-01-01 is over');
  const unknown = ['dismiss', '0123456789abcdef', '--reason', 'x'];
  expect((await runCli(unknown, { cwd, env })).stderr).toContain('no stored run of this folder has 0123456789abcdef');
  expect((await dismiss('--remove')).stderr).toContain('nothing to remove');
  expect(existsSync(join(cwd, FILE))).toBe(false);
  expect((await dismiss('--reason', 'accepted', '--until', '2999-12-31')).code).toBe(0);
  expect(JSON.parse(readFileSync(join(cwd, FILE), 'utf8')).suppressions).toMatchObject([
    {
      fingerprint: open?.fingerprint,
      rule: 'js-code-injection',
      path: 'src/a.js',
      reason: 'accepted',
      until: '2999-12-31',
    },
  ]);
  const second = await run(cwd, ['review', '--all'], env);
  expect([second.code, second.report.verdict, second.report.complete]).toEqual([0, 'OK', true]);
  expect(second.report.agents.every(({ verdict }) => verdict === 'OK')).toBe(true);
  expect(aside(second.report)).toBe('not counted: 3 suppressed: 1 by comments, 1 dismissed, 1 by the configuration');
  expect(second.warnings).toContain('without a rule or a reason suppresses nothing: src/a.js:5');
  expect(second.warnings).toContain('1 suppression has expired and does not count: configuration (CWE-95)');
  expect(second.warnings).toContain(
    'match nothing any more and can be removed: configuration (nowhere/**), src/a.js:3',
  );
  for (const format of ['markdown', 'sarif', 'agent-json', 'summary', 'jsonl'])
    expect((await runCli(['report', 'latest', '-f', format], { cwd, env })).stdout, format).toContain(
      'the sandbox runs it',
    );
  const shown = (await runCli(['report', 'latest', '-f', 'terminal'], { cwd, env })).stdout;
  expect(shown).toContain(`accepted · ${open?.fingerprint}`);
  // Dismissals of the state folder count without the file.
  rmSync(join(cwd, FILE));
  const audited = await run(cwd, ['audit', '--all', '--mode', 'quick', '--fail-on', 'critical'], env);
  expect(audited.report.findings.map(({ status }) => status)).toEqual(['suppressed', 'suppressed', 'suppressed']);
  expect(audited.code).not.toBe(1);
  const library = await reviewByLibrary({ root: cwd, selection: { kind: 'all' }, flags: { externalAnalyzers: [] } });
  expect(library.findings.filter(({ status }) => status === 'suppressed')).toHaveLength(2);
  expect((await dismiss('--remove')).code).toBe(0);
  expect((await run(cwd, ['review', '--all'], env)).code).toBe(1);
});

test('a dismissal is not written through a link of the repository', async () => {
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const [cwd, outside] = [createRepository({ 'a.js': '' }), createFolder()];
  symlinkSync(outside, join(cwd, '.consensus-review'));
  const args = ['dismiss', '0123456789abcdef', '--reason', 'x', '--force'];
  const { code, stderr } = await runCli(args, { cwd, env });
  expect([code, stderr, readdirSync(outside)]).toEqual([2, expect.stringContaining('is a link'), []]);
});

test('a change is judged by the suppressions of its base; what it adds is told and does not count, unless it is trusted [SUPP-01]', async () => {
  const cwd = createRepository({ 'src/a.js': route('a', IGNORE) });
  git(cwd, 'checkout', '-q', '-b', 'change');
  writeFiles(cwd, { 'src/a.js': route('a', IGNORE) + route('b', IGNORE) });
  const first = await run(cwd, ['review']);
  expect([first.code, first.told]).toEqual([1, ['2 CRITICAL confirmed', '1 CRITICAL suppressed the sandbox runs it']]);
  expect(first.warnings).toContain('the change adds a suppression, not applied: src/a.js:2 (js-code-injection)');
  const fingerprint = first.report.findings[0]?.fingerprint ?? '';
  const entry = { fingerprint, rule: 'js-code-injection', path: 'src/a.js', reason: 'mine' };
  writeFiles(cwd, {
    'src/a.js': route('other', IGNORE) + route('b'),
    [FILE]: JSON.stringify({ suppressions: [entry] }),
    'consensus-review.config.json': '{ "suppressions": [{ "paths": ["src"], "reason": "all of it" }] }',
  });
  commit(cwd);
  const second = await run(cwd, ['review']);
  expect(second.told).toEqual(['1 CRITICAL confirmed', '2 CRITICAL confirmed']);
  expect(second.warnings).toContain(
    `the change adds 2 suppressions, not applied: src/a.js:1 (js-code-injection), ${fingerprint} (`,
  );
  expect(second.warnings).toContain('the change brings along consensus-review.config.json');
  const trusted = await run(cwd, ['review', '--trust-repository']);
  expect(trusted.report.findings.every(({ status }) => status === 'suppressed')).toBe(true);
  expect(trusted.warnings).toContain('the change adds 2 suppressions, applied because it is trusted');
  writeFiles(cwd, { [FILE]: '{ "suppressions": [{ "fingerprint": "0000000000000000" }] }' });
  const broken = await run(cwd, ['review', '--all']);
  expect([broken.code, broken.stderr]).toEqual([
    2,
    expect.stringContaining(`${FILE}:1:3: suppressions.0.reason is missing`),
  ]);
  const unusable = 'the change has suppressions that cannot be read, and none of them is applied';
  expect((await run(cwd, ['review'])).warnings).toContain(`${unusable}: ${FILE}:1:3: suppressions.0.reason is missing`);
  rmSync(join(cwd, FILE));
  symlinkSync('/dev/null', join(cwd, FILE));
  expect((await run(cwd, ['review'])).warnings).toContain(`${unusable}: ${FILE}: outside-root`);
  rmSync(join(cwd, FILE));
  // The same finding for longer is another suppression.
  writeFiles(cwd, { [FILE]: JSON.stringify({ suppressions: [{ ...entry, until: '2020-01-01' }] }) });
  commit(cwd);
  git(cwd, 'checkout', '-q', '-b', 'longer');
  writeFiles(cwd, { [FILE]: JSON.stringify({ suppressions: [{ ...entry, until: '2999-01-01' }] }) });
  expect((await run(cwd, ['review', '--base', 'change'])).warnings).toContain(
    `the change adds a suppression, not applied: ${fingerprint} (`,
  );
});

test('what you dismissed counts in your review of the change that adds it, and it is said so [SUPP-01]', async () => {
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const cwd = createRepository({ 'src/a.js': 'export const a = 1;\n' });
  git(cwd, 'checkout', '-q', '-b', 'change');
  writeFiles(cwd, { 'src/a.js': route('a') });
  const first = await run(cwd, ['review'], env);
  const print = first.report.findings.find(({ severity }) => severity === 'CRITICAL')?.fingerprint ?? '';
  await runCli(['dismiss', print, '--reason', 'a toy'], { cwd, env });
  const second = await run(cwd, ['review'], env);
  expect(second.told).toContain('1 CRITICAL suppressed a toy');
  expect(second.warnings).toContain('applied because you dismissed it on this machine');
  expect(second.warnings).not.toContain('not applied');
});

test('a comment that names one of two rules for a place is not stale: the other rule is named [SUPP-01]', async () => {
  const head = "const cookieParser = require('cookie-parser');\n";
  const line = `${head}app.use(cookieParser('5TOCyfH3HuszKGzFZntk'));`;
  const cwd = createRepository({ 'app.js': `${line}\n` });
  const rules = (await run(cwd, ['review', '--all'])).report.findings.flatMap(({ reported_by }) =>
    reported_by.flatMap(({ rule }) => rule ?? []),
  );
  const [one = '', other = ''] = [...new Set(rules)].toSorted();
  expect(other).not.toBe('');
  writeFiles(cwd, { 'app.js': `${line} // consensus-review-ignore ${one}: a sample\n` });
  const { warnings, report } = await run(cwd, ['review', '--all']);
  expect(report.findings[0]?.status).toBe('confirmed');
  expect(warnings).toContain(`app.js:2 (${one}) lacks ${other}`);
  expect(warnings).not.toContain('can be removed');
});

test('a comment with a misspelt rule is told as misspelt, with the rule that was meant, and not as one to remove [SUPP-01]', async () => {
  const comment = ' // consensus-review-ignore js-code-injecton: the sandbox runs it';
  const cwd = createRepository({ 'app.js': route('a', comment) });
  const { warnings, told } = await run(cwd, ['review', '--all']);
  expect(told.filter((each) => each.includes('suppressed'))).toEqual([]);
  expect(warnings).toContain(
    'a rule that does not exist suppresses nothing: app.js:1 js-code-injecton (did you mean js-code-injection?)',
  );
  expect(warnings).not.toContain('can be removed');
});

test('a baseline holds what is known; later runs show what is new, count the rest, and say what was fixed [SUPP-02]', async () => {
  const cwd = createRepository({ 'src/a.js': route('a'), 'src/b.js': route('b') });
  const made = await runCli(['baseline'], { cwd });
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('2 findings (2 CRITICAL)')]);
  expect(existsSync(join(cwd, FILE))).toBe(true);
  const known = await run(cwd, ['review', '--all']);
  expect([known.code, aside(known.report)]).toEqual([0, 'not counted: 2 suppressed: 2 known from the baseline']);
  writeFiles(cwd, { 'src/a.js': `\n\n${route('a')}${route('fresh')}`, 'src/b.js': 'export const b = 1;\n' });
  const later = await run(cwd, ['review', '--all']);
  expect([later.code, later.told.map((each) => each.replace(/baseline of .*/u, 'baseline'))]).toEqual([
    1,
    ['4 CRITICAL confirmed', '3 CRITICAL suppressed known in the baseline'],
  ]);
  expect(later.warnings).toContain('1 of the baseline is no longer found');
  const again = await runCli(['baseline', 'latest'], { cwd });
  expect(again.stdout).toContain('2 findings (2 CRITICAL)');
  const last = await run(cwd, ['review', '--all']);
  expect([last.code, last.warnings.includes('baseline')]).toEqual([0, false]);
});

test('a change is not silenced by the baseline entry of an equal line that stands below it [SUPP-01, SUPP-02]', async () => {
  const gap = 'export const x = 1;\n'.repeat(20);
  const cwd = createRepository({ 'src/a.js': gap + route('a') });
  expect((await runCli(['baseline'], { cwd })).code).toBe(0);
  commit(cwd);
  git(cwd, 'checkout', '-q', '-b', 'change');
  writeFiles(cwd, { 'src/a.js': route('a') + gap + route('a') });
  const { code, told } = await run(cwd, ['review']);
  expect([code, told.map((each) => each.replace(/ known .*/u, ''))]).toEqual([
    1,
    ['1 CRITICAL confirmed', '22 CRITICAL suppressed'],
  ]);
});

test('a severity is overridden by rule and path where the repository is trusted; a lowered finding vetoes no more [TRUST-02]', async () => {
  const cwd = createRepository({
    'src/a.js': route('a'),
    'test/a.js': route('b'),
    'consensus-review.config.json': JSON.stringify({
      severity_overrides: [{ rules: ['js-code-injection'], paths: ['src/**'], severity: 'LOW', reason: 'a toy' }],
    }),
  });
  const trusted = await run(cwd, ['review', 'src', '--trust-repository']);
  expect([trusted.code, trusted.report.verdict]).toEqual([0, 'OK']);
  expect(trusted.report.agents.every(({ verdict }) => verdict === 'OK')).toBe(true);
  expect(trusted.report.findings).toMatchObject([
    {
      id: 'L-01',
      severity: 'LOW',
      status: 'confirmed',
      extra: { severity_override: { from: 'CRITICAL', reason: 'a toy' } },
    },
  ]);
  const stranger = await run(cwd, ['review', 'src']);
  expect([stranger.code, stranger.report.findings[0]?.severity]).toEqual([1, 'CRITICAL']);
  expect(stranger.warnings).toContain('severity_overrides not used');
});
