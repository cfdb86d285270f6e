/** A standard audit whose agents are the host's: rounds with their state, deep dive and validation, over MCP alone. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { type Asked, writeDecisions } from '../audit/model-agents.ts';
import { FILES, QUERY } from '../audit/model-app.ts';
import { createFolderFixture } from '../contracts/temporary-repository.ts';
import { type Answer, type Call, connect, endOf, type Row, rowsOf } from './connect.ts';

const huntResult = (task: string, { agent, dimensions = [] }: Row): string => `===AGENT_RESULT===
agent_id: ${agent}
round: ${/round (\d)/u.exec(task)?.[1] ?? '1'}
dimensions: ${dimensions.join(',')}
coverage: ${dimensions.map((dimension) => `${dimension}=✅`).join(',')}
modules_loaded: none
files_read_count: 99
tool_calls: Grep=9,Read=9
hotspots: none
gaps: none
${endOf(task)}
`;

/** Confirms every finding it is asked about, without having read a line. */
const confirmAll = (task: string, agent: string): string => {
  const ids = [...task.matchAll(/^\[(?<id>[A-Z]+-?\d+)\] /gmu)].map(({ groups }) => groups?.id ?? '');
  const asked = { agent, nonce: /_END:(\d+)===/u.exec(task)?.[1] ?? '' };
  return writeDecisions(
    asked as Asked,
    ids.map((id) => ({ id, verdict: 'confirmed' })),
  );
};

/** The first round reads one file and reports; later ones read nothing. */
async function work(row: Row, call: Call, tasks: string[]): Promise<Answer> {
  const { ticket } = row;
  const task = (await call('review_task', { ticket })).text;
  tasks.push(task);
  if (row.dimensions === undefined) {
    const output = task.includes('VALIDATION_RESULT') ? confirmAll(task, row.agent) : `${endOf(task)}\n`;
    return call('review_submit', { ticket, output });
  }
  if (row.agent.startsWith('agent-r1')) {
    await call('read_lines', { ticket, path: 'src/users.ts', dimension: 'D1' });
    const told = await call('report_finding', {
      ticket,
      severity: 'HIGH',
      category: 'injection',
      dimension: 'D1',
      file: 'src/users.ts',
      line: 5,
      title: 'Statement from the path of the request',
      issue: 'The id of the request becomes part of the statement.',
      evidence: QUERY,
      recommendation: 'Pass it as a parameter.',
      cwe: 'CWE-89',
      confidence: 'high',
      validation: 'pass',
    });
    expect(told.text).toMatch(/^recorded/u);
  }
  return call('review_submit', { ticket, output: huntResult(task, row) });
}

test('rounds with their state, an emergency round, deep dive and validation; what an agent says of its coverage is not what is reported [HOST-17]', async () => {
  const { call } = await connect();
  const folder = createFolderFixture(FILES);
  let status = await call('review_plan', { path: folder.root, playbook: 'audit', mode: 'standard', all: true });
  const tasks: string[] = [];
  const actions: string[] = [];
  for (let step = 0; rowsOf(status).length > 0 && step < 20; step += 1) {
    actions.push((status.output.next as { action: string }).action);
    await Promise.all(rowsOf(status).map((row) => work(row, call, tasks)));
    status = await call('review_status', { review_id: status.output.review_id });
    const [topics = '', open = ''] = ['topics_completed', 'work_remaining'].map(
      (name) => new RegExp(`^${name}: (.*)$`, 'mu').exec(String(status.output.signal))?.[1],
    );
    for (const [dimension] of topics.matchAll(/D\d+/gu)) expect(open).not.toMatch(new RegExp(`${dimension}\\b`, 'u'));
  }
  expect(status.output.next).toMatchObject({ action: 'report' });
  expect(actions[0]).toBe('submit');
  expect(actions).toContain('next-round');
  expect(tasks.some((task) => task.includes('"FILES_READ"') && task.includes('src/users.ts'))).toBe(true);
  const report: ReportDocument = JSON.parse(readFileSync(String(status.output.report_path), 'utf8'));
  const rows = report.audit?.agents ?? [];
  // The third is the emergency round: two rounds that read one file leave D1 to D3 open.
  expect(new Set(rows.map(({ round }) => round))).toEqual(new Set([1, 2, 3]));
  const found = report.findings.find(({ file, line }) => file === 'src/users.ts' && line === 5);
  expect(found?.severity).toMatch(/CRITICAL|HIGH/u);
  // Nobody has read the other files, so nothing the agents say makes a dimension covered.
  expect(report.complete).toBe(false);
});
