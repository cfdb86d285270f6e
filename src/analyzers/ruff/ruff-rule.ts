/**
 * Defines the schema of a row in rules/ruff/: which rules of ruff are used, for which reviewer, with our severity and texts, whatever the
 * reviewed project configures. Used by rule-tables/tables.ts when rules are compiled, not by a review; ruff.ts takes its type.
 */
import { z } from 'zod';
import { expression, hasCategory, ruleText } from '../rule-tables/rule-text.ts';

export const ruffRule = z
  .strictObject({
    /** Ruff's own name. */
    code: z.string().regex(/^[A-Z]+\d+$/u),
    reviewer: z.enum(['security-reviewer', 'python-reviewer']),
    ...ruleText,
    /** Texts in which the rule cannot know. */
    unless: expression().optional(),
    /** The marked code must read like this. */
    marked: expression().optional(),
  })
  .refine(({ reviewer, category }) => hasCategory(reviewer, category), 'the reviewer has no such category')
  .refine(
    ({ reviewer, cwe, dimension }) => (reviewer === 'security-reviewer') === (cwe !== null && dimension !== null),
    'a security rule, and no other, has cwe and dimension',
  );

export type RuffRule = Readonly<z.output<typeof ruffRule>>;
