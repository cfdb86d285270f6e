/**
 * Registers the MCP tool `review_run`: a whole review or audit by the embedded reviewers, conducted like every run
 * (wiring/conduct.ts). The reply is the return signal and the path of the report (HOST-14). No model is asked: the host pays for its
 * own, and did not agree to another. Called by create-mcp-server.ts.
 */
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { MCP_TOOLS } from '../prompts/mcp-tools.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { isCounted } from '../protocol/report/verdict.ts';
import { EMBEDDED } from '../protocol/reviewers/reviewer-models.ts';
import { formatSignalReport } from '../report/signal.ts';
import { conductRun } from '../wiring/conduct.ts';
import { createReportSurface } from '../wiring/report-surface.ts';
import { keepReport } from './keep-report.ts';
import type { ProjectAccess } from './open-project.ts';
import { reportUri } from './prompts-and-reports.ts';
import { type RunArguments, readRunArguments, refuseFleet } from './run-arguments.ts';
import { tellProgress } from './tell-progress.ts';
import { reply, replySafely } from './tool-reply.ts';

const TOOL = MCP_TOOLS.review_run;

const runResult = z.object({
  run_id: z.string(),
  playbook: z.enum(['review', 'audit']),
  selection: z.string(),
  /** The lines of the return signal. */
  signal: z.string(),
  verdict: z.enum(['VETO', 'WARN', 'OK']),
  complete: z.boolean(),
  findings: z.int(),
  report_path: z.string().nullable(),
  /** The same report as a resource of this server. */
  report_uri: z.string(),
});

async function runPlaybook(access: ProjectAccess, args: RunArguments, context: ServerContext): Promise<ReportDocument> {
  const interrupt = context.mcpReq.signal;
  const call = await readRunArguments(access, args, { model: EMBEDDED });
  const listener = { emit: tellProgress(context), warn: access.warn, interrupt, handOver: async () => refuseFleet() };
  return conductRun({ ...call, claimed: null, interrupt }, createReportSurface(listener));
}

async function answerRun(access: ProjectAccess, args: RunArguments, context: ServerContext): Promise<CallToolResult> {
  const report = await runPlaybook(access, args, context);
  return reply({
    run_id: report.run.id,
    playbook: args.playbook ?? 'review',
    selection: report.scope.selection,
    signal: formatSignalReport(report).trimEnd(),
    verdict: report.verdict,
    complete: report.complete,
    findings: report.findings.filter(isCounted).length,
    report_path: await keepReport(report, access),
    report_uri: reportUri(report.run.id),
  });
}

export function addRunTool(server: McpServer, access: ProjectAccess): void {
  server.registerTool(
    'review_run',
    {
      ...TOOL,
      outputSchema: runResult,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    (args, context) => replySafely(() => answerRun(access, args, context)),
  );
}
