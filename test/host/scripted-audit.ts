/**
 * The audit that is played in hosts: the first round reads one file and reports, the second reads all, validators read and confirm; and
 * what the report has to say of it.
 */
import { expect } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { type Asked, writeDecisions } from '../audit/model-agents.ts';
import { FILES, QUERY } from '../audit/model-app.ts';
import { endOf } from './connect.ts';
import { callTool, handInHunt, type listDelivered, type Play, submit } from './plugin-script.ts';
import { CLAIM, told } from './scripted-review.ts';

export const chooseAuditor = (agent: string): Play => {
  if (agent.startsWith('agent-r1')) return readAndReport;
  if (agent.startsWith('agent')) return readAudited(handInHunt);
  if (agent.startsWith('validator')) return readAudited(confirmShown);
  return (work) => submit(work, `${endOf(work.task)}\n`);
};

/** Every file of the project, one after the other. */
const readAudited =
  (then: Play): Play =>
  (work) => {
    const path = Object.keys(FILES)[work.steps.length];
    return path === undefined || work.steps.some(({ isError }) => isError)
      ? then(work)
      : callTool(work, 'read_lines', { path, dimension: 'D1' });
  };

const readAndReport: Play = (work) => {
  if (!told(work, 'read_lines')) return callTool(work, 'read_lines', { path: 'src/users.ts', dimension: 'D1' });
  return told(work, 'report_finding') ? handInHunt(work) : callTool(work, 'report_finding', INJECTION);
};

const INJECTION = {
  ...CLAIM,
  dimension: 'D1',
  file: 'src/users.ts',
  line: 5,
  title: 'Statement from the path of the request',
  evidence: QUERY,
  confidence: 'high',
  validation: 'pass',
};

const confirmShown: Play = (work) => {
  const ids = [...work.task.matchAll(/^\[(?<id>[A-Z]+-?\d+)\] /gmu)].map(({ groups }) => groups?.id ?? '');
  const asked = { agent: work.agent, nonce: /_END:(\d+)===/u.exec(work.task)?.[1] ?? '' };
  return submit(
    work,
    writeDecisions(
      asked as Asked,
      ids.map((id) => ({ id, verdict: 'confirmed' })),
    ),
  );
};

/** Agents say that everything is covered; nobody searched for D6. */
export function expectAudit(
  report: ReportDocument,
  delivered: ReturnType<typeof listDelivered>,
  printed: string,
): void {
  const hunters = report.audit?.agents ?? [];
  expect(hunters.length).toBeGreaterThan(2);
  expect(hunters.map(({ agent, files_read: read }) => `${agent} ${read}`)).toEqual(
    hunters.map(({ agent }) => `${agent} ${delivered.get(agent)?.length ?? 0}`),
  );
  const [worst] = report.findings;
  expect(worst).toMatchObject({ file: 'src/users.ts', line: 5, severity: 'CRITICAL', status: 'confirmed' });
  expect(report.complete).toBe(false);
  expect(printed).toMatch(/\| D6 \| SSRF \| sink \| ❌ \|.*claimed ✅/u);
}
