/** A review whose agents are the host's: the server conducts, delivers, checks and decides; an agent's word about itself counts for nothing. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createTokenCounter } from '../../src/context/tokens.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolderFixture } from '../contracts/temporary-repository.ts';
import { runCli } from '../e2e/run-cli.ts';
import { type Answer, type Call, connect, endOf, frame, type Output, type Row, readAll, rowsOf } from './connect.ts';

const FLAW = 'export const find = (db, req) => db.query(`SELECT * FROM users WHERE id = ${req.query.id}`);';
/** More than 16K tokens: every agent reads for itself, in several waves. */
const LARGE = {
  'src/api.ts': `${FLAW}\n`,
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `src/part-${i}.ts`,
      Array.from({ length: 180 }, (_, j) => `export const value${i}_${j} = compute(${j}, 'text ${j}');`).join('\n'),
    ]),
  ),
};
const SMALL = { 'src/a.ts': `${FLAW}\n`, 'src/b.ts': 'export const b = 1;\nexport const c = 2;\n' };

const claim = (more: Output = {}): Output => ({
  severity: 'HIGH',
  category: 'injection',
  file: 'src/api.ts',
  line: 1,
  issue: 'The id of the request becomes part of the statement.',
  evidence: FLAW,
  recommendation: 'Pass the id as a parameter.',
  cwe: 'CWE-89',
  ...more,
});

/** A real line of a file of the large scope, far from the next one. */
const problem = (index: number): Output => ({
  severity: 'MEDIUM',
  category: 'quality',
  file: 'src/part-0.ts',
  line: index + 1,
  title: `Problem ${index}`,
  issue: `The value ${index} is computed when the module is loaded.`,
  evidence: `export const value0_${index} = compute(${index}, 'text ${index}');`,
  recommendation: 'Compute it when it is needed.',
});

const readReport = ({ output }: Answer): ReportDocument => JSON.parse(readFileSync(String(output.report_path), 'utf8'));

interface Received {
  readonly name: string;
  readonly answer: Answer;
}

/** What a host receives beside prompts, lists of files and delivered lines with the line that says which they are. */
function withoutContent({ name, answer: { text, output } }: Received): string {
  if (name === 'review_task') return '';
  const { files: _files, ...rest } = output;
  return Object.keys(output).length > 0
    ? JSON.stringify(rest)
    : text.replaceAll(/^(?:\d+\t.*|\S+, lines \d+-\d+ of \d+)\n?/gmu, '');
}

/** One agent's work on a ticket; answers what review_submit answered. */
type Agent = (row: Row, call: Call) => Promise<Answer>;

const handIn = async (row: Row, call: Call, write: (task: string) => string): Promise<Answer> => {
  const task = await call('review_task', { ticket: row.ticket });
  return call('review_submit', { ticket: row.ticket, output: write(task.text) });
};

const honest: Agent = async (row, call) => {
  await readAll(call, row.ticket);
  return handIn(row, call, (task) => frame(task, { agent: row.agent, findings: [], verdict: 'OK' }));
};

/** Reads nothing and says the best of itself, as often as it is asked. */
const liar: Agent = async (row, call) => {
  const boast = { agent: row.agent, partial: false, files_reviewed: 99, files_skipped: 0, findings: [], verdict: 'OK' };
  const first = await handIn(row, call, (task) => frame(task, boast));
  return (first.output.kept as Output).status === 'open' ? handIn(row, call, (task) => frame(task, boast)) : first;
};

async function conduct(call: Call, planned: Answer, agentFor: (row: Row) => Agent): Promise<readonly Answer[]> {
  const answers: Answer[] = [planned];
  for (let status = planned; rowsOf(status).length > 0; ) {
    answers.push(...(await Promise.all(rowsOf(status).map((row) => agentFor(row)(row, call)))));
    status = await call('review_status', { review_id: planned.output.review_id });
    answers.push(status);
  }
  return answers;
}

