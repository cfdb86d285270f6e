/**
 * Reviews every change of a dataset at every token budget, each as a run of its own that stores nothing (conduct.ts), and returns
 * findings and cost of each. Results that kept-runs.ts has already are not made again. Called by cli/commands/evaluate-command.ts.
 */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { ReviewError } from '../../errors.ts';
import type { Selection } from '../../ports/repository.ts';
import type { Dataset, EvaluatedChange } from '../../protocol/evaluation/dataset.ts';
import type { EvaluatedRun } from '../../protocol/evaluation/score.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { readVersion } from '../../version.ts';
import { conductRun } from '../conduct.ts';
import type { Environment } from '../config.ts';
import { createReportSurface } from '../report-surface.ts';

export interface EvaluationCall {
  readonly dataset: Dataset;
  /** Where the repositories of the dataset are. */
  readonly repositories: string;
  /** Null: without a limit. */
  readonly budgets: readonly (number | null)[];
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Environment;
  readonly cwd: string;
  readonly interrupt: AbortSignal;
  /** What earlier calls kept, by key. */
  readonly kept: ReadonlyMap<string, EvaluatedRun>;
  readonly keep: (key: string, run: EvaluatedRun) => Promise<void>;
  readonly tell: (message: string) => void;
}

const toSelection = ({ commit, base = '', head = '' }: EvaluatedChange): Selection =>
  commit === undefined ? { kind: 'range', base, head } : { kind: 'commit', revision: commit };

/** Where a variable says who reviews or how, the review is another; where things are kept is no part of it. */
const listVariables = (environment: Environment): readonly (readonly [string, string | undefined])[] =>
  Object.entries(environment)
    .filter(([name]) => name.startsWith('CONSENSUS_REVIEW_') && name !== 'CONSENSUS_REVIEW_STATE_DIR')
    .sort();

/** What decides the findings of a change: version, flags, variables, budget, the change itself. Labels may be mended without a new review. */
export const keyOf = (
  { labels: _labels, ...change }: EvaluatedChange,
  budget: number | null,
  { flags, repositories, environment }: Pick<EvaluationCall, 'flags' | 'repositories' | 'environment'>,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        readVersion(),
        change,
        budget,
        repositories,
        Object.entries(flags).sort(),
        listVariables(environment),
      ]),
    )
    .digest('hex');

/** Findings that a reader would see. */
const listFindings = ({ findings }: ReportDocument): EvaluatedRun['findings'] =>
  findings
    .filter(({ status }) => status !== 'rejected' && status !== 'suppressed')
    .map(({ file, line, end_line, title }) => ({ path: file, startLine: line, endLine: end_line ?? line, title }));

async function evaluateChange(
  change: EvaluatedChange,
  budget: number | null,
  call: EvaluationCall,
): Promise<EvaluatedRun> {
  const { environment, cwd, interrupt, repositories, flags } = call;
  const root = resolve(repositories, change.repository);
  const begun = performance.now();
  const nothing = { model: null, findings: [], tokens: 0, costUsd: 0, unpricedCalls: 0, isComplete: false };
  const plain = { change: change.id, budgetTokens: budget, ...nothing };
  try {
    const report = await conductRun(
      {
        playbook: 'review',
        root,
        selection: toSelection(change),
        flags: { ...flags, C: root, ...(budget === null ? {} : { maxTokens: String(budget) }) },
        positional: [],
        cwd,
        environment,
        place: null,
        claimed: null,
        ownFiles: [],
        interrupt,
        graceMs: 0,
      },
      createReportSurface({
        emit: () => undefined,
        warn: () => undefined,
        interrupt,
        handOver: () =>
          Promise.reject(new ReviewError('bad-value', 'evaluate runs on this machine: leave out --database.')),
      }),
    );
    const { input_tokens, output_tokens, cost_usd, unpriced_calls } = report.usage;
    return {
      ...plain,
      model: report.run.model,
      findings: listFindings(report),
      tokens: input_tokens + output_tokens,
      costUsd: cost_usd,
      unpricedCalls: unpriced_calls,
      ms: Math.round(performance.now() - begun),
      isComplete: report.complete,
      error: null,
    };
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error;
    return { ...plain, ms: Math.round(performance.now() - begun), error: error.message };
  }
}

/** In the order of the dataset, budget by budget. Ends early where the user interrupts: what is kept stays. */
export async function runEvaluation(call: EvaluationCall): Promise<readonly EvaluatedRun[]> {
  const runs: EvaluatedRun[] = [];
  const all = call.budgets.flatMap((budget) => call.dataset.changes.map((change) => ({ change, budget })));
  for (const [i, { change, budget }] of all.entries()) {
    const key = keyOf(change, budget, call);
    const known = call.kept.get(key);
    if (known !== undefined) {
      runs.push(known);
      continue;
    }
    call.tell(`${i + 1} of ${all.length}: ${change.id}`);
    const run = await evaluateChange(change, budget, call);
    if (call.interrupt.aborted) break;
    await call.keep(key, run);
    runs.push(run);
  }
  return runs;
}
