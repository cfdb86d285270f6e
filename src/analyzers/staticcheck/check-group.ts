/**
 * Defines the schema of a row in rules/staticcheck/: category, severity and texts for a group of checks by its prefix (`SA4`). Used by
 * rule-tables/tables.ts when rules are compiled, not by a review; staticcheck.ts applies the rows.
 */
import { z } from 'zod';
import { hasCategory, ruleText } from '../rule-tables/rule-text.ts';

const { category, severity, message, fix } = ruleText;

export const checkGroup = z
  .strictObject({
    /** How the names of its checks begin. */
    prefix: z.string().regex(/^SA\d$/u),
    category,
    severity,
    message,
    fix,
  })
  .refine(({ category }) => hasCategory('go-reviewer', category), 'the reviewer has no such category');
