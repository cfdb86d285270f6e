/**
 * Creates the driver of a reviewer on a model (HOST-01..03, HOST-10, HOST-16): runs the analyzers first, whose findings stand whatever
 * the model says, then one or more conversations over the assigned files, and yields findings and the outcome. Halves an assignment
 * that does not fit the model. Created by wiring/model-reviewers.ts.
 */
import type { LedgerView } from '../../../ports/agent-tools.ts';
import type { AnalyzerFinding } from '../../../ports/analyzer.ts';
import type {
  AskedModels,
  AssignedFile,
  Assignment,
  CutAnswer,
  Driver,
  ReviewEvent,
  ReviewOutcome,
  ReviewTools,
} from '../../../ports/driver.ts';
import { compareSeverity } from '../../../protocol/findings/severity.ts';
import type { AskModel } from '../ask-model.ts';
import { converse } from '../conversation.ts';
import { createEventQueue } from '../event-queue.ts';
import { countParts } from './checklist.ts';
import { describeQuestion } from './question-key.ts';
import { type ModelDriverOptions, openReviewAgent, type ReviewAttempt } from './review-agent.ts';
import { endedBy, type ReviewEnd } from './review-outcome.ts';
import type { ReviewSession } from './review-tools.ts';

export function createModelDriver(options: ModelDriverOptions): Driver {
  const { rules, limits = null } = options;
  return {
    name: options.modelName,
    hasContext: true,
    coverage: 'delivered',
    ...(limits === null ? {} : { limits }),
    ...(options.splitsChecklists === true ? { passes: countParts } : {}),
    ...(rules === undefined ? {} : { question: (reviewer) => describeQuestion(reviewer, { ...options, rules }) }),
    async *review(assignment, tools, ledger, signal) {
      const counted = countCalls(options.openAsk(assignment));
      let outcome: ReviewOutcome;
      try {
        const hints = yield* runAnalyzers(options.analyzers, { assignment, tools, ledger, signal });
        // Nothing to ask: everything was reviewed before, or nothing belongs to the reviewer.
        const isAsked = assignment.files.length > 0 || assignment.recalled === undefined;
        const { snapshot, account, context } = tools;
        const session = { ...options, assignment, snapshot, account, context, signal, ask: counted.ask };
        outcome = isAsked
          ? { ...(yield* reviewInParts(options, session, hints)), asked: counted.asked() }
          : endedBy(null, null);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        outcome = { ...endedBy('error', message), status: 'failed' };
      }
      yield { kind: 'outcome', outcome };
    },
  };
}

/** How often the model was asked, and who answered. */
function countCalls(ask: AskModel): { readonly ask: AskModel; readonly asked: () => AskedModels } {
  const models = new Set<string>();
  let calls = 0;
  return {
    async ask(question, signal) {
      const result = await ask(question, signal);
      if (result.kind === 'ended') {
        calls += 1;
        models.add(result.model);
      }
      return result;
    },
    asked: () => ({ calls, models: [...models] }),
  };
}

interface AnalyzerRun {
  readonly assignment: Assignment;
  readonly tools: ReviewTools;
  readonly ledger: LedgerView;
  readonly signal: AbortSignal;
}

/** What the analyzers of this reviewer find is recorded like any finding; only in the first wave that has the file. */
async function* runAnalyzers(
  analyzers: Driver | null,
  { assignment, tools, ledger, signal }: AnalyzerRun,
): AsyncGenerator<ReviewEvent, readonly AnalyzerFinding[]> {
  const fresh = (assignment.analysed ?? assignment.files).filter(
    ({ delivered = [], recorded }) => delivered.length === 0 && recorded === 0,
  );
  // In a second round they have spoken already.
  if (analyzers === null || fresh.length === 0 || assignment.round > 1) return [];
  const found: AnalyzerFinding[] = [];
  const free = { ...ledger, mode: 'full', usedTokens: 0, usageRatio: 0 } as const;
  for await (const event of analyzers.review({ ...assignment, files: fresh }, tools, free, signal)) {
    if (event.kind === 'analyzer') yield event;
    if (event.kind !== 'finding') continue;
    if (event.refutation === undefined) found.push(event.finding as AnalyzerFinding);
    yield { ...event, isPaid: true, isAnalyzers: true };
  }
  return found.sort((a, b) => compareSeverity(a.severity, b.severity));
}