describe('a review by agents of the host', () => {
  test('six agents, three waves: what was delivered counts, a liar has reviewed nothing, a cut output is recovered, answers are brief [HOST-17, HOST-18, HOST-14, HOST-20]', async () => {
    const { call: send, env, client } = await connect();
    const received: Received[] = [];
    const call: Call = async (name, args) => {
      const answer = await send(name, args);
      received.push({ name, answer });
      return answer;
    };
    const folder = createFolderFixture(LARGE);
    const planned = await call('review_plan', { path: folder.root, all: true, waves: 3 });
    const rows = rowsOf(planned);
    expect(rows.map(({ agent }) => agent)).toEqual([
      'security-reviewer',
      'vulnerability-reviewer',
      'code-quality-reviewer',
      'documentation-reviewer',
      'user-persona-reviewer',
      'typescript-reviewer',
    ]);
    expect(planned.output).toMatchObject({ complete: false, next: { action: 'submit', reason: 'start 6 agents' } });
    const told: string[] = [];
    const agents: Readonly<Record<string, Agent>> = {
      'user-persona-reviewer': liar,
      'security-reviewer': async (row, given) => {
        await readAll(given, row.ticket);
        const tell = async (more: Output) =>
          told.push((await given('report_finding', { ticket: row.ticket, ...claim(more) })).text);
        await tell({});
        await tell({ severity: 'CRITICAL', file: 'src/nowhere.ts', line: 9999 });
        await tell({ line: 9999 });
        await tell({ severity: 'CRITICAL', evidence: 'eval(everything)' });
        return handIn(row, given, (task) => frame(task, { agent: row.agent, findings: [], verdict: 'VETO' }));
      },
      'vulnerability-reviewer': async (row, given) => {
        await readAll(given, row.ticket);
        return handIn(row, given, (task) => {
          const whole = frame(task, { agent: row.agent, verdict: 'WARN', findings: [claim({ line: 1 }), claim()] });
          return whole.slice(0, whole.lastIndexOf('"line":1'));
        });
      },
    };
    const answers = await conduct(call, planned, ({ agent }) => agents[agent] ?? honest);
    expect(told.slice(0, 4)).toEqual([
      'recorded',
      expect.stringMatching(/^rejected: src\/nowhere\.ts was not given to this agent/u),
      expect.stringMatching(/^rejected: /u),
      expect.stringMatching(/^recorded as unverified: /u),
    ]);

    const last = answers.at(-1) as Answer;
    expect(last.output).toMatchObject({ complete: false, next: { action: 'report' } });
    const report = readReport(last);
    const reviewed = (agent: string) => report.coverage.files.filter((file) => file.by[agent] === 'reviewed').length;
    expect([reviewed('user-persona-reviewer'), reviewed('typescript-reviewer') > 8]).toEqual([0, true]);
    expect(report.complete).toBe(false);
    const places = report.findings.map(({ file, line, status }) => `${status} ${file}:${line}`);
    expect(places.filter((place) => place.includes('nowhere') || place.includes('9999'))).toEqual([]);
    expect(report.truncation.agents.map(({ agent }) => agent)).toContain('vulnerability-reviewer');

    const counter = createTokenCounter();
    const tokens = received.reduce((sum, each) => sum + counter.count(withoutContent(each)), 0);
    expect(tokens).toBeLessThanOrEqual(6000);
    const signals = received.flatMap(({ answer: { output } }) =>
      output.signal === undefined ? [] : [`${output.signal}`],
    );
    for (const signal of signals) expect(counter.count(signal)).toBeLessThanOrEqual(180);
    expect(signals.some((signal) => /context_usage_percent: [1-9]/u.test(signal))).toBe(true);

    const again = await call('review_report', { review_id: planned.output.review_id, format: 'json' });
    expect(JSON.parse(String(again.output.report)).findings).toEqual(report.findings);
    await client.close();
    const stored = await runCli(['runs', 'list', '-f', 'json'], { cwd: folder.root, env });
    expect(JSON.parse(stored.stdout).runs).toMatchObject([
      { id: planned.output.review_id, model: 'host/test', status: 'finished' },
    ]);
  });

  test('an output without use is asked for once more, with half the files and five findings; a second one is not [HOST-19, REV-25]', async () => {
    const { call } = await connect();
    const folder = createFolderFixture(LARGE);
    const planned = await call('review_plan', {
      path: folder.root,
      all: true,
      reviewers: ['security-reviewer'],
      waves: 2,
    });
    const [first] = rowsOf(planned) as [Row];
    const prose = await call('review_submit', {
      ticket: first.ticket,
      output: 'I looked at everything and it is fine.',
    });
    expect(prose.output).toMatchObject({ next: { action: 'retry' }, kept: { status: 'cut', files_reviewed: 0 } });
    const [retry] = rowsOf(prose) as [Row];
    expect([retry.files, retry.ticket === first.ticket]).toEqual([Math.ceil(first.files / 2), false]);
    expect((await call('next_file', { ticket: first.ticket })).text).toContain('is not open');
    await readAll(call, retry.ticket);
    const many = await handIn(retry, call, (task) =>
      frame(task, {
        agent: retry.agent,
        verdict: 'WARN',
        findings: Array.from({ length: 8 }, (_, i) => problem(10 * i)),
      }),
    );
    expect(many.output).toMatchObject({ next: { action: 'next-wave' } });
    const [wave] = rowsOf(many) as [Row];
    const nameless = await handIn(wave, call, (task) =>
      frame(task, { verdict: 'WARN', findings: [claim(), claim()] }).slice(0, 350),
    );
    expect(nameless.output).toMatchObject({ next: { action: 'retry' } });
    const [second] = rowsOf(nameless) as [Row];
    const end = await call('review_submit', { ticket: second.ticket, output: 'no' });
    expect(end.output).toMatchObject({ complete: false, next: { action: 'report' } });
    const report = readReport(end);
    expect(report.findings.filter(({ title }) => title.startsWith('Problem')).length).toBe(5);
    expect(report.truncation.agents.filter(({ severity }) => severity === 'severe').length).toBeGreaterThan(1);
  });

  test('in a small scope the code comes with the task: without it no output is complete, whatever marker it ends with', async () => {
    const { call } = await connect();
    const folder = createFolderFixture(SMALL);
    const planned = await call('review_plan', {
      path: folder.root,
      all: true,
      reviewers: ['security-reviewer', 'code-quality-reviewer'],
    });
    const [blind, seeing] = rowsOf(planned) as [Row, Row];
    const plain = frame('', { agent: blind.agent, files_reviewed: 2, findings: [], verdict: 'OK' });
    const refused = await call('review_submit', { ticket: blind.ticket, output: plain });
    expect(refused.output).toMatchObject({ complete: false, kept: { status: 'cut' } });
    const task = await call('review_task', { ticket: seeing.ticket });
    expect(task.text).toContain('SELECT * FROM users');
    const done = await handIn(seeing, call, (text) =>
      frame(text, { agent: seeing.agent, findings: [], verdict: 'OK' }),
    );
    expect(done.output).toMatchObject({ kept: { status: 'complete', files_reviewed: 2 } });
    const ended = await call('review_report', { review_id: planned.output.review_id, end: true, format: 'json' });
    const report = JSON.parse(String(ended.output.report));
    expect([report.complete, report.findings.length > 0]).toEqual([false, true]);
  });

  test('a stopped server leaves the review; another one goes on with it, by id or by ticket', async () => {
    const first = await connect();
    const folder = createFolderFixture(SMALL);
    const planned = await first.call('review_plan', {
      path: folder.root,
      all: true,
      reviewers: ['security-reviewer', 'code-quality-reviewer'],
    });
    const [one, two] = rowsOf(planned) as [Row, Row];
    await handIn(one, first.call, (task) => frame(task, { agent: one.agent, findings: [], verdict: 'OK' }));
    const task = await first.call('review_task', { ticket: two.ticket });
    const outline = await first.call('outline', { ticket: two.ticket, path: 'src/b.ts' });
    await first.client.close();
    const { call } = await connect({ env: first.env });
    expect((await call('outline', { ticket: two.ticket, path: 'src/b.ts' })).text).toBe(outline.text);
    const status = await call('review_status', { review_id: planned.output.review_id, all: true });
    expect(rowsOf(status).map(({ ticket }) => ticket)).toEqual([two.ticket]);
    expect((await call('review_submit', { ticket: one.ticket, output: 'again' })).text).toContain('is not open');
    const end = await call('review_submit', {
      ticket: two.ticket,
      output: frame(task.text, { agent: two.agent, findings: [], verdict: 'OK' }),
      subagent_tokens: 12_345,
    });
    expect(end.output).toMatchObject({ complete: true, next: { action: 'report' } });
    const report = readReport(end);
    expect(report.run.resumed).toBe(1);
    expect(JSON.stringify(report.usage)).toContain('12345');
  });
});

