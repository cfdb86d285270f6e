/** A server that is killed again and again during a review by the host's agents: it goes on, and the report is that of an undisturbed one. */
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolderFixture } from '../contracts/temporary-repository.ts';
import { createRandom } from '../kill/random.ts';
import { keptCode, lendVocabulary } from '../support/kept-code.ts';
import { isSoak, times } from '../tier.ts';
import { type Call, connect, frame, type Output, type Row, readAll, rowsOf, startProcess } from './connect.ts';

const KILLS = times(4, 50);
/** A busy machine takes long for fifty servers. */
const PATIENCE_MS = times(600_000, 3_600_000);

const FLAW = 'export const find = (db, req) => db.query(`SELECT * FROM users WHERE id = ${req.query.id}`);';
/** More than 16K tokens: agents read for themselves, in two waves. */
const FILES = {
  'src/api.ts': `${FLAW}\n`,
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [
      `src/part-${i}.ts`,
      Array.from({ length: 180 }, (_, j) => `export const value${i}_${j} = compute(${j}, 'text ${j}');`).join('\n'),
    ]),
  ),
};
const REVIEWERS = ['security-reviewer', 'code-quality-reviewer', 'typescript-reviewer'];
const MORE = isSoak ? ['documentation-reviewer', 'user-persona-reviewer', 'vulnerability-reviewer'] : [];
const PLAN = { all: true, waves: 2, reviewers: [...REVIEWERS, ...MORE] };

const CLAIM = {
  severity: 'HIGH',
  category: 'injection',
  file: 'src/api.ts',
  line: 1,
  issue: 'The id of the request becomes part of the statement.',
  evidence: FLAW,
  recommendation: 'Pass the id as a parameter.',
  cwe: 'CWE-89',
};

/** Reads, looks, reports and hands in; the quality reviewer answers prose at first, the one for TypeScript is in a hurry. */
async function work({ agent, ticket }: Row, call: Call, prose: Set<string>): Promise<void> {
  const task = await call('review_task', { ticket });
  const whole = frame(task.text, { agent, findings: [], verdict: 'OK' });
  // Hands in before it has read anything: it is told to go on.
  if (agent === 'typescript-reviewer') await call('review_submit', { ticket, output: whole });
  const text = await readAll(call, ticket);
  if (agent === 'code-quality-reviewer' && prose.size === 0) prose.add(ticket);
  if (prose.has(ticket)) {
    await call('review_submit', { ticket, output: 'It is all fine.' });
    return;
  }
  await call('outline', { ticket, path: 'src/part-1.ts' });
  await call('grep', { ticket, pattern: 'value1_1', path: 'src/part-1.ts' });
  if (text.includes('src/api.ts, lines')) await call('report_finding', { ticket, ...CLAIM });
  await call('review_submit', { ticket, output: whole });
}

async function review(call: Call, root: string): Promise<{ report: ReportDocument; steps: readonly Output[] }> {
  const prose = new Set<string>();
  const steps: Output[] = [];
  const planned = await call('review_plan', { path: root, ...PLAN });
  for (
    let status = planned;
    ;
    status = await call('review_status', { review_id: planned.output.review_id, all: true })
  ) {
    const rows = rowsOf(status);
    steps.push({
      next: status.output.next,
      agents: rows.map(({ agent, files, budget_tokens: budget }) => ({ agent, files, budget })),
    });
    if (rows.length === 0) {
      const report = JSON.parse(readFileSync(String(status.output.report_path), 'utf8'));
      return { report, steps };
    }
    await Promise.all(rows.map((row) => work(row, call, prose)));
  }
}

/** A server as a process, and how to kill it. */
async function startServer(env: Record<string, string>, cwd: string) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = startProcess({ args: ['mcp'], cwd, env }) as StdioClientTransport;
  await client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error('the server did not start');
  return { client, kill: () => process.kill(pid, 'SIGKILL') };
}

/** A kill follows every so many answers, now or a moment later; calls that die with a server are made again at the next one. */
async function connectKilled(kills: number, calls: number) {
  const state = createFolderFixture();
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: state.root,
    CONSENSUS_REVIEW_STATE_DIR: state.path('state'),
    ...keptCode(),
  };
  lendVocabulary(state.path('state'));
  const random = createRandom(17);
  const gap = Math.max(1, Math.floor(calls / (1.5 * kills + 1)));
  let killed = 0;
  let answers = 0;
  let server: ReturnType<typeof startServer> | null = null;
  onTestFinished(async () => (await server)?.client.close());
  const drop = (current: typeof server): void => {
    if (server === current) server = null;
  };
  const kill = async (current: NonNullable<typeof server>): Promise<void> => {
    if (server !== current || killed === kills) return;
    killed += 1;
    drop(current);
    (await current).kill();
  };
  const call: Call = async (name, args) => {
    server ??= startServer(env, state.root);
    const current = server;
    const result = await (await current).client.callTool({ name, arguments: args }).catch(() => null);
    if (result === null) {
      drop(current);
      return call(name, args);
    }
    answers += 1;
    if (killed < Math.floor(answers / gap)) setTimeout(() => void kill(current), random.below(60));
    const [first] = result.content;
    const text = first?.type === 'text' ? first.text : '';
    return { output: (result.structuredContent ?? {}) as Output, text, isError: result.isError === true };
  };
  return { call, killed: () => killed };
}

/** What may differ: which run it was, when, and how often it went on. */
const comparable = ({ run, ...report }: ReportDocument) => ({
  ...report,
  run: { ...run, id: '', started_at: '', finished_at: '', resumed: 0 },
});

test(
  `a server that is killed ${KILLS} times ends with the report of one that nobody killed [HOST-22]`,
  async () => {
    const folder = createFolderFixture(FILES);
    const undisturbed = await connect();
    let calls = 0;
    const expected = await review((name, args) => {
      calls += 1;
      return undisturbed.call(name, args);
    }, folder.root);
    const { call, killed } = await connectKilled(KILLS, calls);
    const { report, steps } = await review(call, folder.root);
    expect(comparable(report)).toEqual(comparable(expected.report));
    expect(steps).toEqual(expected.steps);
    expect(killed()).toBe(KILLS);
  },
  PATIENCE_MS,
);
