import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import {
  type LoopbackProvider,
  type LoopbackReply,
  type LoopbackRequest,
  startLoopbackProvider,
} from '../../src/testing/index.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';

const A = 'anthropic/a';
const B = 'openai/b';
const C = 'openai-compatible/c';
const PANEL = [A, B, C].join(',');

let provider: LoopbackProvider | null = null;
afterEach(async () => {
  await provider?.close();
  provider = null;
});

/** The result an agent was asked for, with the end marker of its own question. */
const resultFor = (request: LoopbackRequest, fields: object): string => {
  const end = /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(JSON.stringify(request.body))?.[0] ?? 'none was asked for';
  return `===AGENT_RESULT===\n${JSON.stringify({ agent: 'x', findings: [], verdict: 'OK', ...fields })}\n${end}\n`;
};

const USAGE = { inputTokens: 900, outputTokens: 80 };

/** One answer of one model. */
const says = (name: string, fields: object, more: LoopbackReply = {}): LoopbackReply => ({
  when: ({ model }) => name.endsWith(`/${model}`),
  textFor: (request) => resultFor(request, fields),
  usage: USAGE,
  ...more,
});

const FILES = {
  'src/login.ts':
    'export const login = (input: string) => query(input);\n\n\n\n\n\n\nexport const logout = () => forget();\n',
};
const QUERY = {
  severity: 'MEDIUM',
  category: 'injection',
  file: 'src/login.ts',
  line: 1,
  title: 'Query built from input',
  issue: 'The query is built from what the caller sends, so its text can be changed.',
  evidence: 'query(input)',
  recommendation: 'Bind the value.',
  cwe: 'CWE-89',
  confidence: 'high',
};
const SAME_QUERY = { ...QUERY, title: 'SQL injection', issue: 'Input reaches the query text without being bound.' };
const LOGOUT = {
  ...QUERY,
  category: 'auth',
  line: 8,
  title: 'Logout is not awaited',
  issue: 'The session may survive because nobody waits for it to be forgotten.',
  evidence: 'forget()',
  cwe: 'CWE-613',
};

interface Reviewed {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly report: ReportDocument;
  readonly again: (more: readonly string[]) => Promise<string>;
}

async function review(
  script: readonly LoopbackReply[],
  flags: readonly string[],
  otherwise?: (request: LoopbackRequest) => LoopbackReply,
): Promise<Reviewed> {
  provider = await startLoopbackProvider(...script);
  if (otherwise !== undefined) provider.otherwise(otherwise);
  const cwd = createFolder(FILES);
  const recording = join(createFolder(), 'run.jsonl');
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const args = ['review', '--all', '--reviewers', 'security', '--quiet', ...flags];
  const live = await runCli([...args, '-f', 'json', '--record', recording], {
    cwd,
    env: { ...env, ...provider.environment },
  });
  const report = live.stdout === '' ? ({} as ReportDocument) : (JSON.parse(live.stdout) as ReportDocument);
  const again = async (more: readonly string[]): Promise<string> =>
    (await runCli([...args, ...more, '--replay', recording], { cwd, env })).stdout;
  return { ...live, report, again };
}

const byTitle = ({ findings }: ReportDocument, line: number) => findings.filter((finding) => finding.line === line);

describe('a panel of three models, two of which agree and one refuses', () => {
  const script = [
    says(A, { findings: [QUERY, LOGOUT], verdict: 'WARN' }),
    says(B, { findings: [SAME_QUERY], verdict: 'WARN' }),
    says(C, {}, { textFor: () => 'I will not do that.', finish: 'filter' }),
  ];

  test('each has its own row, the bill is of all, k of n counts those that looked, and the hole is not hidden [FACT-14]', async () => {
    const { report, code, again } = await review(script, ['--panel', PANEL]);
    expect(report.run.model).toBe(PANEL);
    expect(report.agents.map(({ agent, model, status }) => [agent, model, status])).toEqual([
      ['security-reviewer', A, 'completed'],
      ['security-reviewer', B, 'completed'],
      ['security-reviewer', C, 'failed'],
    ]);
    expect([code, report.complete]).toEqual([3, false]);
    expect(report.warnings.join('\n')).toContain(`security-reviewer (${C}) failed`);
    expect(report.notes).toContain(`security-reviewer (${C}): reviewed 0/1 files`);
    expect(report.coverage.files.map(({ by }) => by)).toEqual([{ 'security-reviewer': 'reviewed' }]);
    expect(report.usage).toMatchObject({ calls: 3 });
    const [query] = byTitle(report, 1);
    const [logout] = byTitle(report, 8);
    expect(query?.reported_by.map(({ model }) => model)).toEqual([A, B]);
    expect([query?.agreement, logout?.agreement]).toEqual([
      { k: 2, n: 2 },
      { k: 1, n: 2 },
    ]);
    expect(report.findings.map(({ id }) => id)).toEqual(['M-01', 'M-02']);
    expect(query?.id).toBe('M-01');
    expect(query?.confidence).toBeGreaterThan(logout?.confidence ?? 1);
    provider?.assertPlayed();

    expect(await again(['-f', 'json'])).toBe(`${JSON.stringify(report, null, 2)}\n`);
    const markdown = await again(['-f', 'markdown']);
    expect(markdown).toContain('2 of 2 agree');
    const terminal = (await again(['-f', 'terminal'])).replace(/\s+/gu, ' ');
    expect(terminal).toContain(`security-reviewer on ${A} + ${B} · 2 of 2 agree`);
    const sarif = JSON.parse(await again(['-f', 'sarif']));
    expect(sarif.runs[0].results[0].properties).toMatchObject({ agreement: { k: 2, n: 2 }, models: [A, B] });
  });

  test('--min-agreement 2 sets aside what one of two says, keeps it in the report and out of the exit code', async () => {
    const { report, code } = await review(script, ['--panel', PANEL, '--min-agreement', '2', '--allow-partial']);
    expect(byTitle(report, 8)[0]).toMatchObject({
      status: 'rejected',
      extra: { rejection_reason: '1 of 2 agree, 2 needed' },
    });
    expect(byTitle(report, 1)[0]?.status).toBe('confirmed');
    expect(report.verdict_trace).toContain('not counted: 1 on which too few agree');
    expect(code).toBe(0);
  });
});

