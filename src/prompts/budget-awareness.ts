/**
 * Writes the Budget Awareness block of a reviewer's prompt (PROMPT-01..10): fixed words with the agent's name, its budget and the
 * thresholds. Called by reviewer-prompt.ts and prompts/plugin/.
 */
import type { Thresholds } from '../protocol/budget/thresholds.ts';

/** A number, or the place where whoever dispatches the agent puts it. */
export type StatedBudget = number | '{{budget}}';

export interface BudgetAwareness {
  readonly agentName: string;
  readonly budgetTokens: StatedBudget;
  readonly thresholds: Thresholds;
}

export function formatBudgetAwareness({ agentName, budgetTokens, thresholds }: BudgetAwareness): string {
  const full = formatPercent(thresholds.fullAnalysis);
  const high = formatPercent(thresholds.highSeverity);
  return `## Budget Awareness

${formatAllocation(budgetTokens)}

### Progressive Summarization Protocol

Monitor your output length and adapt your analysis:

**0-${full}% budget used:** Full analysis mode
- Report all severity levels (CRITICAL, HIGH, MEDIUM, LOW)
- Include detailed evidence with code snippets
- Provide comprehensive recommendations

**${full}-${high}% budget used:** Switch to high-severity mode
- Report only CRITICAL and HIGH findings
- Use concise evidence format (file:line only)
- Brief recommendations without examples
- Note count of skipped MEDIUM/LOW findings

**${high}%+ budget used:** Force return
- Stop analysis immediately
- Return findings collected so far
- Set \`"partial": true\` in output
- Set \`"cutoff_reason": "budget"\`
- List files not reviewed in \`skipped_files\`

### Output Schema

Always include these fields in your JSON output:

\`\`\`json
{
  "agent": "${agentName}",
  "partial": false,           // true if budget exhausted
  "cutoff_reason": null,      // "budget" if partial
  "files_reviewed": 12,       // count of files analyzed
  "files_skipped": 0,         // count if partial
  "findings": [...],
  "verdict": "VETO|WARN|OK"
}
\`\`\`

### Priority Order

If budget is constrained, prioritize analysis in this order:
1. Security-sensitive files (auth, crypto, secrets)
2. Entry points (handlers, controllers, API routes)
3. Business logic
4. Utilities and helpers
`;
}

/** The sentence that tells an agent its budget (PROMPT-02, BUDGET-07). */
export const formatAllocation = (budgetTokens: StatedBudget): string =>
  `You have been allocated approximately **${budgetTokens}** tokens for this review.`;

/** 0.8 → 80; at most two decimals, none that say nothing. */
export const formatPercent = (ratio: number): string => String(Number((100 * ratio).toFixed(2)));
