/** A row of `rules/staticcheck/`: what a group of checks is about. Loaded when rules are compiled, never by a review. */
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
