/**
 * Registers the MCP tools of reviews and audits by agents of the host: `review_plan`, `review_submit`, `review_status`,
 * `review_report`. The engine conducts them like every run; what a host receives are brief signals and assignments, prompts and
 * reports on request (HOST-17..22). Called by create-mcp-server.ts.
 */
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { TICKET_ANSWERS } from '../prompts/host-agent.ts';
import { MCP_TOOLS, REPORT_FORMATS } from '../prompts/mcp-tools.ts';
import { HOST_COMMAND_VARIABLE } from '../prompts/plugin/host.ts';
import type { TurnUsage } from '../protocol/calls/turn-outcome.ts';
import { parseAgentOutput } from '../protocol/output/agent-output.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { isCounted } from '../protocol/report/verdict.ts';
import { HOST_PROVIDER } from '../protocol/reviewers/reviewer-models.ts';
import { renderReport } from '../report/formats.ts';
import { formatSignalReport } from '../report/signal.ts';
import { shownBytes } from './host/answer-parts.ts';
import { countShownLines } from './host/count-shown-lines.ts';
import type { HostRun } from './host/host-run.ts';
import type { HostRuns } from './host/host-runs.ts';
import { takeTranscript } from './host/known-transcripts.ts';
import { decideNext, NEXT_ACTIONS } from './host/run-progress.ts';
import type { MoveReply, Ticket } from './host/ticket.ts';
import { keepReport } from './keep-report.ts';
import type { ProjectAccess } from './open-project.ts';
import { type AskedRun, readRunArguments } from './run-arguments.ts';
import { tellProgress } from './tell-progress.ts';
import { INLINE, refuse, reply, replySafely } from './tool-reply.ts';

export interface ReviewToolPorts {
  readonly access: ProjectAccess;
  readonly hostRuns: HostRuns;
  readonly version: string;
}

/** Files listed in one reply; the totals are of all. */
const MAX_LISTED = 200;
/** Of a report in a reply, so that all of the reply is shown inline. */
const MAX_REPORT_CHARS = 150_000;
/** Most hosts wait for a minute. */
const WAIT_MS = 50_000;

const assignment = z.object({
  agent: z.string(),
  ticket: z.string(),
  budget_tokens: z.int(),
  files: z.int(),
  /** Of an audit. */
  dimensions: z.array(z.string()).optional(),
  prompt: z.string().optional(),
});

const statusResult = z.object({
  review_id: z.string(),
  /** The lines of the return signal; in a reply to an output `summary_brief` alone, until the run is over. */
  signal: z.string(),
  /** Assignments that nobody has begun; in a reply to an output only those that are new. */
  agents: z.array(assignment),
  next: z.object({ action: z.enum(NEXT_ACTIONS), reason: z.string() }),
  complete: z.boolean(),
  /** Of the report, once it is there. */
  verdict: z.enum(['VETO', 'WARN', 'OK']).optional(),
  findings: z.int().optional(),
  report_path: z.string().nullable().optional(),
});
type Status = z.infer<typeof statusResult>;

const planResult = statusResult.extend({
  /** In order of priority. */
  files: z.array(z.string()),
  files_omitted: z.int(),
});

const submitResult = statusResult.extend({
  kept: z.object({
    agent: z.string(),
    /** `open`: the agent has more to do with the same ticket, as `message` says. */
    status: z.enum(['complete', 'cut', 'open']),
    /** Recorded for this agent in this wave, with those of its analyzers. */
    findings: z.int(),
    /** Files of its assignment that count as reviewed. */
    files_reviewed: z.int(),
    message: z.string().optional(),
  }),
});

const reportResult = z.object({
  review_id: z.string(),
  format: z.enum(REPORT_FORMATS),
  report_path: z.string().nullable(),
  report: z.string(),
  /** What does not fit; the file at report_path has all of it, as JSON. */
  omitted_chars: z.int().optional(),
});

const describeTicket = ({ id, assignment: { agent, budgetTokens, files, dimensions } }: Ticket) => ({
  agent,
  ticket: id,
  budget_tokens: budgetTokens,
  files: files.length,
  ...(dimensions.length === 0 ? {} : { dimensions: [...dimensions] }),
});

async function describeEnd(id: string, report: ReportDocument, access: ProjectAccess): Promise<Status> {
  const { verdict, complete, findings } = report;
  return {
    review_id: id,
    signal: formatSignalReport(report).trimEnd(),
    agents: [],
    next: { action: 'report', reason: complete ? 'the review is complete' : 'the review has ended incomplete' },
    complete,
    verdict,
    findings: findings.filter(isCounted).length,
    report_path: await keepReport(report, access),
  };
}

/** Which assignments a reply names: those that nobody was told of, those that nobody has begun, or every open one. */
type Listed = 'new' | 'waiting' | 'all';

