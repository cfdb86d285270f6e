import { expect, test } from 'vitest';
import { findLanguage } from '../source/language.ts';
import { REVIEWERS, selectReviewers } from './reviewer.ts';
import { BUILT_IN_REVIEWERS, isLanguageReviewer } from './reviewer-roster.ts';

const namesFor = (...languages: readonly string[]) =>
  selectReviewers(BUILT_IN_REVIEWERS, new Set(languages)).map(({ name }) => name);

const FIVE = REVIEWERS.filter(({ languages }) => languages === null).map(({ name }) => name);

test('a language reviewer joins the five only where a file of its language is in scope [REV-09]', () => {
  expect(namesFor()).toEqual(FIVE);
  expect(namesFor('markdown', 'ruby')).toEqual(FIVE);
  expect(namesFor('go')).toEqual(REVIEWERS.map(({ name }) => name));
  for (const language of ['typescript', 'tsx', 'javascript']) {
    expect(namesFor(language)).toEqual([...FIVE, 'typescript-reviewer']);
  }
  expect(namesFor('python')).toEqual([...FIVE, 'python-reviewer']);
  expect(namesFor('go', 'tsx', 'python')).toEqual(BUILT_IN_REVIEWERS.map(({ name }) => name));
});

test('the further reviewers have the base of 8192 and known languages [REV-09]', () => {
  const further = BUILT_IN_REVIEWERS.slice(REVIEWERS.length);
  expect(further.map(({ name, baseBudgetTokens }) => [name, baseBudgetTokens])).toEqual([
    ['typescript-reviewer', 8192],
    ['python-reviewer', 8192],
  ]);
  expect(further.flatMap(({ languages }) => languages).every((name) => findLanguage(name ?? '') !== null)).toBe(true);
  expect(BUILT_IN_REVIEWERS.filter(({ name }) => isLanguageReviewer(name)).map(({ name }) => name)).toEqual([
    'go-reviewer',
    'typescript-reviewer',
    'python-reviewer',
  ]);
});
