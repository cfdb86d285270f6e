/**
 * Builds the table of hunt agents of an audit: dimensions, how each ended, findings, files read. Called by audit-parts.ts and
 * report/summary.ts.
 */
import type { AuditDocument } from '../../protocol/report/audit-document.ts';
import { listAgentLines } from '../audit-agents.ts';
import { code, type Page, table } from '../blocks.ts';

const right = (title: string) => ({ title, align: 'right' as const });

const LISTED_AGENTS = 20;

/** Who was sent out and how each ended; with the files each has read, since an agent is given dimensions, not files. */
export const tabulateAuditAgents = (audit: AuditDocument): Page =>
  table(
    [
      { title: 'Agent', cut: 'end' },
      'Dimensions',
      'Ended',
      right('Findings'),
      right('Files read'),
      { title: '', isBelow: true },
    ],
    listAgentLines(audit).map(({ agent, dimensions, ended, findings, filesRead, remarks }) => [
      code(agent),
      dimensions,
      ended,
      String(findings),
      String(filesRead),
      remarks.join('; '),
    ]),
    { most: LISTED_AGENTS, noun: 'agents' },
  );
