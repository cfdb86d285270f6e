/**
 * Runs `evaluate`: reviews a dataset of changes with known problems (a file, a folder, or fix commits of this repository's history) at
 * each budget, and prints how many problems were found and at what cost and time; `--out` also writes JSON, Markdown and SVG. Called
 * by run-command.ts.
 */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EXIT, ReviewError } from '../../errors.ts';
import { type Dataset, readDataset } from '../../protocol/evaluation/dataset.ts';
import { scoreRuns } from '../../protocol/evaluation/score.ts';
import { DATASET_SCHEMA } from '../../protocol/report/document-names.ts';
import {
  type Evaluation,
  formatEvaluationJson,
  formatEvaluationTable,
  plotEvaluation,
} from '../../report/evaluation.ts';
import { toLine } from '../../report/plain-text.ts';
import { createRepository } from '../../repository/repository.ts';
import { readNamedFile } from '../../storage/read-named-file.ts';
import { replaceFile } from '../../storage/replace-file.ts';
import { type JudgeCall, type Judgements, judgeRuns } from '../../wiring/evaluation/judge-runs.ts';
import { openKeptPairs, openKeptRuns } from '../../wiring/evaluation/kept-runs.ts';
import { runEvaluation } from '../../wiring/evaluation/run-evaluation.ts';
import type { Flags } from '../command-declaration.ts';
import type { Terminal } from '../streams.ts';

const DEFAULT_COMMITS = 50;
/** Flags of the command itself; the others are those of a review. */
const OWN = new Set([
  'dataset',
  'repositories',
  'budgets',
  'commits',
  'judge',
  'out',
  'format',
  'quiet',
  'debug',
  'color',
  'C',
]);

const refuse = (detail: string): never => {
  throw new ReviewError('bad-value', detail, { advice: 'See docs/detection.md.' });
};

function readBudgets({ budgets }: Flags): readonly (number | null)[] {
  if (typeof budgets !== 'string') return [null];
  const read = budgets.split(',').map((text) => {
    if (text.trim() === 'none') return null;
    const value = Number(text);
    return Number.isSafeInteger(value) && value > 0
      ? value
      : refuse(`--budgets ${budgets}: expected tokens such as 20000,50000,none.`);
  });
  return [...new Set(read)];
}

function readCommits({ commits }: Flags): number {
  if (commits === undefined) return DEFAULT_COMMITS;
  const value = Number(commits);
  return Number.isInteger(value) && value > 0
    ? value
    : refuse(`--commits ${String(commits)}: expected a whole number.`);
}

/** A set on disk: a file, or a folder that holds `dataset.json`. */
async function loadFile(path: string, asked: string): Promise<Dataset> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true;
  const file = isFolder ? join(path, 'dataset.json') : path;
  const text = await readNamedFile(file).catch((error: unknown) =>
    refuse(
      `--dataset ${asked}: ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}. Expected a dataset file, a folder with dataset.json, or history.`,
    ),
  );
  const reading = readDataset(text);
  return reading.kind === 'dataset' ? reading.dataset : refuse(`--dataset ${asked}: ${reading.reason}.`);
}

/** Changes of the repository itself that a later commit fixed. */
async function loadHistory(root: string, most: number): Promise<Dataset> {
  await using repository = await createRepository({ root });
  const changes = await repository.listFixedChanges(most);
  return {
    schema: DATASET_SCHEMA,
    name: 'history',
    changes: changes.map(({ commit, places }) => ({
      id: commit.slice(0, 12),
      repository: '.',
      commit,
      labels: places.map(({ path, start, end, fix }) => ({
        path,
        start_line: start,
        end_line: end,
        severity: null,
        note: fix,
      })),
    })),
  };
}

interface AskedSet {
  readonly dataset: Dataset;
  readonly repositories: string;
}

async function openSet({ workingDirectory }: Terminal, flags: Flags): Promise<AskedSet> {
  const asked = typeof flags.dataset === 'string' ? flags.dataset : refuse('evaluate needs --dataset.');
  const root = resolve(workingDirectory, typeof flags.C === 'string' ? flags.C : '.');
  if (asked === 'history') return { dataset: await loadHistory(root, readCommits(flags)), repositories: root };
  const path = resolve(workingDirectory, asked);
  const dataset = await loadFile(path, asked);
  if (typeof flags.repositories === 'string')
    return { dataset, repositories: resolve(workingDirectory, flags.repositories) };
  const isFolder = (await stat(path)).isDirectory();
  return { dataset, repositories: isFolder ? path : dirname(path) };
}

/** Null where nobody is asked to judge. */
const openJudgements = async (
  { judge }: Flags,
  out: string | null,
  call: Omit<JudgeCall, 'model' | 'kept' | 'keep'>,
): Promise<Judgements | null> =>
  typeof judge === 'string'
    ? judgeRuns({
        model: judge,
        ...call,
        ...(await openKeptPairs(out === null ? null : join(out, 'judgements.jsonl'))),
      })
    : null;

export async function runEvaluateCommand(
  terminal: Terminal,
  _positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const { workingDirectory, stdout, stderr, interrupt, environment } = terminal;
  const budgets = readBudgets(flags);
  const { dataset, repositories } = await openSet(terminal, flags);
  if (dataset.changes.length === 0)
    refuse(
      flags.dataset === 'history'
        ? 'no commit says that it fixes something (fix, bug, regression, crash) and replaces lines of an earlier one.'
        : 'the dataset holds no change.',
    );
  const out = typeof flags.out === 'string' ? resolve(workingDirectory, flags.out) : null;
  if (out !== null) await mkdir(out, { recursive: true });
  const kept = await openKeptRuns(out === null ? null : join(out, 'runs.jsonl'));
  const tell = (message: string): void => {
    if (flags.quiet !== true) stderr.write(`${toLine(message)}\n`);
  };
  const runs = await runEvaluation({
    dataset,
    repositories,
    budgets,
    flags: Object.fromEntries(Object.entries(flags).filter(([name]) => !OWN.has(name))),
    environment,
    cwd: workingDirectory,
    interrupt,
    ...kept,
    tell,
  });
  const labels = new Map(dataset.changes.map((change) => [change.id, change.labels]));
  const labelsOf: JudgeCall['labelsOf'] = (change) => labels.get(change) ?? [];
  const judge = await openJudgements(flags, out, { runs, labelsOf, environment, interrupt, tell });
  const scores = scoreRuns(runs, labelsOf, judge?.pairs);
  // As the reviews say themselves: a variable or the user's configuration may have named the model.
  const models = [...new Set(runs.flatMap(({ model }) => model ?? []))];
  const model = models.join(', ') || (typeof flags.model === 'string' ? flags.model : 'embedded');
  const evaluation = { dataset, model, judge, scores, runs, asked: budgets.length * dataset.changes.length };
  if (out !== null) await writeEvaluation(out, evaluation);
  stdout.write(flags.format === 'json' ? formatEvaluationJson(evaluation) : formatEvaluationTable(evaluation));
  if (interrupt.aborted) return EXIT.interrupted;
  return runs.some(({ error }) => error !== null) || (judge?.unjudged ?? 0) > 0 ? EXIT.incomplete : EXIT.ok;
}

async function writeEvaluation(out: string, evaluation: Evaluation): Promise<void> {
  await replaceFile(join(out, 'evaluation.json'), formatEvaluationJson(evaluation));
  await replaceFile(join(out, 'evaluation.md'), formatEvaluationTable(evaluation));
  await replaceFile(join(out, 'evaluation.svg'), plotEvaluation(evaluation));
}
