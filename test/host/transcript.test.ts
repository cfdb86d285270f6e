/** What an agent read with the host's own tools counts where the host's transcript shows the lines, never because it says so. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseTranscript } from '../../src/mcp/host/transcript.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolderFixture } from '../contracts/temporary-repository.ts';
import { runCli } from '../e2e/run-cli.ts';
import { connect, frame, type Output, rowsOf } from './connect.ts';

const LINES = 180;
const text = (i: number): string =>
  Array.from({ length: LINES }, (_, j) => `export const value${i}_${j} = compute(${j}, 'text ${j}');`).join('\n');
/** More than 16K tokens: every agent reads for itself. */
const FILES = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`src/part-${i}.ts`, `${text(i)}\n`]));

const number = (lines: string, first = 1): string =>
  lines
    .split('\n')
    .map((line, at) => `${at + first}\t${line}`)
    .join('\n');

interface Reading {
  readonly tool?: string;
  readonly path: string;
  readonly shown: string;
  readonly isError?: boolean;
}

/** As Claude Code 2.1.197 writes it: a message for every block, each with the usage of its turn. */
function writeTranscript(ticket: string, readings: readonly Reading[]): string {
  const entries: Output[] = [{ type: 'user', message: { role: 'user', content: `agent: a\nticket: ${ticket}` } }];
  for (const [at, { tool = 'Read', path, shown, isError = false }] of readings.entries()) {
    const usage = { input_tokens: 10, cache_read_input_tokens: 5, cache_creation_input_tokens: 1, output_tokens: 3 };
    const call = { type: 'tool_use', id: `toolu_${at}`, name: tool, input: { file_path: path } };
    const result = { type: 'tool_result', tool_use_id: `toolu_${at}`, content: shown, is_error: isError };
    entries.push(
      {
        type: 'assistant',
        message: { id: `msg_${at}`, role: 'assistant', content: [{ type: 'text', text: 'hm' }], usage },
      },
      { type: 'assistant', message: { id: `msg_${at}`, role: 'assistant', content: [call], usage } },
      { type: 'user', message: { role: 'user', content: [result] } },
    );
  }
  return `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n{"message":{"role":"us`;
}

test('lines of the Read tool as the transcript shows them, with the tokens of every turn once; what has another form says nothing', () => {
  const said = writeTranscript('abc-0123456789', [
    { path: '/p/a.ts', shown: '    7→seven\n     8→\n<system-reminder>9\tno' },
    { path: '/p/b.ts', shown: [{ type: 'text', text: '1\tone' }] as unknown as string },
    { path: '/p/c.ts', shown: '1\tx', isError: true },
    { tool: 'Bash', path: '/p/d.ts', shown: '1\tx' },
  ]);
  expect(parseTranscript(said)).toEqual({
    ticket: 'abc-0123456789',
    shown: [
      {
        path: '/p/a.ts',
        lines: new Map([
          [7, 'seven'],
          [8, ''],
        ]),
      },
      { path: '/p/b.ts', lines: new Map([[1, 'one']]) },
    ],
    usage: { inputTokens: 64, cachedInputTokens: 20, cacheWriteInputTokens: 4, outputTokens: 12, isEstimated: false },
  });
  for (const odd of ['', '[]', 'null\n1\n"x"', '{"message":{"content":[null,{"type":"tool_use","name":"Read"}]}}'])
    expect(parseTranscript(odd)).toEqual({ ticket: null, shown: [], usage: null });
});