test('--protocol vote turns down what fewer than 66% report; CRITICAL and HIGH of security always stand', async () => {
  const grave = { ...LOGOUT, severity: 'HIGH' };
  const { report, code } = await review(
    [
      says(A, { findings: [QUERY, grave], verdict: 'WARN' }),
      says(B, { findings: [], verdict: 'OK' }),
      says(C, { findings: [], verdict: 'OK' }),
    ],
    ['--panel', PANEL, '--protocol', 'vote', '--fail-on', 'medium'],
  );
  expect(byTitle(report, 1)[0]).toMatchObject({
    status: 'rejected',
    agreement: { k: 1, n: 3 },
    extra: { rejection_reason: '33% agree, 66% needed' },
  });
  expect(byTitle(report, 8)[0]).toMatchObject({ status: 'confirmed', agreement: { k: 1, n: 3 } });
  expect([report.complete, code]).toEqual([true, 1]);
});

test('an objection that rests only on what was turned down is turned down with it', async () => {
  const { report, code } = await review(
    [
      says(A, { findings: [QUERY], verdict: 'WARN' }),
      says(B, { findings: [], verdict: 'OK' }),
      says(C, { findings: [], verdict: 'OK' }),
    ],
    ['--panel', PANEL, '--protocol', 'vote', '--fail-on', 'low'],
  );
  expect([report.verdict, report.complete, code]).toEqual(['OK', true, 0]);
});

describe('--protocol ci', () => {
  const isSecond = ({ body }: LoopbackRequest): boolean => JSON.stringify(body).includes('Findings of other reviewers');
  const round = (name: string, isAsked: boolean, fields: object): LoopbackReply => ({
    ...says(name, fields),
    when: (request) => name.endsWith(`/${request.model}`) && isSecond(request) === isAsked,
  });

  test('in a second round each model judges what the others found, without their reasons [FACT-14]', async () => {
    const { report, code, again } = await review(
      [
        round(A, false, { findings: [QUERY, LOGOUT], verdict: 'WARN' }),
        round(B, false, { verdict: 'OK' }),
        round(C, false, { verdict: 'OK' }),
        round(B, true, { confirmed: ['S1'], refuted: ['S2', 'S9'], verdict: 'WARN' }),
        round(C, true, { confirmed: ['S1'], verdict: 'OK' }),
      ],
      ['--panel', PANEL, '--protocol', 'ci', '--fail-on', 'never'],
    );
    provider?.assertPlayed();
    const second = provider?.requests.filter(isSecond).map(({ body }) => JSON.stringify(body)) ?? [];
    expect(second).toHaveLength(2);
    for (const question of second) {
      expect(question).toContain(QUERY.title);
      expect(question).not.toContain(QUERY.issue);
      expect(question).not.toContain(QUERY.recommendation);
    }
    const places = new Map(report.findings.map((finding) => [finding.title, finding]));
    const first = places.get(QUERY.title);
    const other = places.get(LOGOUT.title);
    expect([first?.agreement, other?.agreement]).toEqual([
      { k: 3, n: 3 },
      { k: 1, n: 3 },
    ]);
    expect(first?.reported_by.map(({ model, round: asked }) => [model, asked])).toEqual([
      [A, 1],
      [C, 2],
      [B, 2],
    ]);
    expect(other).toMatchObject({ status: 'needs_manual', extra: { refuted_by: [`security-reviewer (${B})`] } });
    expect(report.rounds.map(({ round: number, agents, decision }) => [number, agents, decision])).toEqual([
      [1, 3, 'next-round'],
      [2, 2, 'converge'],
    ]);
    expect([report.complete, code]).toEqual([true, 0]);
    expect(await again(['-f', 'json'])).toBe(`${JSON.stringify(report, null, 2)}\n`);
  });

  test('what it needs is kept from the limits before anybody reviews, and reviewers cannot spend it', async () => {
    const finds = new Map([
      ['b', QUERY],
      ['c', LOGOUT],
    ]);
    let greedy = 0;
    const greedyReply = (): LoopbackReply => {
      greedy += 1;
      return {
        toolCalls: [{ name: 'file_done', input: { path: 'src/login.ts' } }],
        usage: { inputTokens: 5000, outputTokens: 500 },
      };
    };
    const maxTokens = 100_000;
    const { report } = await review(
      [],
      ['--panel', PANEL, '--protocol', 'ci', '--max-tokens', String(maxTokens)],
      (request) => {
        if (request.model === 'a' && !isSecond(request)) return greedyReply();
        const found = finds.get(request.model);
        const findings = isSecond(request) || found === undefined ? [] : [found];
        return {
          text: resultFor(request, { findings, verdict: 'WARN', confirmed: isSecond(request) ? ['S1'] : [] }),
          usage: USAGE,
        };
      },
    );
    const judges = provider?.requests.filter(isSecond).map(({ model }) => model) ?? [];
    expect(judges).toEqual(expect.arrayContaining(['b', 'c']));
    const used = report.usage.input_tokens + report.usage.output_tokens;
    expect(greedy * 5500 + 2 * 980).toBeLessThanOrEqual(0.8 * maxTokens);
    expect(used).toBeLessThanOrEqual(maxTokens);
    expect(report.complete).toBe(false);
    expect(report.warnings.join('\n')).toContain('a limit of the run is reached (--max-tokens 100000)');
    expect(report.rounds.at(-1)?.round).toBe(2);
  });

  test('where the second round fails the review is not complete, and the findings of the first stand', async () => {
    const { report } = await review(
      [
        round(A, false, { findings: [QUERY], verdict: 'WARN' }),
        round(B, false, { verdict: 'OK' }),
        { ...round(B, true, {}), fault: { kind: 'status', status: 401, message: 'bad key' } },
      ],
      ['--panel', [A, B].join(','), '--protocol', 'ci'],
    );
    expect(report.complete).toBe(false);
    expect(report.findings.map(({ status, agreement }) => [status, agreement])).toEqual([
      ['confirmed', { k: 1, n: 2 }],
    ]);
    expect(report.coverage.files.map(({ status }) => status)).toEqual(['reviewed']);
  });
});

