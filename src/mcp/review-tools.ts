/**
 * `review_plan`, `review_submit`, `review_status` and `review_report`, for a host whose own agents review. Replies are the
 * return signal and the path of the report; the report itself comes only on request (HOST-14).
 */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Scrub } from '../context/branch-return.ts';
import { planTasks } from '../engine/review/plan-review.ts';
import type { Clock } from '../ports/clock.ts';
import type { Selection } from '../ports/repository.ts';
import { formatReviewerPrompt } from '../prompts/reviewer-prompt.ts';
import type { FormatName } from '../protocol/config/config-schema.ts';
import { SEVERITIES } from '../protocol/findings/severity.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { isAssigned } from '../protocol/reviewers/reviewer.ts';
import { renderReport } from '../report/formats.ts';
import { formatSignalReport } from '../report/signal.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { setUpReview } from '../wiring/playbooks.ts';
import { createPlanPorts } from '../wiring/review-ports.ts';
import { loadSettings } from '../wiring/settings.ts';
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
/** Characters of one output: far more than an agent can write. */
const MAX_OUTPUT_CHARS = 2_000_000;
const HOST_AGENT = { name: 'host', hasContext: true } as const;

const planArguments = z.object({
  path: z.string().min(1).describe('folder to review, absolute'),
  scope: z.array(z.string()).optional().describe('paths, folders or globs; default: what the branch changed'),
  base: z.string().optional().describe('everything since the merge base with this revision'),
  reviewers: z.array(z.string()).optional().describe('reviewers to run; default: chosen by what is in scope'),
  with_prompts: z.boolean().optional().describe('also return the prompt of every agent'),
});

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

const submitArguments = z.object({
  review_id: z.string().min(1),
  agent: z.string().optional().describe('the agent that wrote the output, if the output does not name it'),
  output: z.string().max(MAX_OUTPUT_CHARS).describe('the output of the agent as it is, complete or cut off'),
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

const statusArguments = z.object({ review_id: z.string().min(1) });
const statusResult = endResult.extend({ agents: z.array(z.object({ agent: z.string(), status: z.string() })) });

/** Formats that a model or its host can read; the others are for a screen or a stream. */
const FORMATS = ['markdown', 'json', 'sarif', 'summary', 'signal'] as const satisfies readonly FormatName[];
const reportArguments = statusArguments.extend({
  format: z.enum(FORMATS).optional().describe('default: markdown'),
});
const reportResult = z.object({
  review_id: z.string(),
  format: z.enum(FORMATS),
  report_path: z.string().nullable(),
  report: z.string(),
});

const selectScope = ({ scope, base }: z.infer<typeof planArguments>): Selection => {
  if (base !== undefined) return { kind: 'range', base, head: null };
  return scope === undefined || scope.length === 0 ? { kind: 'auto' } : { kind: 'paths', patterns: scope };
};

async function planHostReview(
  { access, reviews, clock }: ReviewToolPorts,
  args: z.infer<typeof planArguments>,
): Promise<CallToolResult> {
  const selection = selectScope(args);
  const flags = args.reviewers === undefined ? {} : { reviewers: args.reviewers };
  const settings = await loadSettings({
    root: await resolveFolder(access, args.path),
    selection,
    configPath: null,
    environment: access.environment,
    flags,
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

/** In the state folder, never in the reviewed one; null where nothing is kept. */
async function keepReport(report: ReportDocument, { access }: ReviewToolPorts): Promise<string | null> {
  if (access.stateDir === null) return null;
  const folder = join(access.stateDir, 'reviews');
  const path = join(folder, `${report.run.id}.json`);
  try {
    makeFolder(folder);
    await writeFile(path, await renderReport('json', report, { color: false, width: 100, verbose: false }), {
      mode: 0o600,
    });
    return path;
  } catch (error) {
    access.warn(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
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
    report_path: await keepReport(report, ports),
    next: { ...next, agents: [...next.agents], files: next.files.slice(0, MAX_LISTED) },
  };
}

const unknown = (id: string): CallToolResult =>
  refuse(`there is no review ${id}: reviews are lost when the server stops. Call review_plan first.`);

async function takeOutput(
  ports: ReviewToolPorts,
  { review_id, agent, output }: z.infer<typeof submitArguments>,
): Promise<CallToolResult> {
  const review = ports.reviews.find(review_id);
  if (review === null) return unknown(review_id);
  const submission = submitOutput(review, agent, await ports.scrub(output));
  if (submission === null) {
    const names = [...review.filesOf.keys()].join(', ');
    return refuse(`the output names no agent of this review. Name it in \`agent\`: ${names}.`);
  }
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
  { review_id, format = 'markdown' }: z.infer<typeof reportArguments>,
): Promise<CallToolResult> {
  const review = ports.reviews.find(review_id);
  if (review === null) return unknown(review_id);
  const report = composeHostReport(review, ports.clock.now());
  const options = { color: false, width: 100, verbose: false, toolVersion: ports.version };
  return reply({
    review_id,
    format,
    report_path: await keepReport(report, ports),
    report: await renderReport(format, report, options),
  });
}

export function addReviewTools(server: McpServer, ports: ReviewToolPorts): void {
  const annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;
  server.registerTool(
    'review_plan',
    {
      title: 'Plan a review with your own agents',
      description:
        'Plan who reviews what with which budget: agents, tokens, files in order of priority. Opens a review; submit the output of each agent with review_submit.',
      inputSchema: planArguments,
      outputSchema: planResult,
      annotations,
    },
    (args) => replySafely(() => planHostReview(ports, args)),
  );
  server.registerTool(
    'review_submit',
    {
      title: 'Submit the output of an agent',
      description:
        'Takes the output of an agent, complete or cut off: keeps every complete finding, reports what was lost and what to do next. Returns the return signal and the path of the report.',
      inputSchema: submitArguments,
      outputSchema: submitResult,
      annotations,
    },
    (args) => replySafely(() => takeOutput(ports, args)),
  );
  server.registerTool(
    'review_status',
    {
      title: 'Progress of a review',
      description:
        'Which agents have submitted an output, the return signal, the path of the report, and what to do next.',
      inputSchema: statusArguments,
      outputSchema: statusResult,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ review_id }) => replySafely(() => tellStatus(ports, review_id)),
  );
  server.registerTool(
    'review_report',
    {
      title: 'The report of a review',
      description: 'The full report so far. Call it only when somebody wants to read it.',
      inputSchema: reportArguments,
      outputSchema: reportResult,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (args) => replySafely(() => giveReport(ports, args)),
  );
}
