import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_THRESHOLDS } from '../protocol/budget/thresholds.ts';
import { formatBudgetAwareness } from './budget-awareness.ts';

const TEMPLATE = `## Budget Awareness

You have been allocated approximately **{{budget}}** tokens for this review.

### Progressive Summarization Protocol

Monitor your output length and adapt your analysis:

**0-80% budget used:** Full analysis mode
- Report all severity levels (CRITICAL, HIGH, MEDIUM, LOW)
- Include detailed evidence with code snippets
- Provide comprehensive recommendations

**80-95% budget used:** Switch to high-severity mode
- Report only CRITICAL and HIGH findings
- Use concise evidence format (file:line only)
- Brief recommendations without examples
- Note count of skipped MEDIUM/LOW findings

**95%+ budget used:** Force return
- Stop analysis immediately
- Return findings collected so far
- Set \`"partial": true\` in output
- Set \`"cutoff_reason": "budget"\`
- List files not reviewed in \`skipped_files\`

### Output Schema

Always include these fields in your JSON output:

\`\`\`json
{
  "agent": "{{agent_name}}",
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

const render = (said: { budget?: number; name?: string; full?: number; high?: number } = {}) =>
  formatBudgetAwareness({
    agentName: said.name ?? 'security-reviewer',
    budgetTokens: said.budget ?? 10_240,
    thresholds: {
      ...DEFAULT_THRESHOLDS,
      fullAnalysis: said.full ?? DEFAULT_THRESHOLDS.fullAnalysis,
      highSeverity: said.high ?? DEFAULT_THRESHOLDS.highSeverity,
    },
  });
/** Whether the parts stand in the block in this order. */
const inOrder = (...parts: string[]) => {
  const places = parts.map((part) => render().indexOf(part));
  return places.every((place, i) => place > (places[i - 1] ?? -1));
};

describe('budget awareness', () => {
  test('is the template word for word at the defaults [PROMPT-02, PROMPT-08, PROMPT-10, BUDGET-07]', () => {
    expect(render()).toBe(TEMPLATE.replace('{{budget}}', '10240').replace('{{agent_name}}', 'security-reviewer'));
    expect(render()).toContain('approximately **10240** tokens');
    expect(render({ name: 'go-reviewer' })).toContain('"agent": "go-reviewer"');
    expect(render()).not.toContain('{{');
  });

  test('three sections in order, the watch duty before the bands [PROMPT-03, PROMPT-04]', () => {
    expect(
      inOrder(
        '### Progressive Summarization Protocol',
        'Monitor your output length',
        '**0-80%',
        '### Output Schema',
        '### Priority Order',
      ),
    ).toBe(true);
  });

  test('three bands with three, four and five duties [PROMPT-05, PROMPT-06, PROMPT-07]', () => {
    const duties = (from: string, to: string) => render().split(from)[1]?.split(to)[0]?.match(/^- /gmu)?.length;
    expect(duties('**0-80% budget used:** Full analysis mode', '**80-95%')).toBe(3);
    expect(duties('**80-95% budget used:** Switch to high-severity mode', '**95%+')).toBe(4);
    expect(duties('**95%+ budget used:** Force return', '###')).toBe(5);
  });

  test('four tiers, numbered in order [PROMPT-09]', () => {
    expect(
      inOrder('1. Security-sensitive files', '2. Entry points', '3. Business logic', '4. Utilities and helpers'),
    ).toBe(true);
  });

  test.each([
    [0.5, 0.95, '**0-50% budget used:**', '**50-95% budget used:**', '**95%+ budget used:**'],
    [0.07, 0.925, '**0-7% budget used:**', '**7-92.5% budget used:**', '**92.5%+ budget used:**'],
  ])('configured bands: %d and %d [PROMPT-10]', (full, high, ...bands) => {
    for (const band of bands) expect(render({ full, high })).toContain(band);
  });

  const seed = globSync('../shared/spec/seeds/000_*.txt')[0] ?? '';
  test.skipIf(!existsSync(seed))('equals the fence of the seed (skipped without it) [PROMPT-10]', () => {
    const text = readFileSync(seed, 'utf8');
    const fence = text.slice(
      text.indexOf('```markdown\n') + '```markdown\n'.length,
      text.indexOf('```\n\n## Synthesis Handling'),
    );
    expect(TEMPLATE).toBe(fence);
  });
});