const isListed = ({ isTold, isTaken }: Ticket, listed: Listed): boolean =>
  listed === 'all' || !(isTaken || (listed === 'new' && isTold));

async function describeRun(run: HostRun, { access }: ReviewToolPorts, listed: Listed): Promise<Status> {
  if (run.failure !== null) throw run.failure;
  if (run.report !== null) return describeEnd(run.id, run.report, access);
  const open = run.agents.open();
  const told = open.filter((ticket) => isListed(ticket, listed));
  for (const ticket of told) ticket.isTold = true;
  return {
    review_id: run.id,
    signal: run.progress.signal(run.assignments, open),
    agents: told.map(describeTicket),
    next: decideNext(open),
    complete: false,
  };
}

/** What the program calls itself, as a name that reports and lists can show. */
const nameHost = (name: string | undefined): string =>
  `${HOST_PROVIDER}/${
    (name ?? '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9.-]+/gu, '-')
      .slice(0, 40) || 'agent'
  }`;

/** Until the host can do something, or no longer than it waits for a reply. */
const waitFor = (run: HostRun, { mcpReq }: ServerContext): Promise<void> =>
  run.settled(AbortSignal.any([mcpReq.signal, AbortSignal.timeout(WAIT_MS)]));

/** Tells its progress as long as the call is open; a call that is cancelled stops the run, since nobody gets its tickets. */
async function beginRun(hostRuns: HostRuns, call: AskedRun, context: ServerContext): Promise<HostRun> {
  const { signal } = context.mcpReq;
  const tell = tellProgress(context);
  let isOpen = true;
  const run = await hostRuns.start(call, (event) => {
    if (isOpen) tell(event);
  });
  await waitFor(run, context);
  isOpen = false;
  if (signal.aborted) await run.stop();
  return run;
}

/** Tells what happens in the run as long as the work of a call goes on. */
async function tellWhile<Result>(run: HostRun, context: ServerContext, work: () => Promise<Result>): Promise<Result> {
  const unwatch = run.watch(tellProgress(context));
  try {
    return await work();
  } finally {
    unwatch();
  }
}

function tellPrompt(ticket: Ticket) {
  ticket.taskGiven = 'whole';
  return { ...describeTicket(ticket), prompt: ticket.prompt ?? '' };
}

async function planHostRun(
  ports: ReviewToolPorts,
  args: z.infer<typeof MCP_TOOLS.review_plan.inputSchema>,
  host: string | undefined,
  context: ServerContext,
): Promise<CallToolResult> {
  const { access, hostRuns } = ports;
  const { reviewers, dimensions, waves, with_prompts: withPrompts = false, ...asked } = args;
  const call = await readRunArguments(access, asked, {
    model: nameHost(host),
    ...(reviewers === undefined ? {} : { reviewers }),
    ...(dimensions === undefined ? {} : { dimensions }),
    ...(waves === undefined ? {} : { waves: String(waves) }),
  });
  const run = await beginRun(hostRuns, call, context);
  const status = await describeRun(run, ports, 'waiting');
  const files = [...new Set(run.assignments.flatMap((each) => each.files))];
  // Of a program that cuts results nobody knows what it shows of several prompts.
  const isShown = withPrompts && shownBytes(host) === Number.POSITIVE_INFINITY;
  return reply({
    ...status,
    agents: isShown ? run.agents.open().map(tellPrompt) : status.agents,
    files: files.slice(0, MAX_LISTED),
    files_omitted: Math.max(0, files.length - MAX_LISTED),
  });
}

/** An output that says it is somebody else's is not taken for the agent of the ticket (HOST-18). */
function findStranger(output: string, { assignment: { agent } }: Ticket): string | null {
  const said = parseAgentOutput(output).agent;
  return said === null || said === agent || agent.startsWith(`${said} `) ? null : said;
}

/** Which of them were read and which written a host does not say. */
const bookTokens = (inputTokens: number): TurnUsage => ({
  inputTokens,
  cachedInputTokens: 0,
  cacheWriteInputTokens: 0,
  outputTokens: 0,
  isEstimated: false,
});

async function takeOutput(
  ports: ReviewToolPorts,
  { ticket: id, output, subagent_tokens: tokens }: z.infer<typeof MCP_TOOLS.review_submit.inputSchema>,
  context: ServerContext,
  shown: number,
): Promise<CallToolResult> {
  const { run, ticket } = await ports.hostRuns.findTicket(id);
  if (ticket === null || ticket.isClosed) return refuse(TICKET_ANSWERS.notOpen(id));
  const stranger = findStranger(output, ticket);
  if (stranger !== null)
    return refuse(
      `refused: the output is of ${JSON.stringify(stranger.slice(0, 80))}, and ticket ${id} of ${ticket.assignment.agent}. Nothing was taken; the ticket is still open.`,
    );
  ticket.isTaken = true;
  const answer = await tellWhile(run, context, async () => {
    const transcript = await takeTranscript(ports.access.stateDir, id);
    if (transcript !== null) await countShownLines(ports.access, run, ticket, transcript.shown);
    const usage = tokens === undefined ? (transcript?.usage ?? null) : bookTokens(tokens);
    const made = await ticket.handIn(output, usage, shown);
    if (made.kind === 'closed') await waitFor(run, context);
    return made;
  });
  const status = await describeRun(run, ports, 'new');
  return reply({
    ...status,
    ...(status.next.action === 'report' ? {} : { signal: briefOf(status.signal) }),
    kept: describeKept(run, ticket, answer, output),
  });
}

