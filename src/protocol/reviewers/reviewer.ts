/**
 * Defines the type of a reviewer (`ReviewerProfile`), the six reviewers of the original protocol with their base budgets
 * (BUDGET-01), and which take part in a run by the languages in scope (REV-09, REV-24). All built-in ones: reviewer-roster.ts.
 * Called by engine/survey.ts and engine/review/.
 */

/** A paragraph or an entry of a list in the text that a change answers to. */
export interface Requirement {
  readonly id: string;
  /** Of that text, from 1. */
  readonly line: number;
  readonly text: string;
}

export interface ReviewerProfile {
  readonly name: string;
  /** One sentence for help, plan and prompts. */
  readonly role: string;
  readonly baseBudgetTokens: number;
  readonly categories: readonly string[];
  /** Languages whose files it reviews; null = every file. */
  readonly languages: readonly string[] | null;
  readonly canVeto: boolean;
  /** Provider and name of the model it wants, or null for the run's. */
  readonly model: string | null;
  /** Instructions of a custom reviewer; null for the built-in ones, whose prompts live in prompts/. */
  readonly instructions: string | null;
  /** What it answers to, where a linked issue or pull request was given; absent for all others. */
  readonly requirements?: readonly Requirement[];
}

const BUILT_IN = { canVeto: true, model: null, instructions: null } as const;

export const REVIEWERS: readonly ReviewerProfile[] = [
  {
    ...BUILT_IN,
    name: 'security-reviewer',
    role: 'Looks for vulnerabilities an attacker can reach: injection, broken authentication, leaked secrets.',
    baseBudgetTokens: 8192,
    categories: ['injection', 'auth', 'secrets', 'supply-chain', 'owasp'],
    languages: null,
  },
  {
    ...BUILT_IN,
    name: 'vulnerability-reviewer',
    role: 'Looks at what the project depends on: known vulnerabilities, unpinned or confusable packages, licences.',
    baseBudgetTokens: 8192,
    categories: ['cve', 'outdated', 'confusion', 'license', 'transitive'],
    languages: null,
  },
  {
    ...BUILT_IN,
    name: 'go-reviewer',
    role: 'Reviews Go for idiom and correctness: errors, concurrency, resources, interfaces.',
    baseBudgetTokens: 8192,
    categories: ['formatting', 'naming', 'error-handling', 'control-flow', 'concurrency', 'interfaces', 'resources'],
    languages: ['go'],
  },
  {
    ...BUILT_IN,
    name: 'code-quality-reviewer',
    role: 'Looks for logic errors, missing tests, needless complexity, duplication and swallowed errors.',
    baseBudgetTokens: 6144,
    categories: ['logic', 'testing', 'complexity', 'duplication', 'patterns', 'error-handling'],
    languages: null,
  },
  {
    ...BUILT_IN,
    name: 'documentation-reviewer',
    role: 'Compares what the documentation says with what the code does.',
    baseBudgetTokens: 4096,
    categories: ['accuracy', 'completeness', 'links', 'examples', 'clarity'],
    languages: null,
  },
  {
    ...BUILT_IN,
    name: 'user-persona-reviewer',
    role: 'Takes the side of the user: breaking changes, migration, error messages, configuration, ergonomics.',
    baseBudgetTokens: 4096,
    categories: ['breaking-change', 'migration', 'error-messages', 'config', 'ergonomics'],
    languages: null,
  },
];

/** Base budget of a reviewer registered beside the six. */
export const DEFAULT_BASE_BUDGET_TOKENS = 8192;

/** Whether this file belongs to the reviewer's scope (REV-24). */
export const isAssigned = (reviewer: ReviewerProfile, language: string | null): boolean =>
  reviewer.languages === null || (language !== null && reviewer.languages.includes(language));

/** Reviewers without a language of their own always; a language reviewer if one of its files is in scope (REV-09). */
export const selectReviewers = (
  roster: readonly ReviewerProfile[],
  languages: ReadonlySet<string>,
): readonly ReviewerProfile[] =>
  roster.filter((reviewer) => reviewer.languages === null || reviewer.languages.some((name) => languages.has(name)));
