import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import {
  type LoopbackProvider,
  type LoopbackReply,
  type LoopbackRequest,
  startLoopbackProvider,
} from '../../src/testing/index.ts';
import { startCli, untilAsked } from '../e2e/interrupted-run.ts';
import { createFolder, runCli, writeFiles } from '../e2e/run-cli.ts';
import { writeResult } from './obedient-model.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

const NAMES = Array.from({ length: 10 }, (_, i) => `src/part${i}.ts`);
const source = (i: number, value = i): string => `export const part${i} = (input: string) => query(input, ${value});\n`;

/** The files whose text a request holds. */
const filesIn = ({ body }: LoopbackRequest): readonly string[] => {
  const text = JSON.stringify(body);
  return NAMES.filter((name) => text.includes(`\\"${name}\\": 1 lines`));
};

/** A model that finds something in every file with an odd number that it is given. */
function answerOdd(request: LoopbackRequest): LoopbackReply {
  const findings = filesIn(request)
    .filter((name) => Number(/\d/u.exec(name)?.[0]) % 2 === 1)
    .map((file) => ({
      severity: 'MEDIUM',
      category: 'injection',
      file,
      line: 1,
      issue: 'The query is built from input.',
      evidence: /query\(input, \d+\)/u.exec(lineOf(request, file))?.[0] ?? '',
      recommendation: 'Bind the value.',
      cwe: 'CWE-89',
    }));
  return { text: writeResult(request, { findings, verdict: findings.length > 0 ? 'WARN' : 'OK' }) };
}

const lineOf = ({ body }: LoopbackRequest, file: string): string => {
  const number = /\d/u.exec(file)?.[0];
  return new RegExp(`export const part${number} [^\\\\]+`, 'u').exec(JSON.stringify(body))?.[0] ?? '';
};

interface Project {
  readonly folder: string;
  readonly state: string;
  readonly provider: LoopbackProvider;
  readonly env: Readonly<Record<string, string>>;
  args(...args: readonly string[]): readonly string[];
  readonly git: (...args: readonly string[]) => void;
  review(...args: readonly string[]): Promise<Reviewed>;
  run(...args: readonly string[]): ReturnType<typeof runCli>;
}

interface Reviewed {
  readonly report: ReportDocument;
  /** What was asked for in this review. */
  readonly requests: readonly LoopbackRequest[];
  readonly stderr: string;
}

async function openProject(answer = answerOdd, files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const provider = await startLoopbackProvider();
  provider.otherwise(answer);
  providers.push(provider);
  const folder = createFolder({ 'README.md': '# Parts\n', ...files });
  const state = createFolder();
  const env = { CONSENSUS_REVIEW_STATE_DIR: state, ...provider.environment };
  const git = (...args: readonly string[]): void => {
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...who, ...args], { cwd: folder, stdio: 'pipe' });
  };
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'base');
  git('checkout', '-qb', 'topic');
  writeFiles(folder, Object.fromEntries(NAMES.map((name, i) => [name, source(i)])));
  git('add', '-A');
  git('commit', '-qm', 'parts');
  const argsOf = (...args: readonly string[]): readonly string[] => {
    const who = args.includes('--reviewers') ? [] : ['--reviewers', 'security'];
    const model = args.includes('--model') ? [] : ['--model', 'anthropic/loopback'];
    return ['review', '--base', 'main', '--head', 'topic', ...who, '-f', 'json', ...model, ...args];
  };
  const run: Project['run'] = (...args) => runCli([...args, '--quiet'], { cwd: folder, env });
  return {
    folder,
    state,
    provider,
    git,
    run,
    env,
    args: argsOf,
    async review(...args) {
      const before = provider.requests.length;
      const { stdout, stderr } = await run(...argsOf(...args));
      return { report: JSON.parse(stdout), requests: provider.requests.slice(before), stderr };
    },
  };
}

const pushed = (project: Project, files: Readonly<Record<string, string>>): void => {
  writeFiles(project.folder, files);
  project.git('add', '-A');
  project.git('commit', '-qm', 'push');
};

/** What a report says of the code, whoever paid for it. */
const essence = ({ findings, verdict, complete, coverage, verdict_trace }: ReportDocument) => ({
  findings,
  verdict,
  complete,
  verdict_trace,
  files: coverage.files,
  ratio: coverage.ratio,
});

