/**
 * Schema of a row of `rules/ruff/`: which rules of ruff are used, for which reviewer, at which severity and with which
 * text. It is our selection, whatever the reviewed project configures. Security rules of ruff that name a call alone
 * are left out where our own pack follows the data.
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
