/**
 * Writes `includes/consensus-review/*.md` of the plugin, reference pages on budgets and degradation (PLUGIN-09, PLUGIN-10), from
 * the constants of protocol/. Called by files.ts; its tables also stand in phases.ts and workflow.ts.
 */
import { calculateBudget, calculateScale, MAX_SCALE, SCALE_STEP_TOKENS } from '../../protocol/budget/budget.ts';
import { decideIsolation } from '../../protocol/budget/isolation.ts';
import { DEFAULT_THRESHOLDS } from '../../protocol/budget/thresholds.ts';
import { ASSIGNED_SHARE } from '../../protocol/coverage/waves.ts';
import { REVIEWERS } from '../../protocol/reviewers/reviewer.ts';
import { formatBudgetAwareness, formatPercent } from '../budget-awareness.ts';
import { fullSample, highSeveritySample, partialSample, sampleSynthesis } from './samples.ts';

export const formatTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const LARGEST_SCALED_TOKENS = (MAX_SCALE - 1) * SCALE_STEP_TOKENS;
const EXAMPLE_TOTALS = [0, SCALE_STEP_TOKENS / 4, SCALE_STEP_TOKENS, SCALE_STEP_TOKENS + 1, LARGEST_SCALED_TOKENS];

export const BASE_TABLE = formatTable(
  ['agent', 'base tokens'],
  REVIEWERS.map(({ name, baseBudgetTokens }) => [`\`${name}\``, baseBudgetTokens]),
);

export const BUDGET_FORMULA = `\`\`\`
total_tokens = sum of the tokens of all files in scope
scale        = min(1.0 + total_tokens / ${SCALE_STEP_TOKENS}, ${MAX_SCALE.toFixed(1)})
budget       = floor(base × scale)
\`\`\``;

export const ISOLATION_TABLE = formatTable(
  ['total_tokens', 'isolation', 'what it means'],
  [
    [
      `≤ ${SCALE_STEP_TOKENS}`,
      `\`${decideIsolation(SCALE_STEP_TOKENS)}\``,
      'no branch calls; reading assigned files is free; the rest is counted',
    ],
    [
      `> ${SCALE_STEP_TOKENS}`,
      `\`${decideIsolation(SCALE_STEP_TOKENS + 1)}\``,
      'one branch per agent; everything is counted',
    ],
  ],
);

const BUDGET_EXAMPLES = formatTable(
  ['total_tokens', 'scale', 'isolation', ...REVIEWERS.map(({ name }) => name.replace(/-reviewer$/u, ''))],
  EXAMPLE_TOTALS.map((total) => [
    total === LARGEST_SCALED_TOKENS ? `≥ ${total}` : total,
    Number(calculateScale(total).toFixed(4)),
    decideIsolation(total),
    ...REVIEWERS.map(({ baseBudgetTokens }) => calculateBudget(baseBudgetTokens, total)),
  ]),
);

export const formatBudgetInclude = (): string => `# Budgets

Each agent's budget follows the size of the scope in tokens, never the number of files.

## Base

${BASE_TABLE}

## Formula

${BUDGET_FORMULA}

Use the exact scale and round only the product, downwards. One scale holds for all agents of a wave. If no token counts can be had at all, use scale 1.0 and \`${decideIsolation(0)}\`, and say so in the report.

${BUDGET_EXAMPLES}

## Isolation

${ISOLATION_TABLE}

The choice is made once per wave, before dispatch, for all its agents.

## Assignment

- \`shared\`: every agent gets all its files.
- \`branch\`: every agent gets its files in priority order until their tokens reach ${formatPercent(ASSIGNED_SHARE)}% of its budget, at least one. The rest waits for the next wave.
`;

const full = formatPercent(DEFAULT_THRESHOLDS.fullAnalysis);
const high = formatPercent(DEFAULT_THRESHOLDS.highSeverity);
const force = formatPercent(DEFAULT_THRESHOLDS.forceReturn);

export const BAND_TABLE = formatTable(
  ['budget used', 'mode', 'what the agent does'],
  [
    [`below ${full}%`, '`full`', 'all severities, quoted evidence, recommendations with examples, cross-references'],
    [
      `${full}% to below ${high}%`,
      '`high_severity_only`',
      'CRITICAL and HIGH only, `file:line` instead of evidence, brief recommendations, dropped MEDIUM and LOW counted',
    ],
    [`${high}% and more`, '`force_return`', 'stops and returns what it has, with `partial: true`'],
    [`${force}% and more`, 'hard stop', 'the host cuts it off and keeps complete findings'],
  ],
);

const fence = (language: string, text: string): string => `\`\`\`\`${language}\n${text}\n\`\`\`\``;

export const formatProgressiveInclude = (): string => {
  const [reviewer] = REVIEWERS;
  if (!reviewer) return '';
  return `# Progressive summarization

What an agent does as its budget runs out. Each agent degrades for itself; the others go on.

${BAND_TABLE}

Bands are half-open: a boundary belongs to the stricter one.

## Output, full analysis

${fence('json', fullSample(reviewer))}

## Output, high severity only

The files were all reviewed, so \`partial\` stays \`false\`.

${fence('json', highSeveritySample(reviewer))}

## Output, partial

\`files_skipped\` is the length of \`skipped_files\`; \`recommendation\` names them in the same order.

${fence('json', partialSample(reviewer))}

## Prompt block

Every reviewer prompt holds this block. \`{{budget}}\` and \`{{agent_name}}\` are filled in for each agent.

${fence('markdown', formatBudgetAwareness({ agentName: '{{agent_name}}', budgetTokens: '{{budget}}', thresholds: DEFAULT_THRESHOLDS }).trimEnd())}

## Synthesis

Lines that a report with partial results carries:

${fence('text', sampleSynthesis().join('\n'))}

## Configuration

The thresholds above are the defaults of \`consensus-review.config.json\`:

${fence('json', CONFIGURATION)}
`;
};

const CONFIGURATION = JSON.stringify(
  {
    progressive_summarization: {
      full_analysis_threshold: DEFAULT_THRESHOLDS.fullAnalysis,
      high_severity_threshold: DEFAULT_THRESHOLDS.highSeverity,
      force_return_threshold: DEFAULT_THRESHOLDS.forceReturn,
    },
  },
  null,
  2,
);