/** Who hands in is told in one line how far the run is; its signal is for the coordinator, by review_status (HOST-20). */
const briefOf = (signal: string): string =>
  signal.split('\n').find((line) => line.startsWith('summary_brief:')) ?? signal;

function describeKept({ progress }: HostRun, ticket: Ticket, { kind, text }: MoveReply, output: string) {
  const { assignment: own } = ticket;
  const event = progress.of(own);
  const whole = ticket.isWhole(output) ? 'complete' : 'cut';
  return {
    agent: own.agent,
    status: kind === 'answered' ? 'open' : whole,
    findings: event?.findings ?? 0,
    files_reviewed: event?.filesDone ?? 0,
    ...(kind === 'answered' ? { message: text } : {}),
  };
}

async function tellStatus(
  ports: ReviewToolPorts,
  { review_id: id, all = false }: z.infer<typeof MCP_TOOLS.review_status.inputSchema>,
  context: ServerContext,
): Promise<CallToolResult> {
  const found = await ports.hostRuns.find(id);
  if (found.kind === 'stored') return reply(await describeEnd(found.id, found.report, ports.access));
  await tellWhile(found.run, context, () => waitFor(found.run, context));
  return reply(await describeRun(found.run, ports, all ? 'all' : 'waiting'));
}

/** A follow-up line names the command that its host has, where whoever started the server said which. */
function nameHostCommand(report: string, { environment }: ProjectAccess): string {
  const command = environment[HOST_COMMAND_VARIABLE] ?? '';
  if (!/^[/$][\w:-]{1,80}$/u.test(command)) return report;
  return report.replaceAll(/(?<=^→ (?:Consider: )?)\/consensus-review(?= )/gmu, () => command);
}

/** No more than a host shows inline; a document for programs is left out whole, since nobody can read half of it. */
function bound(text: string, format: (typeof REPORT_FORMATS)[number]): { report: string; omitted_chars?: number } {
  if (text.length <= MAX_REPORT_CHARS) return { report: text };
  const cut = format === 'json' || format === 'sarif' ? 0 : text.lastIndexOf('\n', MAX_REPORT_CHARS) + 1;
  return { report: text.slice(0, cut), omitted_chars: text.length - cut };
}

async function giveReport(
  ports: ReviewToolPorts,
  { review_id: id, format = 'markdown', end = false }: z.infer<typeof MCP_TOOLS.review_report.inputSchema>,
): Promise<CallToolResult> {
  const found = await ports.hostRuns.find(id);
  if (found.kind === 'open' && end) await found.run.stop();
  if (found.kind === 'open' && found.run.failure !== null) throw found.run.failure;
  const report = found.kind === 'stored' ? found.report : found.run.report;
  if (report === null)
    return refuse(
      `review ${id} still goes on: call review_status and do what next says, or review_report with end: true to end it with what it has.`,
    );
  const options = { color: false, width: 100, verbose: false, toolVersion: ports.version };
  const text = await renderReport(format, report, options);
  return reply({
    review_id: report.run.id,
    format,
    report_path: await keepReport(report, ports.access),
    ...bound(format === 'markdown' ? nameHostCommand(text, ports.access) : text, format),
  });
}

export function addReviewTools(server: McpServer, ports: ReviewToolPorts): void {
  const shown = (): number => shownBytes(server.server.getClientVersion()?.name);
  const annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;
  server.registerTool(
    'review_plan',
    { ...MCP_TOOLS.review_plan, outputSchema: planResult, annotations, _meta: INLINE },
    (args, context) => replySafely(() => planHostRun(ports, args, server.server.getClientVersion()?.name, context)),
  );
  server.registerTool(
    'review_submit',
    { ...MCP_TOOLS.review_submit, outputSchema: submitResult, annotations },
    (args, context) => replySafely(() => takeOutput(ports, args, context, shown())),
  );
  server.registerTool(
    'review_status',
    {
      ...MCP_TOOLS.review_status,
      outputSchema: statusResult,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (args, context) => replySafely(() => tellStatus(ports, args, context)),
  );
  server.registerTool(
    'review_report',
    { ...MCP_TOOLS.review_report, outputSchema: reportResult, annotations, _meta: INLINE },
    (args) => replySafely(() => giveReport(ports, args)),
  );
}
