/** `evaluate` as a user runs it: figures that can be counted by hand, budgets, a kill in between, the history of a repository. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type LoopbackProvider, type LoopbackRequest, startLoopbackProvider } from '../src/testing/index.ts';
import { createFolder, runCli, writeFiles } from './e2e/run-cli.ts';
import { writeResult } from './model/obedient-model.ts';
import { times } from './tier.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

/** Figures below hold for every multiple of ten. */
const CHANGES = times(10, 50);
/** The second budget, at which no model can be asked, doubles the time. */
const BUDGETS = CHANGES === 50 ? '500,none' : 'none';

/** One commit for each change; the base of the first is an empty one. */
function createHistory(): { readonly root: string; readonly git: (...args: readonly string[]) => string } {
  const root = createFolder({ 'README.md': '# Parts\n' });
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...who, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'base');
  for (let i = 0; i < CHANGES; i += 1) {
    writeFiles(root, { [`src/part${i}.ts`]: `export const part${i} = (input: string) => query(input, ${i});\n` });
    git('add', '-A');
    git('commit', '-qm', `add part ${i}`);
  }
  return { root, git };
}

/** Finds something in every part with an odd number. */
function answerOdd(request: LoopbackRequest) {
  const part = /part(\d+) = /u.exec(JSON.stringify(request.body))?.[1] ?? '0';
  const findings = [
    {
      severity: 'MEDIUM',
      category: 'injection',
      file: `src/part${part}.ts`,
      line: 1,
      issue: 'The query is built from input.',
      evidence: `query(input, ${part})`,
      recommendation: 'Bind the value.',
    },
  ];
  return { text: writeResult(request, { findings: Number(part) % 2 === 1 ? findings : [], verdict: 'OK' }) };
}

/** Labels where the model finds something, except in every part that ends in 5; and in every part that ends in 0, where it does not. */
const isLabelled = (i: number): boolean => (i % 2 === 1 && i % 10 !== 5) || i % 10 === 0;

test('figures are those that can be counted by hand, and a killed evaluation goes on with them', async () => {
  const { root, git } = createHistory();
  const provider = await startLoopbackProvider();
  provider.otherwise(answerOdd);
  providers.push(provider);
  const commits = git('log', '--reverse', '--format=%H', 'main').split('\n').slice(1);
  const changes = commits.map((commit, i) => ({
    id: `part ${i}`,
    commit,
    labels: isLabelled(i) ? [{ path: `src/part${i}.ts`, start_line: 1, end_line: 1, note: 'injection' }] : [],
  }));
  writeFiles(root, {
    'dataset.json': JSON.stringify({ schema: 'consensus-review/evaluation-dataset@1', name: 'parts', changes }),
  });
  const out = join(createFolder(), 'out');
  const evaluate = () =>
    runCli(
      [
        ...['evaluate', '--dataset', '.', '--out', out, '--budgets', BUDGETS, '--reviewers', 'security'],
        ...['--model', 'anthropic/loopback', '--quiet', '-f', 'json'],
      ],
      { cwd: root, env: provider.environment },
    );
  const first = await evaluate();
  expect(first.stderr).toBe('');
  const asked = provider.requests.length;
  const tens = CHANGES / 10;
  const figures = { changes: CHANGES, failed: 0, labels: 5 * tens };
  const spent = {
    budget_tokens: 500,
    ...figures,
    found: 0,
    false_alarms: 0,
    precision: 0,
    recall: 0,
    f1: 0,
    coverage: 0,
  };
  const ratios = { precision: expect.closeTo(0.8, 10), recall: expect.closeTo(0.8, 10), f1: expect.closeTo(0.8, 10) };
  const unlimited = { budget_tokens: null, ...figures, found: 4 * tens, false_alarms: tens, ...ratios, coverage: 1 };
  expect(JSON.parse(first.stdout).scores).toMatchObject(BUDGETS === 'none' ? [unlimited] : [spent, unlimited]);
  expect(readFileSync(join(out, 'evaluation.md'), 'utf8')).toContain(
    `| no limit | ${CHANGES} | ${4 * tens} of ${5 * tens} |`,
  );
  expect(readFileSync(join(out, 'evaluation.svg'), 'utf8')).toMatch(/^<svg [\s\S]*Precision[\s\S]*<\/svg>\n$/u);

  // Nothing is left to do: nobody is asked, and every figure is the same, times included.
  expect((await evaluate()).stdout).toBe(first.stdout);
  expect(provider.requests).toHaveLength(asked);

  // Killed while the last reviews were on: one line is cut, two are missing.
  const kept = readFileSync(join(out, 'runs.jsonl'), 'utf8').split('\n').slice(0, -1);
  writeFileSync(join(out, 'runs.jsonl'), `${kept.slice(0, -3).join('\n')}\n${kept.at(-3)?.slice(0, 40)}`);
  const resumed = await evaluate();
  expect(provider.requests.length - asked).toBe(3 * (asked / CHANGES));
  const untimed = (stdout: string) => JSON.parse(stdout, (key, value) => (['ms', 'seconds'].includes(key) ? 0 : value));
  expect(untimed(resumed.stdout)).toEqual(untimed(first.stdout));
  expect((await evaluate()).stdout).toBe(resumed.stdout);
});

