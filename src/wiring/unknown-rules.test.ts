import { expect, test } from 'vitest';
import { warnOfUnknownRules } from './unknown-rules.ts';

test('a misspelt rule is reported with the one that was meant; weaknesses and rules of other programs are not', async () => {
  const reason = 'old code';
  const warnings = await warnOfUnknownRules(
    {
      suppressions: [
        { rules: ['js-code-injecton', 'CWE-79', 'bandit/B101', 'go/sql-injection'], reason },
        { paths: ['a/**'], reason },
      ],
      severityOverrides: [{ rules: ['js-code-injection', 'zzzzzz'], severity: 'LOW', reason }],
    } as unknown as Parameters<typeof warnOfUnknownRules>[0],
    null,
  );
  expect(warnings).toEqual([
    expect.stringMatching(/no rule is called "js-code-injecton".*did you mean js-code-injection\?$/u),
    expect.stringMatching(/no rule is called "zzzzzz".*rules list/u),
  ]);
});
