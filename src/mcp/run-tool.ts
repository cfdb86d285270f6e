/**
 * `review_run`: a whole review or audit by the embedded reviewers, through the conductor like every other run. The reply is the return
 * signal and the path of the report (HOST-14). No model is asked: the host pays for its own, and did not agree to another.
 */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ReviewError } from '../errors.ts';
import { MCP_TOOLS } from '../prompts/mcp-tools.ts';
import { MODEL_KEYS } from '../protocol/config/config-schema.ts';
import { toVariable } from '../protocol/config/config-text.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { EMBEDDED } from '../protocol/reviewers/reviewer-models.ts';
import { formatSignalReport } from '../report/signal.ts';
import { chooseSelection } from '../wiring/choose-selection.ts';
import { conductRun } from '../wiring/conduct.ts';
import type { Environment } from '../wiring/config.ts';
import { createReportSurface } from '../wiring/report-surface.ts';
import { keepReport } from './keep-report.ts';
import { type ProjectAccess, resolveFolder } from './open-project.ts';
import { reply, replySafely } from './tool-reply.ts';

const TOOL = MCP_TOOLS.review_run;
type RunArguments = z.infer<typeof TOOL.inputSchema>;

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
});

const MODEL_VARIABLES: ReadonlySet<string> = new Set(MODEL_KEYS.map((key) => toVariable([key])));

/** Models that the user has set for other runs are none of this one. */
const withoutModels = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !MODEL_VARIABLES.has(name)));

const selectScope = ({ scope, all, staged, commit, base, head, diff }: RunArguments) =>
  chooseSelection(
    {
      paths: scope ?? [],
      all: all ?? false,
      staged: staged ?? false,
      commit: commit ?? null,
      base: base ?? null,
      head: head ?? null,
      diff: diff === undefined ? null : async () => ({ text: diff, origin: 'of the call' }),
    },
    (name) => (name === 'paths' ? 'scope' : name),
  );

const refuseFleet = (): never => {
  throw new ReviewError('bad-value', 'review_run works on this machine only.');
};

async function runPlaybook(access: ProjectAccess, args: RunArguments, signal: AbortSignal): Promise<ReportDocument> {
  const { playbook = 'review', mode, include, exclude, scope = [] } = args;
  if (mode !== undefined && playbook === 'review') throw new ReviewError('bad-value', 'mode is for playbook: audit.');
  const selection = await selectScope(args);
  const root = await resolveFolder(access, args.path);
  const { warn, stateDir } = access;
  return conductRun(
    {
      playbook,
      root,
      selection,
      flags: {
        C: root,
        model: EMBEDDED,
        ...(mode === undefined ? {} : { mode }),
        ...(include === undefined ? {} : { include }),
        ...(exclude === undefined ? {} : { exclude }),
      },
      positional: scope,
      cwd: access.workingDirectory,
      environment: withoutModels(access.environment),
      place: stateDir === null ? null : { stateDir },
      claimed: null,
      ownFiles: [],
      interrupt: signal,
      graceMs: 0,
    },
    createReportSurface({ emit: () => undefined, warn, interrupt: signal, handOver: async () => refuseFleet() }),
  );
}

async function answerRun(access: ProjectAccess, args: RunArguments, signal: AbortSignal): Promise<CallToolResult> {
  const report = await runPlaybook(access, args, signal);
  return reply({
    run_id: report.run.id,
    playbook: args.playbook ?? 'review',
    selection: report.scope.selection,
    signal: formatSignalReport(report).trimEnd(),
    verdict: report.verdict,
    complete: report.complete,
    findings: report.findings.length,
    report_path: await keepReport(report, access),
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
    (args, { mcpReq }) => replySafely(() => answerRun(access, args, mcpReq.signal)),
  );
}