test('embedded may sit on a panel: its silence counts, and its rules need no vote', async () => {
  const { report } = await review(
    [says(A, { findings: [QUERY], verdict: 'WARN' })],
    ['--panel', `embedded,${A}`, '--min-agreement', '2'],
  );
  expect(report.agents.map(({ model }) => model)).toEqual([null, A]);
  expect(byTitle(report, 1)[0]).toMatchObject({ agreement: { k: 1, n: 2 }, status: 'rejected' });
});

test('a fallback is named on every finding it made, and speaks for the model it stands in for', async () => {
  const failing = says(A, {}, { fault: { kind: 'rate-limit', retryAfterSeconds: 300 } });
  const { report, again } = await review(
    [failing, says(B, { findings: [QUERY], verdict: 'WARN' })],
    ['--model', A, '--fallback', B],
  );
  expect(report.agents.map(({ model, status }) => [model, status])).toEqual([[A, 'completed']]);
  expect(report.findings[0]).toMatchObject({ reported_by: [{ model: B }], agreement: { k: 1, n: 1 } });
  const more = ['-f', 'markdown'];
  expect(await again(more)).toContain('(fallback)');
  expect((await again(['-f', 'terminal'])).replace(/\s+/gu, ' ')).toContain(`security-reviewer on ${B} (fallback)`);
});

test('plan shows every member of the panel and what all of them cost', async () => {
  const cwd = createFolder(FILES);
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const plan = async (...flags: readonly string[]) =>
    JSON.parse(
      (await runCli(['plan', '--all', '--reviewers', 'security', '-f', 'json', ...flags], { cwd, env })).stdout,
    );
  const one = await plan('--model', 'anthropic/claude-sonnet-5-5');
  const two = await plan('--panel', 'anthropic/claude-sonnet-5-5,embedded,openai/gpt-6-sol');
  expect(two.agents.map((row: { model: string | null }) => row.model)).toEqual([
    'anthropic/claude-sonnet-5-5',
    null,
    'openai/gpt-6-sol',
  ]);
  expect(two.estimate.calls).toBe(2 * one.estimate.calls);
  expect(two.estimate.cost_usd).toBeGreaterThan(one.estimate.cost_usd);
});

test.each([
  [['--protocol', 'majority'], 'majority'],
  [['--min-agreement', '0'], '--min-agreement'],
  [['--panel', 'anthropic/a,anthropic/a'], 'named twice'],
  [['--panel', 'gpt'], '--panel'],
])('%j is a wrong call', async (flags, said) => {
  const { code, stderr } = await runCli(['review', '--all', ...flags], { cwd: createFolder(FILES) });
  expect(code).toBe(2);
  expect(stderr).toContain(said);
});
