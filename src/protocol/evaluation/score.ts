/**
 * Compares findings of reviews with the labels of a dataset and returns precision, recall and F1 per budget. Where no judge has said
 * which finding means which label, a finding meets a label on the same path within 3 lines, a label without a place by shared words; each label counts once. Called
 * by cli/commands/evaluate-command.ts.
 */
import { extractWords, overlapOf } from '../findings/word-overlap.ts';
import type { Label } from './dataset.ts';
import type { Pair } from './judgement.ts';

/** A reviewer points at the line that it means or at one beside it. */
export const LINE_TOLERANCE = 3;
/** Share of words from which two notes speak of the same; the figure at which merging by words alone does best. */
const SAME_WORDS = 0.22;

export interface FoundPlace {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly title: string;
}

/** One review of one change. */
export interface EvaluatedRun {
  readonly change: string;
  /** Who reviewed; null where there is no review. */
  readonly model: string | null;
  /** Tokens the review might use; null without a limit. */
  readonly budgetTokens: number | null;
  readonly findings: readonly FoundPlace[];
  readonly tokens: number;
  readonly costUsd: number;
  /** Calls of models without a known price: not in the cost. */
  readonly unpricedCalls: number;
  readonly ms: number;
  readonly isComplete: boolean;
  /** Why there is no review; its labels count as missed. */
  readonly error: string | null;
}

export interface ChangeScore {
  /** Labels that a finding met. */
  readonly found: number;
  readonly labels: number;
  /** Findings that met no label. */
  readonly falseAlarms: number;
}

export interface Score extends ChangeScore {
  readonly budgetTokens: number | null;
  readonly changes: number;
  readonly failed: number;
  /** Of 1; 0 where nothing was found. */
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Share of changes that were reviewed completely. */
  readonly coverage: number;
  readonly tokens: number;
  readonly costUsd: number;
  readonly unpricedCalls: number;
  readonly seconds: number;
}

const meets = (finding: FoundPlace, { path, start_line, end_line, note }: Label): boolean => {
  if (path === null) return overlapOf(extractWords(finding.title), extractWords(note)) >= SAME_WORDS;
  if (finding.path !== path) return false;
  if (start_line === null) return true;
  const last = end_line ?? start_line;
  return finding.startLine <= last + LINE_TOLERANCE && finding.endLine >= start_line - LINE_TOLERANCE;
};

/** A second finding on the same label is neither found again nor a false alarm. */
export function scoreChange(findings: readonly FoundPlace[], labels: readonly Label[]): ChangeScore {
  return {
    found: labels.filter((label) => findings.some((finding) => meets(finding, label))).length,
    labels: labels.length,
    falseAlarms: findings.filter((finding) => !labels.some((label) => meets(finding, label))).length,
  };
}

/** The same by what a judge has said. */
export const scorePairs = (pairs: readonly Pair[], labels: number, findings: number): ChangeScore => ({
  found: new Set(pairs.map(({ label }) => label)).size,
  labels,
  falseAlarms: findings - new Set(pairs.map(({ finding }) => finding)).size,
});

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** One score for each budget, over all changes together; budgets in ascending order, without a limit last. */
export function scoreRuns(
  runs: readonly EvaluatedRun[],
  labelsOf: (change: string) => readonly Label[],
  judged: ReadonlyMap<EvaluatedRun, readonly Pair[]> = new Map(),
): readonly Score[] {
  const budgets = [...new Set(runs.map(({ budgetTokens }) => budgetTokens))].sort(
    (a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY),
  );
  return budgets.map((budgetTokens) => {
    const own = runs.filter((run) => run.budgetTokens === budgetTokens);
    const each = own.map((run) => {
      const [labels, pairs] = [labelsOf(run.change), judged.get(run)];
      return pairs === undefined
        ? scoreChange(run.findings, labels)
        : scorePairs(pairs, labels.length, run.findings.length);
    });
    const sum = (pick: (score: ChangeScore) => number): number => each.reduce((total, score) => total + pick(score), 0);
    const total = (pick: (run: EvaluatedRun) => number): number => own.reduce((all, run) => all + pick(run), 0);
    const found = sum((score) => score.found);
    const labels = sum((score) => score.labels);
    const falseAlarms = sum((score) => score.falseAlarms);
    const precision = share(found, found + falseAlarms);
    const recall = share(found, labels);
    return {
      budgetTokens,
      changes: own.length,
      failed: own.filter(({ error }) => error !== null).length,
      found,
      labels,
      falseAlarms,
      precision,
      recall,
      f1: share(2 * precision * recall, precision + recall),
      coverage: share(own.filter(({ isComplete }) => isComplete).length, own.length),
      tokens: total(({ tokens }) => tokens),
      costUsd: total(({ costUsd }) => costUsd),
      unpricedCalls: total(({ unpricedCalls }) => unpricedCalls),
      seconds: total(({ ms }) => ms) / 1000,
    };
  });
}