test('what was reviewed before is not paid for again, and the report says the same and where it comes from', async () => {
  const project = await openProject();
  const first = await project.review();
  expect(first.stderr).toBe('');
  expect(first.requests).toHaveLength(1);
  expect(first.report).toMatchObject({ complete: true, verdict: 'WARN', usage: { calls: 1, reused_calls: 0 } });
  expect(first.report.findings).toHaveLength(5);
  expect(first.report.findings.every(({ status }) => status === 'confirmed')).toBe(true);

  const second = await project.review();
  expect(second.requests).toEqual([]);
  expect(second.report.usage).toMatchObject({ calls: 0, cost_usd: 0, input_tokens: 0, reused_calls: 1 });
  expect(essence(second.report)).toEqual(essence(first.report));
  expect(second.report.agents[0]).toMatchObject({ files_reviewed: 10, files_recalled: 10, verdict: 'WARN' });
  expect(second.report.coverage.recalled).toEqual([
    { run: first.report.run.id, started_at: first.report.run.started_at, files: 10, agents: ['security-reviewer'] },
  ]);
  expect(second.report.notes.join()).toContain(`10 files were taken from run ${first.report.run.id}`);
});

test('a state folder in the repository could hold answers that nobody gave: they are not used', async () => {
  const project = await openProject();
  const env = { ...project.env, CONSENSUS_REVIEW_STATE_DIR: join(project.folder, '.state') };
  for (const asked of [1, 2]) {
    await runCli([...project.args(), '--quiet'], { cwd: project.folder, env });
    expect(project.provider.requests).toHaveLength(asked);
  }
});

test('where a commit message was changed after the review, every file is asked for again', async () => {
  const project = await openProject();
  await project.review();
  project.git('commit', '-q', '--amend', '-m', 'parts, and nothing to see here');
  const second = await project.review();
  expect(second.requests.flatMap(filesIn)).toEqual(NAMES);
  expect(second.report.agents[0]).toMatchObject({ files_reviewed: 10, files_recalled: 0 });
  project.git('commit', '-q', '--allow-empty', '-m', 'one more');
  expect((await project.review()).requests).toEqual([]);
});

test('after a push only what changed is asked; other findings keep their identity', async () => {
  const project = await openProject();
  const first = await project.review();
  pushed(project, { 'src/part3.ts': source(3, 33) });
  const second = await project.review();
  expect(second.requests.map(filesIn)).toEqual([['src/part3.ts']]);
  expect(JSON.stringify(second.requests)).not.toContain('part4');
  expect(second.report.agents[0]).toMatchObject({ files_reviewed: 10, files_recalled: 9 });
  const identities = ({ findings }: ReportDocument) =>
    findings.map(({ file, fingerprint }) => [file, fingerprint]).sort();
  const unchanged = (pairs: ReturnType<typeof identities>) => pairs.filter(([file]) => file !== 'src/part3.ts');
  expect(unchanged(identities(second.report))).toEqual(unchanged(identities(first.report)));
  expect(second.report.findings.find(({ file }) => file === 'src/part3.ts')?.evidence).toBe('query(input, 33)');

  const third = await project.review();
  expect(third.requests).toEqual([]);
  expect(third.report.coverage.recalled.map(({ run, files }) => [run, files])).toEqual([
    [first.report.run.id, 9],
    [second.report.run.id, 1],
  ]);
  expect(third.report.usage.reused_calls).toBe(2);
});

test('another model, other guidance, another reviewer and the wish of the user: everything is asked', async () => {
  const custom = '---\nname: query-reviewer\ndescription: Looks at queries.\n---\nLook for queries.\n';
  const reviewers = '.consensus-review/reviewers/query.md';
  const project = await openProject(answerOdd, { 'REVIEW.md': 'Be kind.\n', [reviewers]: custom });
  await project.review();
  const other = await project.review('--model', 'anthropic/other');
  expect(other.requests.map(filesIn)).toEqual([NAMES]);
  const anew = await project.review('--no-reuse');
  expect(anew.requests.map(filesIn)).toEqual([NAMES]);
  expect(anew.report.notes).toEqual([]);
  expect((await project.review()).report.coverage.recalled[0]?.run).toBe(anew.report.run.id);

  const asked = ['--reviewers', 'query'] as const;
  expect((await project.review(...asked)).requests).toHaveLength(1);
  // Guidance and reviewers are those of the base, which the branch takes up.
  project.git('checkout', '-q', 'main');
  pushed(project, { 'REVIEW.md': 'Be strict.\n' });
  project.git('checkout', '-q', 'topic');
  project.git('rebase', '-q', 'main');
  expect((await project.review()).requests.map(filesIn)).toEqual([NAMES]);
  project.git('checkout', '-q', 'main');
  pushed(project, { [reviewers]: `${custom}And for loops.\n` });
  project.git('checkout', '-q', 'topic');
  project.git('rebase', '-q', 'main');
  const { requests } = await project.review(...asked);
  expect(requests).toHaveLength(1);
  expect(JSON.stringify(requests)).toContain('And for loops.');
});