test('--verify always: another agent of the host takes the second look, and its refutation needs code [REV-26, HOST-17]', async () => {
  const { call } = await connect({ env: { CONSENSUS_REVIEW_VERIFY: 'always' } });
  const { root } = createFolderFixture({ 'src/b.ts': SMALL['src/b.ts'] });
  const planned = await call('review_plan', { path: root, all: true, reviewers: ['security'] });
  const wrong = { severity: 'HIGH', file: 'src/b.ts', line: 1, evidence: 'export const b = 1;' };
  const agents: string[] = [];
  const decide: Agent = (row, given) =>
    handIn(row, given, (task) =>
      [
        '===VALIDATION_RESULT===',
        `agent_id: ${row.agent}\nround: 1\nvalidated_count: 1\nsource_agents: reviewers\n`,
        '[V-F001] rejected\n  original: as stated\n  verification: 1:fail(a constant)',
        '  evidence_file: src/b.ts:1 — export const b = 1;\n  reason: no statement is built here',
        `${endOf(task)}\n`,
      ].join('\n'),
    );
  const answers = await conduct(call, planned, ({ agent }) => {
    agents.push(agent);
    if (agent.startsWith('verifier')) return decide;
    return async (row, given) => {
      await readAll(given, row.ticket);
      return handIn(row, given, (task) => frame(task, { agent, verdict: 'WARN', findings: [claim(wrong)] }));
    };
  });
  expect(agents).toEqual(['security-reviewer', 'verifier-01']);
  expect(answers.map(({ output }) => (output.next as Output | undefined)?.action)).toContain('validate');
  const report = readReport(answers.at(-1) as Answer);
  expect(report.findings.map(({ status, extra }) => [status, extra.doubt])).toEqual([
    ['rejected', expect.stringMatching(/^refuted by the second look of host\/.*: no statement is built here$/u)],
  ]);
});
