import { expect, test } from 'vitest';
import { BUILT_IN_REVIEWERS } from '../../protocol/reviewers/reviewer-roster.ts';
import { LANGUAGES } from '../../protocol/source/language.ts';
import { createAnalyzers } from '../../wiring/review-ports.ts';
import { isUnderstood } from './understood-languages.ts';

test('the table says what the analyzers accept', async () => {
  const analyzers = (await createAnalyzers()).filter((analyzer) => analyzer.name !== 'secretlint');
  const sources = LANGUAGES.filter(({ kind }) => kind === 'source');
  const wrong = BUILT_IN_REVIEWERS.flatMap((reviewer) =>
    sources
      .filter(({ name }) => reviewer.languages === null || reviewer.languages.includes(name))
      .filter(({ name, extensions }) => {
        // A language counts as understood if every kind of its files is: of the templates only ERB is.
        const accepted = (extensions.length > 0 ? extensions : ['x']).every((extension) =>
          analyzers.some(
            (analyzer) =>
              analyzer.reviewers.includes(reviewer.name) && analyzer.accepts(`src/a.${extension}`, name, reviewer.name),
          ),
        );
        return accepted !== isUnderstood(reviewer.name, name);
      })
      .map(({ name }) => `${reviewer.name} ${name}`),
  );
  expect(wrong).toEqual([]);
  expect([isUnderstood('house-rules', 'typescript'), isUnderstood('house-rules', 'markdown')]).toEqual([false, false]);
  const knows = (reviewer: string, language: string) => isUnderstood(reviewer, language, { hasSemgrep: true });
  expect([
    knows('security-reviewer', 'kotlin'),
    knows('security-reviewer', 'lua'),
    knows('go-reviewer', 'rust'),
  ]).toEqual([true, false, false]);
});
