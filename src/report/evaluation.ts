/**
 * Formats the result of `evaluate` as a Markdown table, as JSON, and as an SVG plot of quality against budget. Called by
 * cli/commands/evaluate-command.ts.
 */
import type { Dataset } from '../protocol/evaluation/dataset.ts';
import type { EvaluationDocument } from '../protocol/evaluation/evaluation-document.ts';
import type { EvaluatedRun, Score } from '../protocol/evaluation/score.ts';
import { EVALUATION_SCHEMA } from '../protocol/report/document-names.ts';
import { writeJson } from './json-writer.ts';
import { toCode } from './markdown/markdown-text.ts';
import { formatCount } from './numbers.ts';

export interface Evaluation {
  readonly dataset: Dataset;
  readonly model: string;
  /** Null where lines and words decided what was found. */
  readonly judge: {
    readonly model: string;
    readonly pairs: ReadonlyMap<EvaluatedRun, unknown>;
    readonly unjudged: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
  } | null;
  readonly scores: readonly Score[];
  readonly runs: readonly EvaluatedRun[];
  /** Reviews that were asked for; fewer were made where the evaluation was interrupted. */
  readonly asked: number;
}

/** A cost that is not known is not nothing. */
const formatCost = ({ costUsd, unpricedCalls }: Score): string =>
  `$${costUsd.toFixed(2)}${unpricedCalls > 0 ? ` and ${formatCount(unpricedCalls)} calls without a known price` : ''}`;

const nameBudget = (budget: number | null): string => (budget === null ? 'no limit' : formatCount(budget));
const ratio = (value: number): string => value.toFixed(3);

/** Says who decided, and where nobody did. */
const describeJudge = (judge: Evaluation['judge']): readonly string[] =>
  judge === null
    ? []
    : [
        '',
        `Judged by ${toCode(judge.model)}: ${judge.pairs.size} reviews, ${formatCount(judge.inputTokens + judge.outputTokens)} tokens now.${judge.unjudged === 0 ? '' : ` Of ${judge.unjudged} more it gave no usable answer: lines and words decided there.`}`,
      ];

export function formatEvaluationTable({ dataset, model, judge, scores, runs, asked }: Evaluation): string {
  const failed = runs.filter(({ error }) => error !== null);
  const rows = scores.map((score) =>
    [
      nameBudget(score.budgetTokens),
      `${score.changes}`,
      `${score.found} of ${score.labels}`,
      `${score.falseAlarms}`,
      ratio(score.precision),
      ratio(score.recall),
      ratio(score.f1),
      ratio(score.coverage),
      formatCount(score.tokens),
      formatCost(score),
      `${score.seconds.toFixed(1)} s`,
    ].join(' | '),
  );
  return [
    `# Evaluation: ${toCode(dataset.name)}, ${toCode(model)}`,
    '',
    '| Budget | Changes | Found | False alarms | Precision | Recall | F1 | Coverage | Tokens | Cost | Time |',
    '| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${row} |`),
    ...describeJudge(judge),
    ...(runs.length < asked
      ? ['', `Not complete: ${runs.length} of ${asked} reviews were made; the figures are about these.`]
      : []),
    ...(failed.length === 0
      ? []
      : ['', `${failed.length} reviews did not happen; their labels count as missed:`, '', ...listFailures(failed)]),
    '',
  ].join('\n');
}

const MAX_LISTED = 10;

const listFailures = (failed: readonly EvaluatedRun[]): readonly string[] => [
  ...failed.slice(0, MAX_LISTED).map(({ change, error }) => `- ${toCode(change)}: ${toCode(error ?? '')}`),
  ...(failed.length > MAX_LISTED ? [`- and ${failed.length - MAX_LISTED} more`] : []),
];

export const formatEvaluationJson = ({ dataset, model, judge, scores, runs, asked }: Evaluation): string =>
  writeJson({
    schema: EVALUATION_SCHEMA,
    dataset: dataset.name,
    model,
    complete: runs.length === asked && (judge?.unjudged ?? 0) === 0,
    scores: scores.map((score) => ({
      budget_tokens: score.budgetTokens,
      changes: score.changes,
      failed: score.failed,
      labels: score.labels,
      found: score.found,
      false_alarms: score.falseAlarms,
      precision: score.precision,
      recall: score.recall,
      f1: score.f1,
      coverage: score.coverage,
      tokens: score.tokens,
      cost_usd: score.costUsd,
      unpriced_calls: score.unpricedCalls,
      seconds: score.seconds,
    })),
    runs: runs.map(({ change, model: by, budgetTokens, findings, tokens, costUsd, ms, isComplete, error }) => ({
      change,
      model: by,
      budget_tokens: budgetTokens,
      findings: findings.map(({ path, startLine, endLine, title }) => ({
        path,
        start_line: startLine,
        end_line: endLine,
        title,
      })),
      tokens,
      cost_usd: costUsd,
      ms,
      complete: isComplete,
      error,
    })),
    judge:
      judge === null
        ? null
        : {
            model: judge.model,
            judged: judge.pairs.size,
            unjudged: judge.unjudged,
            input_tokens: judge.inputTokens,
            output_tokens: judge.outputTokens,
          },
  } satisfies EvaluationDocument);

const WIDTH = 640;
const HEIGHT = 360;
const LEFT = 60;
const RIGHT = 20;
const TOP = 40;
const BOTTOM = 50;
const LINES = [
  { name: 'Precision', colour: '#0072b2', pick: ({ precision }: Score) => precision },
  { name: 'Recall', colour: '#d55e00', pick: ({ recall }: Score) => recall },
  { name: 'F1', colour: '#009e73', pick: ({ f1 }: Score) => f1 },
] as const;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Quality from 0 to 1 over the budgets, at equal distances: they often grow by a factor. */
export function plotEvaluation({ dataset, model, scores }: Evaluation): string {
  const x = (i: number): number =>
    scores.length === 1 ? (LEFT + WIDTH - RIGHT) / 2 : LEFT + (i * (WIDTH - LEFT - RIGHT)) / (scores.length - 1);
  const y = (value: number): number => TOP + (1 - value) * (HEIGHT - TOP - BOTTOM);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      `<line x1="${LEFT}" y1="${y(value)}" x2="${WIDTH - RIGHT}" y2="${y(value)}" stroke="#ccc"/><text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const budgets = scores.map(
    ({ budgetTokens }, i) =>
      `<text x="${x(i)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${nameBudget(budgetTokens)}</text>`,
  );
  const curves = LINES.map(({ name, colour, pick }, row) => {
    const points = scores.map((score, i) => `${x(i).toFixed(1)},${y(pick(score)).toFixed(1)}`);
    const dots = points.map((point) => {
      const [cx, cy] = point.split(',');
      return `<circle cx="${cx}" cy="${cy}" r="4" fill="${colour}"/>`;
    });
    const label = `<text x="${LEFT + 90 * row}" y="${TOP - 10}" fill="${colour}">${name}</text>`;
    return `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.join(' ')}"/>${dots.join('')}${label}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escapeXml(`Quality against budget: ${dataset.name}, ${model}`)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    ...grid,
    ...budgets,
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">Budget of a review in tokens</text>`,
    ...curves,
    '</svg>',
    '',
  ].join('\n');
}
