/** `evaluate --judge`: a model says which findings mean which labels; what it does not say is not guessed. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPairs } from '../src/protocol/evaluation/judgement.ts';
import { scorePairs } from '../src/protocol/evaluation/score.ts';
import { type LoopbackRequest, startLoopbackProvider } from '../src/testing/index.ts';
import { createFolder, runCli, writeFiles } from './e2e/run-cli.ts';
import { writeResult } from './model/obedient-model.ts';

/** In the shape of a credential, put together here. */
const KEY = `gh${'p_'}x7Kp9QmZ2vLs4TnB8wRc1YhD5gFj3AeUo6Vi`;
const PARTS = ['one', 'two'];

/** One finding in every part; its label lies elsewhere, so that lines alone would not meet it. */
function createSet(): string {
  const root = createFolder({ 'README.md': '# Parts\n' });
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...who, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'base');
  const changes = PARTS.map((part) => {
    writeFiles(root, { [`src/${part}.ts`]: `export const part = (input: string) => query(input, '${part}');\n` });
    git('add', '-A');
    git('commit', '-qm', part);
    const labels = [{ path: 'src/other.ts', start_line: 9, end_line: 9, note: `Key ${KEY} in ${part}` }];
    return { id: part, commit: git('rev-parse', 'HEAD'), labels };
  });
  writeFiles(root, {
    'dataset.json': JSON.stringify({ schema: 'consensus-review/evaluation-dataset@1', name: 'parts', changes }),
  });
  return root;
}

function answerReview(request: LoopbackRequest) {
  const part = /query\(input, '(\w+)'\)/u.exec(JSON.stringify(request.body))?.[1] ?? '';
  const finding = {
    severity: 'MEDIUM',
    category: 'injection',
    file: `src/${part}.ts`,
    line: 1,
    issue: 'The query is built from input.',
    evidence: `query(input, '${part}')`,
    recommendation: 'Bind the value.',
  };
  return { text: writeResult(request, { findings: [finding], verdict: 'OK' }) };
}

async function evaluate(judge: (question: string) => string) {
  const provider = await startLoopbackProvider();
  onTestFinished(() => provider.close());
  const questions: string[] = [];
  provider.otherwise((request) => {
    const body = JSON.stringify(request.body);
    if (!body.includes('Known problems:')) return answerReview(request);
    questions.push(body);
    return { text: judge(body) };
  });
  const root = createSet();
  const out = join(createFolder(), 'out');
  const args = ['--dataset', '.', '--out', out, '--reviewers', 'security', '--model', 'anthropic/loopback', '--quiet'];
  const run = async () => {
    const { stdout, code } = await runCli(['evaluate', ...args, '--judge', 'anthropic/loopback', '-f', 'json'], {
      cwd: root,
      env: provider.environment,
    });
    return { code, evaluation: JSON.parse(stdout) };
  };
  return { run, questions };
}

test('what the judge joins is found, whatever the lines say; no secret is sent; answers are kept', async () => {
  const { run, questions } = await evaluate((question) =>
    question.includes('in one') ? '{"pairs": [{"label": 1, "finding": 1}]}' : 'None: {"pairs": []}',
  );
  const { code, evaluation } = await run();
  expect([code, evaluation.complete, evaluation.judge]).toMatchObject([0, true, { judged: 2, unjudged: 0 }]);
  expect(evaluation.scores[0]).toMatchObject({ found: 1, labels: 2, false_alarms: 1 });
  expect([questions.length, questions.join('').includes(KEY)]).toEqual([2, false]);
  const again = await run();
  expect([again.evaluation.scores, questions.length]).toEqual([evaluation.scores, 2]);
});

test('an answer in another form is asked for once more; then lines decide, and the evaluation is not complete', async () => {
  const { run, questions } = await evaluate(() => '{"pairs": [{"label": 2, "finding": 1}]}');
  const { code, evaluation } = await run();
  expect([code, evaluation.complete, evaluation.judge.unjudged, questions.length]).toEqual([3, false, 2, 4]);
  expect(evaluation.scores[0]).toMatchObject({ found: 0, false_alarms: 2 });
});

test.each([
  ['{"pairs": [{"label": 2, "finding": 1}, {"label": 2, "finding": 3}]}', { found: 1, labels: 2, falseAlarms: 1 }],
  ['{"pairs": []}', { found: 0, labels: 2, falseAlarms: 3 }],
  ['{"pairs": [{"label": 0, "finding": 1}]}', null],
  ['{"pairs": [{"label": 1, "finding": 4}]}', null],
  ['{"pairs": [{"label": "1", "finding": 1}]}', null],
  ['{"pairs": 1}', null],
  ['{"pairs": [', null],
  ['', null],
])('%s', (text, score) => {
  const pairs = readPairs(text, 2, 3);
  expect(pairs === null ? null : scorePairs(pairs, 2, 3)).toEqual(score);
});