test('shown lines count when they are those of the file, on the budget of the ticket; forged, foreign and failed readings count for nothing [HOST-17]', async () => {
  const folder = createFolderFixture({ ...FILES, 'outside.ts': 'export const o = 1;\n' });
  const { call, state } = await connect();
  const env = { CONSENSUS_REVIEW_STATE_DIR: state.path('state') };
  const reviewers = ['security-reviewer', 'vulnerability-reviewer', 'code-quality-reviewer'];
  const plan = await call('review_plan', { path: folder.root, scope: ['src'], waves: 1, reviewers });
  const [first, second, third] = rowsOf(plan);
  const tell = async (event: Output): Promise<void> => {
    const { code, stdout, stderr } = await runCli(['hook', 'subagent'], { input: JSON.stringify(event), env });
    expect([code, stdout, stderr]).toEqual([0, '', '']);
  };
  const handIn = async (ticket: string, agent: string): Promise<Output> => {
    const { text: task } = await call('review_task', { ticket });
    const output = frame(task, { agent, files_reviewed: 99, findings: [], verdict: 'OK' });
    const kept = async () => (await call('review_submit', { ticket, output })).output.kept as Output;
    // Files are left: the engine asks whether that is all, once.
    return (await kept()).status === 'open' ? kept() : { status: 'closed at once' };
  };
  const notes = createFolderFixture();

  // Ended without handing in: its coordinator does it. The transcript names the ticket.
  notes.write({
    'first.jsonl': writeTranscript(String(first?.ticket), [
      { path: folder.path('src/part-0.ts'), shown: number(`${text(0)}\n`) },
      { path: folder.path('src/part-1.ts'), shown: number(text(1).split('\n').slice(0, 90).join('\n')) },
      { path: folder.path('src/part-1.ts'), shown: number(text(1).split('\n').slice(90).join('\n'), 91) },
      { path: folder.path('src/part-2.ts'), shown: number(text(2).split('\n').slice(1).join('\n'), 2) },
    ]),
  });
  await tell({ hook_event_name: 'SubagentStop', agent_transcript_path: notes.path('first.jsonl'), agent_id: 'x1' });
  expect(await handIn(String(first?.ticket), String(first?.agent))).toMatchObject({
    status: 'complete',
    files_reviewed: 2,
  });

  // Hands in itself: the host says so before. Nothing that it claims is in the files.
  notes.write({
    'session/subagents/agent-x2.jsonl': writeTranscript('of-another', [
      { path: folder.path('src/part-0.ts'), shown: number(text(0).replaceAll('compute', 'invent')) },
      { path: folder.path('src/part-1.ts'), shown: number(text(1)), isError: true },
      { path: folder.path('src/part-2.ts'), shown: number(text(2)), tool: 'mcp__other__Read' },
      { path: folder.path('outside.ts'), shown: '1\texport const o = 1;' },
      { path: '/etc/passwd', shown: '1\troot' },
    ]),
  });
  const before = { hook_event_name: 'PreToolUse', transcript_path: notes.path('session.jsonl') };
  await tell({ ...before, agent_id: 'x2', tool_input: { ticket: second?.ticket } });
  expect(await handIn(String(second?.ticket), String(second?.agent))).toMatchObject({ files_reviewed: 0 });

  // The coordinator's own reading, a path that leads away, what is no event.
  await tell({ ...before, tool_input: { ticket: third?.ticket } });
  await tell({ ...before, agent_id: '../../first', tool_input: { ticket: third?.ticket } });
  await tell({ ...before, agent_id: 'x2', tool_input: { ticket: '../../../etc/x-0123456789' } });
  await tell({ hook_event_name: 'SubagentStop', agent_transcript_path: notes.path('none.jsonl') });
  expect((await runCli(['hook', 'subagent'], { input: 'no JSON', env })).code).toBe(0);
  expect(await handIn(String(third?.ticket), String(third?.agent))).toMatchObject({ files_reviewed: 0 });

  const { output } = await call('review_status', { review_id: plan.output.review_id });
  const report: ReportDocument = JSON.parse(readFileSync(String(output.report_path), 'utf8'));
  const reviewed = (agent: string) =>
    report.coverage.files.flatMap(({ path, by }) => (by[agent] === 'reviewed' ? [path] : []));
  expect(reviewers.map(reviewed)).toEqual([['src/part-0.ts', 'src/part-1.ts'], [], []]);
  expect(report.complete).toBe(false);
  const used = report.agents.find(({ agent }) => agent === first?.agent)?.used_tokens ?? 0;
  expect(used).toBeGreaterThan(5000);
  expect(report.usage).toMatchObject({
    input_tokens: 16 * 4 + 16 * 5,
    output_tokens: 3 * 4 + 3 * 5,
    cached_input_tokens: 45,
  });
});
