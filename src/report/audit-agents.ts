/**
 * Lists the hunt agents of an audit for people: dimensions, how each ended, findings, files read, and remarks on what is unusual
 * (REPORT-05). Called by pages/audit-agent-table.ts.
 */
import type { AuditDocument } from '../protocol/report/audit-document.ts';
import { plural } from './numbers.ts';

export interface AgentLine {
  readonly agent: string;
  readonly dimensions: string;
  readonly ended: string;
  readonly findings: number;
  readonly filesRead: number;
  /** What is out of the ordinary: whom it replaces, why it ended, what the host refused it. */
  readonly remarks: readonly string[];
}

export const listAgentLines = ({ agents }: AuditDocument): readonly AgentLine[] =>
  agents.map((row) => ({
    agent: row.agent,
    dimensions: row.dimensions.join(', '),
    ended: row.status.toLowerCase(),
    findings: row.findings,
    filesRead: row.files_read,
    remarks: [...describeOrigin(row), ...describeWork(row)],
  }));

type Row = AuditDocument['agents'][number];

const describeOrigin = ({
  emergency,
  restart,
  retry_of: retryOf,
  reason,
  status,
  output_status: output,
}: Row): readonly string[] => [
  ...(emergency ? ['emergency agent'] : []),
  ...(restart ? ['started after all others had failed'] : []),
  ...(retryOf === null ? [] : [`replaces ${retryOf}`]),
  ...(reason === null ? [] : [reason]),
  ...(output === 'TRUNCATED' && status !== 'TRUNCATED' ? ['its output was cut'] : []),
];

function describeWork({ tool_calls: made, refused_calls: refused, rereads, ...row }: Row): readonly string[] {
  const calls = Object.entries(made).filter(([, count]) => count > 0);
  const isIdle = row.round > 1 && row.status === 'COMPLETED' && row.files_read + row.findings + calls.length === 0;
  return [
    ...(isIdle ? ['nothing new: earlier rounds had read and searched it'] : []),
    ...(calls.length > 0 ? [`calls: ${calls.map(([name, count]) => `${name} ${count}`).join(', ')}`] : []),
    ...(refused > 0 ? [`${plural(refused, 'call')} refused by the rules of the rounds`] : []),
    ...(rereads > 0 ? [`${plural(rereads, 'file')} read again for a gap or a hotspot`] : []),
  ];
}
