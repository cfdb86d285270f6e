/**
 * Defines the schema of a row in rules/dependencies/: a pattern for a line that downloads and runs code, with languages and texts. Used
 * by rule-tables/tables.ts when rules are compiled, not by a review; remote-code.ts applies the rows.
 */
import { z } from 'zod';
import { expression, hasCategory, ruleId, ruleText } from '../rule-tables/rule-text.ts';

export const remoteRule = z
  .strictObject({
    id: ruleId,
    ...ruleText,
    /** Null = every language. */
    languages: z.array(z.string()).min(1).nullable().default(null),
    pattern: expression(),
    /** The line must hold this too. */
    also: expression().optional(),
  })
  .refine(({ category }) => hasCategory('vulnerability-reviewer', category), 'the reviewer has no such category');
