/**
 * `review_plan`, `review_submit`, `review_status` and `review_report`, for a host whose own agents review. Replies are the
 * return signal and the path of the report; the report itself comes only on request (HOST-14).
 */

import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Scrub } from '../context/branch-return.ts';
import { planTasks } from '../engine/review/plan-review.ts';
import type { Clock } from '../ports/clock.ts';
import type { Selection } from '../ports/repository.ts';
import { MCP_TOOLS, REPORT_FORMATS } from '../prompts/mcp-tools.ts';
import { formatReviewerPrompt } from '../prompts/reviewer-prompt.ts';
import { SEVERITIES } from '../protocol/findings/severity.ts';
import { isAssigned } from '../protocol/reviewers/reviewer.ts';
import { renderReport } from '../report/formats.ts';
import { formatSignalReport } from '../report/signal.ts';
import { readCitedCode } from '../wiring/cited-code.ts';
import { setUpReview } from '../wiring/playbooks.ts';
import { createPlanPorts } from '../wiring/review-ports.ts';
import { loadSettings } from '../wiring/settings.ts';
import { keepReport } from './keep-report.ts';
import { type ProjectAccess, resolveFolder } from './open-project.ts';
import {
  composeHostReport,
  decideNext,
  describeKept,
  listStates,
  type OpenReview,
  type OpenReviews,
  submitOutput,
} from './review-session.ts';
import { refuse, reply, replySafely } from './tool-reply.ts';

export interface ReviewToolPorts {
  readonly access: ProjectAccess;
  readonly reviews: OpenReviews;
  readonly scrub: Scrub;
  readonly clock: Clock;
  readonly version: string;
}

/** Files listed in one reply; the totals are of all. */
const MAX_LISTED = 500;
const HOST_AGENT = { name: 'host', hasContext: true } as const;

const planResult = z.object({
  review_id: z.string(),
  selection: z.string(),
  total_tokens: z.int(),
  scale: z.number(),
  isolation: z.enum(['shared', 'branch']),
  agents: z.array(
    z.object({
      agent: z.string(),
      budget_tokens: z.int(),
      files: z.int(),
      languages: z.array(z.string()).nullable(),
      prompt: z.string().nullable(),
    }),
  ),
  /** In order of priority. */
  files: z.array(z.object({ path: z.string(), tokens: z.int(), language: z.string().nullable() })),
  files_omitted: z.int(),
  warnings: z.array(z.string()),
});

const nextStep = z.object({
  action: z.enum(['submit', 'retry', 'follow-up', 'report']),
  agents: z.array(z.string()),
  files: z.array(z.string()),
  reason: z.string(),
});

const endResult = z.object({
  review_id: z.string(),
  /** The lines of the return signal. */
  signal: z.string(),
  verdict: z.enum(['VETO', 'WARN', 'OK']),
  complete: z.boolean(),
  findings: z.int(),
  report_path: z.string().nullable(),
  next: nextStep,
});

const submitResult = endResult.extend({
  agent: z.string(),
  kept: z.object({
    format: z.enum(['json', 'text', 'none']),
    complete: z.boolean(),
    truncation: z.enum(['none', 'mild', 'severe']),
    findings: z.int(),
    severities: z.record(z.enum(SEVERITIES), z.int()),
    needs_reaudit: z.array(z.object({ id: z.string(), file: z.string().nullable() })),
    unrecovered: z.int(),
    warnings: z.array(z.string()),
  }),
});

const statusResult = endResult.extend({ agents: z.array(z.object({ agent: z.string(), status: z.string() })) });

const reportResult = z.object({
  review_id: z.string(),
  format: z.enum(REPORT_FORMATS),
  report_path: z.string().nullable(),
  report: z.string(),
});

const selectScope = ({ scope, base }: z.infer<typeof MCP_TOOLS.review_plan.inputSchema>): Selection => {
  if (base !== undefined) return { kind: 'range', base, head: null };
  return scope === undefined || scope.length === 0 ? { kind: 'auto' } : { kind: 'paths', patterns: scope };
};

