/**
 * Lists all built-in reviewers: the six of reviewer.ts (BUDGET-01 speaks of these alone) and the typescript- and python-reviewer,
 * which like go-reviewer take part when a file of their language is in scope (REV-09). Finds one by name; tells which are for one
 * language. Used wherever built-in reviewers are named: wiring/settings.ts, engine/survey.ts, analyzers/, prompts/plugin/, index.ts.
 */
import { DEFAULT_BASE_BUDGET_TOKENS, REVIEWERS, type ReviewerProfile } from './reviewer.ts';

const LANGUAGE_REVIEWER = {
  baseBudgetTokens: DEFAULT_BASE_BUDGET_TOKENS,
  canVeto: true,
  model: null,
  instructions: null,
} as const;

const FURTHER_REVIEWERS: readonly ReviewerProfile[] = [
  {
    ...LANGUAGE_REVIEWER,
    name: 'typescript-reviewer',
    role: 'Reviews TypeScript and JavaScript for idiom and correctness: promises, types, errors, shared state.',
    categories: ['types', 'naming', 'error-handling', 'control-flow', 'concurrency', 'interfaces', 'resources'],
    languages: ['typescript', 'tsx', 'javascript'],
  },
  {
    ...LANGUAGE_REVIEWER,
    name: 'python-reviewer',
    role: 'Reviews Python for idiom and correctness: exceptions, resources, shared state, asyncio, types.',
    categories: ['types', 'naming', 'error-handling', 'control-flow', 'concurrency', 'interfaces', 'resources'],
    languages: ['python'],
  },
];

export const BUILT_IN_REVIEWERS: readonly ReviewerProfile[] = [...REVIEWERS, ...FURTHER_REVIEWERS];

/** Whether this is a built-in reviewer of one language: on its files it knows better than code-quality-reviewer (FACT-14). */
export const isLanguageReviewer = (name: string): boolean =>
  BUILT_IN_REVIEWERS.some((reviewer) => reviewer.name === name && reviewer.languages !== null);

/** Names may be given in full or without `-reviewer`. */
export const findReviewer = (roster: readonly ReviewerProfile[], name: string): ReviewerProfile | null =>
  roster.find((reviewer) => reviewer.name === name || reviewer.name === `${name}-reviewer`) ?? null;