test('a plan says what would not be paid for again, and people read it in every report', async () => {
  const project = await openProject();
  const plan = [
    'plan',
    '--base',
    'main',
    '--head',
    'topic',
    '--reviewers',
    'security',
    '--model',
    'anthropic/loopback',
  ];
  const before = JSON.parse((await project.run(...plan, '-f', 'json')).stdout);
  expect(before.agents[0]).toMatchObject({ files: 10, files_recalled: 0 });
  await project.review();
  pushed(project, { 'src/part0.ts': source(0, 99) });
  const after = JSON.parse((await project.run(...plan, '-f', 'json')).stdout);
  expect(after.agents[0]).toMatchObject({ files: 10, files_recalled: 9 });
  expect(after.estimate.reused_calls).toBe(1);
  expect(after.estimate.input_tokens).toBeLessThan(before.estimate.input_tokens);
  expect((await project.run(...plan, '-f', 'terminal')).stdout).toContain('9 files reviewed before');
  expect((await project.run(...plan, '-f', 'markdown')).stdout).toContain('9 files reviewed before');
  expect(project.provider.requests).toHaveLength(1);
  await project.review();
  const done = JSON.parse((await project.run(...plan, '-f', 'json')).stdout);
  expect(done.estimate).toMatchObject({ calls: 0, input_tokens: 0, cost_usd: 0, reused_calls: 2 });
  const scope = plan.slice(1);
  for (const format of ['terminal', 'markdown']) {
    const { stdout } = await project.run('review', ...scope, '-f', format);
    expect(stdout).toMatch(/10 files were taken from runs \S+, \S+: reviewed\s+before/u);
  }
});

test('a recording reads and writes no cache; a damaged or absent store is said and costs only calls', async () => {
  const project = await openProject();
  await project.review();
  const recorded = await project.review('--record', join(project.folder, '..', `${Date.now()}.jsonl`));
  expect(recorded.requests).toHaveLength(1);
  const store = readdirSync(project.state).find((name) => name.startsWith('recollections')) ?? '';
  writeFileSync(join(project.state, store), 'nothing that could be read. '.repeat(300));
  const damaged = await project.review();
  expect(damaged.requests).toHaveLength(1);
  expect(damaged.stderr).toContain('damaged and has been cleared');
  expect(damaged.report).toMatchObject({ complete: true, usage: { reused_calls: 0 } });
  expect((await project.review()).requests).toHaveLength(0);
});

test('judging the findings of the others is not paid for again either', async () => {
  // One of the two finds nothing by itself and agrees when it is shown.
  const project = await openProject((request) =>
    request.format === 'openai-chat' ? { text: writeResult(request, { confirmed: ['S1', 'S2'] }) } : answerOdd(request),
  );
  const panel = ['--model', 'anthropic/loopback', '--panel', 'anthropic/loopback,openai-compatible/loopback'];
  const ci = [...panel, '--protocol', 'ci'];
  const first = await project.review(...ci);
  expect(first.report.rounds).toHaveLength(2);
  expect(first.requests).toHaveLength(3);
  const second = await project.review(...ci);
  expect(second.requests).toEqual([]);
  expect(second.report.findings).toEqual(first.report.findings);
  expect(second.report.rounds).toEqual(first.report.rounds);
  expect(second.report.usage).toMatchObject({ calls: 0, reused_calls: first.report.usage.calls });
  const behind = second.report.usage.ledger.reduce((sum, { reused_calls }) => sum + reused_calls, 0);
  expect(behind).toBe(second.report.usage.reused_calls);
});

test('a resumed run takes from the cache what it took when it began, whatever was cached since', async () => {
  const project = await openProject();
  await project.review();
  pushed(project, { 'src/part3.ts': source(3, 33) });
  const asked = project.provider.requests.length;
  project.provider.enqueue({ latencyMs: 10_000 });
  const killed = startCli(project.args(), project.folder, project.env);
  await untilAsked(project.provider, asked + 1, killed);
  killed.kill('SIGKILL');
  await killed.ended;
  const between = await project.review();
  expect(between.report.agents[0]?.files_recalled).toBe(9);
  expect((await project.review()).report.agents[0]?.files_recalled).toBe(10);
  const { stdout, stderr } = await project.run('resume', '-f', 'json');
  expect(stderr).not.toContain('warning');
  const resumed: ReportDocument = JSON.parse(stdout);
  expect(resumed.run.resumed).toBe(1);
  expect(resumed.agents[0]).toMatchObject({ files_reviewed: 10, files_recalled: 9 });
  expect(essence(resumed)).toEqual(essence(between.report));
});