async function planHostReview(
  { access, reviews, clock }: ReviewToolPorts,
  args: z.infer<typeof MCP_TOOLS.review_plan.inputSchema>,
): Promise<CallToolResult> {
  const selection = selectScope(args);
  const flags = args.reviewers === undefined ? {} : { reviewers: args.reviewers };
  const settings = await loadSettings({
    root: await resolveFolder(access, args.path),
    selection,
    configPath: null,
    environment: access.environment,
    flags,
    stateDir: access.stateDir,
  });
  await using repository = settings.repository;
  const { request } = setUpReview({ settings, selection, flags });
  const { plan, first } = await planTasks(request, {
    ...createPlanPorts(settings, null),
    driversFor: () => [HOST_AGENT],
    canReview: () => true,
  });
  const review = reviews.open({
    root: repository.root,
    plan: { ...plan, warnings: request.warnings },
    filesOf: new Map(
      first.tasks.map(({ reviewer }) => [
        reviewer.name,
        first.shared.filter(({ language }) => isAssigned(reviewer, language)).map(({ path }) => path),
      ]),
    ),
    startedAt: clock.now(),
  });
  return reply({
    review_id: review.id,
    selection: plan.scope.selection,
    total_tokens: plan.budget.total_tokens,
    scale: plan.budget.scale,
    isolation: plan.budget.isolation,
    agents: first.tasks.map(({ reviewer, budgetTokens }) => ({
      agent: reviewer.name,
      budget_tokens: budgetTokens,
      files: review.filesOf.get(reviewer.name)?.length ?? 0,
      languages: reviewer.languages === null ? null : [...reviewer.languages],
      prompt:
        args.with_prompts === true
          ? formatReviewerPrompt({ reviewer, budgetTokens, thresholds: request.thresholds, nonce: null })
          : null,
    })),
    files: first.shared.slice(0, MAX_LISTED).map(({ path, tokens, language }) => ({ path, tokens, language })),
    files_omitted: Math.max(0, first.shared.length - MAX_LISTED),
    warnings: [...request.warnings],
  });
}

async function describeEnd(review: OpenReview, ports: ReviewToolPorts): Promise<z.infer<typeof endResult>> {
  const report = composeHostReport(review, ports.clock.now());
  const next = decideNext(review);
  return {
    review_id: review.id,
    signal: formatSignalReport(report).trimEnd(),
    verdict: report.verdict,
    complete: report.complete,
    findings: report.findings.length,
    report_path: await keepReport(report, ports.access),
    next: { ...next, agents: [...next.agents], files: next.files.slice(0, MAX_LISTED) },
  };
}

const unknown = (id: string): CallToolResult =>
  refuse(`there is no review ${id}: reviews are lost when the server stops. Call review_plan first.`);

async function takeOutput(
  ports: ReviewToolPorts,
  { review_id, agent, output }: z.infer<typeof MCP_TOOLS.review_submit.inputSchema>,
): Promise<CallToolResult> {
  const review = ports.reviews.find(review_id);
  if (review === null) return unknown(review_id);
  const text = await ports.scrub(output);
  const submission = submitOutput(review, agent, text);
  if (submission === null) {
    const names = [...review.filesOf.keys()].join(', ');
    return refuse(`the output names no agent of this review. Name it in \`agent\`: ${names}.`);
  }
  for (const [path, code] of await readCitedCode(review.root, [text], ports.access.environment))
    review.code.set(path, await ports.scrub(code));
  return reply({
    ...(await describeEnd(review, ports)),
    agent: submission.agent,
    kept: describeKept(submission),
  });
}

async function tellStatus(ports: ReviewToolPorts, id: string): Promise<CallToolResult> {
  const review = ports.reviews.find(id);
  if (review === null) return unknown(id);
  return reply({ ...(await describeEnd(review, ports)), agents: [...listStates(review)] });
}

async function giveReport(
  ports: ReviewToolPorts,
  { review_id, format = 'markdown' }: z.infer<typeof MCP_TOOLS.review_report.inputSchema>,
): Promise<CallToolResult> {
  const review = ports.reviews.find(review_id);
  if (review === null) return unknown(review_id);
  const report = composeHostReport(review, ports.clock.now());
  const options = { color: false, width: 100, verbose: false, toolVersion: ports.version };
  return reply({
    review_id,
    format,
    report_path: await keepReport(report, ports.access),
    report: await renderReport(format, report, options),
  });
}

export function addReviewTools(server: McpServer, ports: ReviewToolPorts): void {
  const annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;
  server.registerTool(
    'review_plan',
    {
      ...MCP_TOOLS.review_plan,
      outputSchema: planResult,
      annotations,
    },
    (args) => replySafely(() => planHostReview(ports, args)),
  );
  server.registerTool(
    'review_submit',
    {
      ...MCP_TOOLS.review_submit,
      outputSchema: submitResult,
      annotations,
    },
    (args) => replySafely(() => takeOutput(ports, args)),
  );
  server.registerTool(
    'review_status',
    {
      ...MCP_TOOLS.review_status,
      outputSchema: statusResult,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ review_id }) => replySafely(() => tellStatus(ports, review_id)),
  );
  server.registerTool(
    'review_report',
    {
      ...MCP_TOOLS.review_report,
      outputSchema: reportResult,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (args) => replySafely(() => giveReport(ports, args)),
  );
}
