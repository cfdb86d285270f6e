/**
 * A reviewer that is a model (HOST-01..03, HOST-10, HOST-16). The host meters, hands out, records and stops; the model only
 * reads and writes. What analyzers found comes first and stands whatever the model says.
 */
import type { AnalyzerFinding, AssignedFile, Driver, ReviewEvent, ReviewOutcome } from '../../ports.ts';
import { compareSeverity } from '../../protocol/severity.ts';
import { converse } from './conversation.ts';
import { type ModelDriverOptions, openConversation } from './open-conversation.ts';
import type { ModelDesk } from './talk.ts';

const failed = (message: string): ReviewOutcome => ({
  status: 'failed',
  cutoffReason: 'error',
  verdict: null,
  vetoReasons: [],
  message,
});

export function createModelDriver(options: ModelDriverOptions): Driver {
  return {
    name: options.modelName,
    hasContext: true,
    coverage: 'delivered',
    async *review(assignment, tools, ledger, signal) {
      const desk = { assignment, tools, ledger, signal, ask: options.openAsk(assignment) };
      let outcome: ReviewOutcome;
      try {
        const hints = yield* runAnalyzers(options.analyzers, desk);
        outcome = yield* reviewInParts(options, desk, hints);
      } catch (error) {
        outcome = failed(error instanceof Error ? error.message : String(error));
      }
      yield { kind: 'outcome', outcome };
    },
  };
}

/** What the analyzers of this reviewer find is recorded like any finding; only in the first wave that has the file. */
async function* runAnalyzers(
  analyzers: Driver | null,
  { assignment, tools, ledger, signal }: ModelDesk,
): AsyncGenerator<ReviewEvent, readonly AnalyzerFinding[]> {
  const fresh = assignment.files.filter(({ delivered = [] }) => delivered.length === 0);
  // In a second round they have spoken already.
  if (analyzers === null || fresh.length === 0 || assignment.round > 1) return [];
  const found: AnalyzerFinding[] = [];
  const free = { ...ledger, mode: 'full', usedTokens: 0, usageRatio: 0 } as const;
  for await (const event of analyzers.review({ ...assignment, files: fresh }, tools, free, signal)) {
    if (event.kind === 'analyzer') yield event;
    if (event.kind !== 'finding') continue;
    found.push(event.finding as AnalyzerFinding);
    yield { ...event, isPaid: true, isAnalyzers: true };
  }
  return found.sort((a, b) => compareSeverity(a.severity, b.severity));
}

/** Halves what is too large for the model until it fits; what had to be left out stays open (TRUNC-12, TRUNC-13). */
async function* reviewInParts(
  options: ModelDriverOptions,
  desk: ModelDesk,
  hints: readonly AnalyzerFinding[],
): AsyncGenerator<ReviewEvent, ReviewOutcome> {
  let files: readonly AssignedFile[] = desk.assignment.files;
  for (let severeEndings = 0; ; ) {
    const assignment = { ...desk.assignment, files };
    const { outcome, tooLarge } = yield* converse(await openConversation(options, { ...desk, assignment }, hints));
    if (tooLarge === 'severe') severeEndings += 1;
    const mayHalve = tooLarge !== null && files.length > 1 && severeEndings < 2;
    if (!mayHalve) return files.length === desk.assignment.files.length ? outcome : yield* endPart(files, outcome);
    files = files.slice(0, Math.ceil(files.length / 2));
  }
}

/** A part that ended well is done; the assignment is not. */
async function* endPart(
  files: readonly AssignedFile[],
  outcome: ReviewOutcome,
): AsyncGenerator<ReviewEvent, ReviewOutcome> {
  if (outcome.cutoffReason !== null) return outcome;
  for (const { path } of files) yield { kind: 'file-done', path };
  return { ...outcome, cutoffReason: 'truncated', message: 'only part of the assignment fitted the model' };
}
