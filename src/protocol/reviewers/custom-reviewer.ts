/**
 * Turns the parsed front matter and text of a user's markdown file into a ReviewerProfile; an unknown key, a wrong type or a name
 * that is taken throws a ReviewError with file, key and fix. Called by repository/custom-reviewers.ts, which reads the file.
 */
import { z } from 'zod';
import { ReviewError } from '../../errors.ts';
import { findLanguage, LANGUAGES } from '../source/language.ts';
import { findClosestName } from '../text/closest-name.ts';
import { DEFAULT_BASE_BUDGET_TOKENS, type ReviewerProfile } from './reviewer.ts';
import { MODEL_NAME } from './reviewer-models.ts';
import { BUILT_IN_REVIEWERS } from './reviewer-roster.ts';

const REVIEWER_NAME = /^[a-z][a-z0-9-]*$/u;

const frontMatterSchema = z.strictObject({
  name: z.string().regex(REVIEWER_NAME),
  description: z.string().trim().min(1),
  base_budget: z.int().min(1).default(DEFAULT_BASE_BUDGET_TOKENS),
  categories: z.array(z.string().min(1)).default([]),
  languages: z
    .array(z.string().refine((name) => findLanguage(name) !== null))
    .min(1)
    .nullable()
    .default(null),
  can_veto: z.boolean().default(true),
  model: z.string().regex(MODEL_NAME).nullable().default(null),
});

type FrontMatterKey = keyof z.infer<typeof frontMatterSchema>;

const EXPECTATIONS: Readonly<Record<FrontMatterKey, string>> = {
  name: 'lower-case letters, digits and hyphens, beginning with a letter',
  description: 'one sentence that says what it looks for',
  base_budget: 'a whole number of tokens, at least 1',
  categories: 'a list of words',
  languages: 'a list of one or more languages, such as [typescript, python]',
  can_veto: 'true or false',
  model: '`embedded` or PROVIDER/NAME',
};

const KEYS = Object.keys(EXPECTATIONS);

/** `path` only serves messages. Throws ReviewError('bad-reviewer'). */
export function toReviewer(frontMatter: unknown, instructions: string, path: string): ReviewerProfile {
  const checked = frontMatterSchema.safeParse(frontMatter);
  if (!checked.success) throw toError(checked.error.issues[0], frontMatter, path);
  const said = checked.data;
  if (BUILT_IN_REVIEWERS.some((reviewer) => reviewer.name === said.name)) {
    throw fail(path, `name ${said.name} belongs to a built-in reviewer`, 'Choose another name.');
  }
  if (instructions.trim() === '') {
    throw fail(path, 'the text below the front matter is empty', 'Write there what the reviewer should look for.');
  }
  return {
    name: said.name,
    role: said.description,
    baseBudgetTokens: said.base_budget,
    categories: said.categories,
    languages: said.languages,
    canVeto: said.can_veto,
    model: said.model,
    instructions: instructions.trim(),
  };
}

/** The reviewers of several files, in order; a name may be used once. */
export function joinReviewers(
  files: readonly { readonly path: string; readonly reviewer: ReviewerProfile }[],
): readonly ReviewerProfile[] {
  const pathOf = new Map<string, string>();
  for (const { path, reviewer } of files) {
    const first = pathOf.get(reviewer.name);
    if (first !== undefined)
      throw fail(path, `name ${reviewer.name} is already used by ${first}`, 'Rename one of the two.');
    pathOf.set(reviewer.name, path);
  }
  return files.map(({ reviewer }) => reviewer);
}

const fail = (path: string, problem: string, fix: string): ReviewError =>
  new ReviewError('bad-reviewer', `${path}: ${problem}`, { advice: fix });

function toError(issue: z.core.$ZodIssue | undefined, frontMatter: unknown, path: string): ReviewError {
  if (issue?.code === 'unrecognized_keys') return toUnknownKey(issue.keys[0] ?? '', path);
  const key = issue?.path[0] as FrontMatterKey | undefined;
  if (key === undefined) {
    return fail(path, 'the front matter is not a list of keys and values', 'Begin with name: and description: lines.');
  }
  const value = (frontMatter as Record<string, unknown>)[key];
  if (value === undefined) return fail(path, `key ${key} is missing`, `Add \`${key}:\` with ${EXPECTATIONS[key]}.`);
  if (key === 'languages' && typeof issue?.path[1] === 'number') return toUnknownLanguage(value, issue.path[1], path);
  const found = (JSON.stringify(value) ?? 'nothing').slice(0, 80);
  return fail(path, `key ${key} must be ${EXPECTATIONS[key]}, found ${found}`, `Correct \`${key}:\` in ${path}.`);
}

function toUnknownKey(key: string, path: string): ReviewError {
  const closest = findClosestName(key, KEYS);
  const meant = closest === null ? '' : `; did you mean ${closest}?`;
  const fix = closest === null ? `Remove it; known keys are ${KEYS.join(', ')}.` : `Write ${closest}, or remove it.`;
  return fail(path, `unknown key ${JSON.stringify(key)}${meant}`, fix);
}

/** A language nobody detects would silently keep the reviewer from ever being chosen. */
function toUnknownLanguage(value: unknown, index: number, path: string): ReviewError {
  const name = Array.isArray(value) ? value[index] : value;
  const known = LANGUAGES.map((language) => language.name);
  const closest = findClosestName(String(name), known);
  const meant = closest === null ? '' : `; did you mean ${closest}?`;
  const problem = `key languages names ${JSON.stringify(name)}, which is not a language known here${meant}`;
  return fail(path, problem, `Use one of ${known.join(', ')}.`);
}
