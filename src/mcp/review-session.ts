/**
 * Reviews whose agents are those of the host: who was asked for what, what each handed in, and what follows (HOST-03, HOST-14,
 * TRUNC-07..16). What agents hand in is recovered as by `collect`, its quotes checked against the code; an output only lowers what
 * it says.
 */
import { randomBytes } from 'node:crypto';
import { collectOutputs } from '../engine/collect.ts';
import { countSeverities } from '../protocol/findings/severity.ts';
import { type AgentOutput, parseAgentOutput } from '../protocol/output/agent-output.ts';
import type { PlanDocument } from '../protocol/report/plan-document.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { toWireSignal } from '../protocol/signals/signal.ts';
import { buildResearchSignal } from '../protocol/signals/signal-build.ts';

export interface PlannedReview {
  readonly root: string;
  readonly plan: PlanDocument;
  /** Files of each agent in order of priority. */
  readonly filesOf: ReadonlyMap<string, readonly string[]>;
  readonly startedAt: number;
}

interface Submission {
  readonly agent: string;
  readonly text: string;
  readonly output: AgentOutput;
}

export interface OpenReview extends PlannedReview {
  readonly id: string;
  readonly submissions: Submission[];
  /** Texts of the files that outputs have cited so far, by path. */
  readonly code: Map<string, string>;
}

export interface OpenReviews {
  open(planned: PlannedReview): OpenReview;
  find(id: string): OpenReview | null;
}

/** The oldest review is forgotten first; its report stays on disk. */
const MOST_REVIEWS = 50;

export function createOpenReviews(): OpenReviews {
  const reviews = new Map<string, OpenReview>();
  return {
    open(planned) {
      const review = { ...planned, id: `rv_${randomBytes(4).toString('hex')}`, submissions: [], code: new Map() };
      reviews.set(review.id, review);
      const [oldest] = reviews.keys();
      if (reviews.size > MOST_REVIEWS && oldest !== undefined) reviews.delete(oldest);
      return review;
    },
    find: (id) => reviews.get(id) ?? null,
  };
}

/** Whose output it is: what it says itself if that is one of the agents, else what the host says; null where neither is. */
export function nameAgent({ filesOf }: OpenReview, said: string | null, given: string | undefined): string | null {
  return [said, given].find((name): name is string => typeof name === 'string' && filesOf.has(name)) ?? null;
}

export function submitOutput(review: OpenReview, given: string | undefined, text: string): Submission | null {
  const output = parseAgentOutput(text);
  const agent = nameAgent(review, output.agent, given);
  if (agent === null) return null;
  const submission = { agent, text, output };
  review.submissions.push(submission);
  return submission;
}

export type AgentState = 'missing' | 'completed' | 'partial' | 'truncated' | 'discarded';

/** By its last output: an agent that was asked again is judged by what it then said. */
export function stateOf({ submissions }: OpenReview, agent: string): AgentState {
  const last = submissions.findLast((each) => each.agent === agent);
  if (last === undefined) return 'missing';
  const { complete, truncation, claimed } = last.output;
  if (truncation === 'severe') return 'discarded';
  if (!complete) return 'truncated';
  const isPartial = claimed.partial === true || (claimed.filesSkipped ?? 0) > 0 || claimed.skippedFiles.length > 0;
  return isPartial ? 'partial' : 'completed';
}

export const listStates = (review: OpenReview): readonly { readonly agent: string; readonly status: AgentState }[] =>
  [...review.filesOf.keys()].map((agent) => ({ agent, status: stateOf(review, agent) }));

export interface NextStep {
  readonly action: 'submit' | 'retry' | 'follow-up' | 'report';
  readonly agents: readonly string[];
  /** What the one agent of a retry or follow-up has to look at. */
  readonly files: readonly string[];
  readonly reason: string;
}

/** The most useful thing the host can do now. */
export function decideNext(review: OpenReview): NextStep {
  const states = listStates(review);
  const named = (status: AgentState): string | undefined => states.find((each) => each.status === status)?.agent;
  const discarded = named('discarded');
  if (discarded !== undefined) {
    const files = review.filesOf.get(discarded) ?? [];
    return {
      action: 'retry',
      agents: [discarded],
      files: files.slice(0, Math.ceil(files.length / 2)),
      reason: 'its output could not be used: ask it again with half of its files, then with the rest',
    };
  }
  const missing = states.filter(({ status }) => status === 'missing').map(({ agent }) => agent);
  if (missing.length > 0) {
    return {
      action: 'submit',
      agents: missing,
      files: [],
      reason: `${missing.length} agents have not submitted an output`,
    };
  }
  const cut = named('truncated') ?? named('partial');
  if (cut !== undefined) {
    return {
      action: 'follow-up',
      agents: [cut],
      files: listLeftOver(review, cut),
      reason: 'its complete findings are kept; ask it about the files it left out',
    };
  }
  return { action: 'report', agents: [], files: [], reason: 'every agent has submitted a complete result' };
}

/** Files it says it skipped; where it was cut before it could say so, all of its files. */
function listLeftOver({ submissions, filesOf }: OpenReview, agent: string): readonly string[] {
  const skipped = submissions.findLast((each) => each.agent === agent)?.output.claimed.skippedFiles ?? [];
  return skipped.length > 0 ? skipped : (filesOf.get(agent) ?? []);
}

/** What counts of what was handed in: an output of which nothing is left gives way to a later one of its agent. */
const listUsed = ({ submissions }: OpenReview): readonly Submission[] =>
  submissions.filter(
    ({ agent, output }, i) =>
      output.truncation !== 'severe' || !submissions.slice(i + 1).some((later) => later.agent === agent),
  );

/** The report as it stands, with one return signal (HOST-14). */
export function composeHostReport(review: OpenReview, now: number): ReportDocument {
  const { plan, id, startedAt } = review;
  const used = listUsed(review);
  const facts = { runId: id, startedAt, finishedAt: now, signals: [], shares: [] };
  const collected = collectOutputs(
    used.map(({ agent, text }) => ({ origin: agent, text })),
    false,
    facts,
    review.code,
  );
  const open = listStates(review).filter(({ status }) => status !== 'completed');
  const missing = open.filter(({ status }) => status === 'missing').map(({ agent }) => agent);
  const complete = open.length === 0;
  const signal = buildResearchSignal({
    topics: [...review.filesOf.keys()],
    findingsTotal: collected.findings.length,
    reportsCreated: used.length,
    usagePercent: 0,
    workRemaining: complete ? 0 : open.map(({ agent }) => agent),
    requiresContinuation: !complete,
    next: complete ? 'COMPLETE' : decideNext(review).action,
  });
  return {
    ...collected,
    scope: plan.scope,
    budget: plan.budget,
    complete,
    warnings: [
      ...plan.warnings,
      ...missing.map((agent) => `⚠️ ${agent} has not submitted an output`),
      ...collected.warnings,
    ],
    coverage: { ...collected.coverage, ratio: complete ? 1 : 0, met: complete },
    signals: [toWireSignal(signal)],
  };
}

/** What was kept of an output, in figures. */
export const describeKept = ({ output }: Submission) => ({
  format: output.format,
  complete: output.complete,
  truncation: output.truncation,
  findings: output.findings.length,
  severities: countSeverities(output.findings),
  needs_reaudit: output.needsReaudit.map(({ id, file }) => ({ id: id ?? '', file })),
  unrecovered: output.unrecovered.count,
  warnings: [...output.warnings],
});