/**
 * Another conversation where the first could not do: halves what is too large for the model until it fits, once where nothing
 * usable arrived, and hands the files over where the model has no tools (TRUNC-12, TRUNC-13). What is left out stays open.
 */
async function* reviewInParts(
  options: ModelDriverOptions,
  session: Omit<ReviewSession, 'emit'>,
  hints: readonly AnalyzerFinding[],
): AsyncGenerator<ReviewEvent, ReviewOutcome> {
  const all = session.assignment.files;
  const cuts: CutAnswer[] = [];
  const notes: string[] = [];
  let { hasTools, takesSchema = false } = options;
  let files: readonly AssignedFile[] = all;
  session.context().confirm();
  for (let attempt = 0, severeEndings = 0; ; attempt += 1) {
    const before = session.context().delivered();
    const part = { ...session, assignment: narrow(session.assignment, files) };
    const { outcome, retry } = yield* reviewOnce({ ...options, hasTools, takesSchema }, part, {
      hints,
      attempt,
      isReduced: severeEndings > 0,
    });
    cuts.push(...(outcome.cuts ?? []));
    notes.push(...(outcome.notes ?? []));
    if (retry === 'severe') severeEndings += 1;
    if (retry === 'no-tools') {
      hasTools = false;
      notes.push(`${options.modelName} cannot call tools, so its files were handed over one by one`);
    } else if (retry === 'no-schema') {
      takesSchema = false;
      session.context().takeBack(before);
      notes.push(`${options.modelName} takes no JSON schema, so its answers were asked for as text`);
    } else if (mayHalve(retry, severeEndings, files.length)) {
      // What the lost conversation was given has to be given again.
      session.context().takeBack(before);
      files = files.slice(0, Math.ceil(files.length / 2));
    } else {
      const end = files.length === all.length ? outcome : yield* endPart(files, outcome);
      return { ...end, cuts, notes };
    }
  }
}

async function* reviewOnce(
  options: ModelDriverOptions,
  session: Omit<ReviewSession, 'emit'>,
  attempt: ReviewAttempt,
): AsyncGenerator<ReviewEvent, ReviewEnd> {
  const queue = createEventQueue<ReviewEvent>();
  const own = { ...session, emit: queue.push };
  const agent = await openReviewAgent(options, own, attempt);
  return agent.conclude(yield* queue.drain(converse(own, agent.policy)));
}

/** Once where nothing usable arrived, also for a single file; for what does not fit, as long as there is something to halve. */
const mayHalve = (retry: ReviewEnd['retry'], severeEndings: number, files: number): boolean =>
  (retry === 'severe' && severeEndings < 2) || (retry === 'context' && files > 1);

/** A part of an assignment has only its own files before it: the whole scope was what did not fit. */
const narrow = (assignment: Assignment, files: readonly AssignedFile[]): Assignment =>
  files.length === assignment.files.length
    ? assignment
    : { ...assignment, files, ...(assignment.shared === undefined ? {} : { shared: files }) };

/** A part that ended well is done; the assignment is not. */
async function* endPart(
  files: readonly AssignedFile[],
  outcome: ReviewOutcome,
): AsyncGenerator<ReviewEvent, ReviewOutcome> {
  if (outcome.cutoffReason !== null) return outcome;
  for (const { path } of files) yield { kind: 'file-done', path };
  return {
    ...outcome,
    cutoffReason: 'truncated',
    message: 'only part of the assignment fit into the context of the model',
  };
}
