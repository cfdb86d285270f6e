/** A row of `rules/dependencies/`: a line that fetches and runs code. Loaded when rules are compiled, never by a review. */
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