test('who reviewed is told as it was, also where a variable names the model, and its reviews are kept apart', async () => {
  const { root, git } = createHistory();
  const provider = await startLoopbackProvider();
  provider.otherwise(answerOdd);
  providers.push(provider);
  const changes = [{ id: 'one\u001b[2J', commit: git('rev-parse', 'HEAD'), labels: [] }];
  writeFiles(root, {
    'dataset.json': JSON.stringify({ schema: 'consensus-review/evaluation-dataset@1', name: 'parts', changes }),
  });
  const out = join(createFolder(), 'out');
  const evaluate = async (env: Readonly<Record<string, string | undefined>>) => {
    const args = ['--dataset', '.', '--out', out, '--budgets', 'none,none', '--reviewers', 'security', '-f', 'json'];
    const { stdout, stderr } = await runCli(['evaluate', ...args], { cwd: root, env });
    expect(stderr).not.toContain('\u001b');
    const { model, complete, scores } = JSON.parse(stdout);
    return { model, complete, changes: scores[0].changes, unpriced: scores[0].unpriced_calls > 0 };
  };
  const plain = { complete: true, changes: 1 };
  expect(await evaluate({})).toEqual({ ...plain, model: 'embedded', unpriced: false });
  const named = { ...provider.environment, CONSENSUS_REVIEW_MODEL: 'anthropic/loopback' };
  expect(await evaluate(named)).toEqual({ ...plain, model: 'anthropic/loopback', unpriced: true });
});

test('the history of a repository is a dataset: what a fix replaced is the label of the commit that wrote it', async () => {
  const { root, git } = createHistory();
  const none = await runCli(['evaluate', '--dataset', 'history'], { cwd: root });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('no commit says that it fixes something')]);
  writeFiles(root, { 'src/part3.ts': 'export const part3 = (input: string) => query(bind(input), 3);\n' });
  git('commit', '-qam', 'fix: input is bound');
  const { stdout, code } = await runCli(
    ['evaluate', '--dataset', 'history', '--reviewers', 'documentation', '--quiet', '-f', 'json'],
    { cwd: root },
  );
  expect(code).toBe(0);
  const { scores, runs, dataset } = JSON.parse(stdout);
  expect(dataset).toBe('history');
  expect(runs.map(({ change }: { change: string }) => change)).toEqual([
    git('log', '--format=%H', '--diff-filter=A', '--', 'src/part3.ts').slice(0, 12),
  ]);
  expect(scores).toMatchObject([{ changes: 1, labels: 1, found: 0, coverage: 1, cost_usd: 0 }]);
});

test.each([
  ['no dataset', [], 'evaluate needs --dataset'],
  ['a file that is not there', ['--dataset', 'none.json'], 'cannot be read'],
  ['a file that is no dataset', ['--dataset', 'README.md'], 'it is not JSON'],
  ['budgets that are no numbers', ['--dataset', 'README.md', '--budgets', 'much'], 'expected tokens such as'],
])('%s is said, with what to do', async (_name, args, message) => {
  const root = createFolder({ 'README.md': '# Parts\n' });
  const { code, stderr } = await runCli(['evaluate', ...args], { cwd: root });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test('a change whose repository is missing is named, counts as missed and ends with 3', async () => {
  const root = createFolder({
    'set.json': JSON.stringify({
      source: 'withmartian/code-review-benchmark',
      pulls: [{ id: 'p-1', repo: 'p', golden: [{ severity: 'LOW', comment: 'It is wrong.' }] }],
    }),
  });
  const { code, stdout } = await runCli(['evaluate', '--dataset', 'set.json', '--quiet'], { cwd: root });
  expect(code).toBe(3);
  expect(stdout).toContain('0 of 1');
  expect(stdout).toContain('1 reviews did not happen');
});
