/**
 * Defines the schema of a row in rules/oxlint/: which rules of oxlint are used, with our severity and texts, whatever the reviewed
 * project configures. Used by rule-tables/tables.ts when rules are compiled, not by a review; oxlint.ts takes its type.
 */
import { z } from 'zod';
import { expression, hasCategory, ruleText } from '../rule-tables/rule-text.ts';

export const oxlintRule = z
  .strictObject({
    /** Plugin and rule as oxlint's settings name them. */
    code: z.string().regex(/^(?:eslint|typescript|unicorn|oxc|promise|node|react)\/[a-z-]+$/u),
    /** What is handed to the rule in its settings. */
    options: z.record(z.string(), z.unknown()).optional(),
    /** Whether oxlint has a repair for it that it calls safe. */
    mends: z.literal(true).optional(),
    ...ruleText,
    /** Texts in which the rule cannot know. */
    unless: expression().optional(),
    /** The marked code must not read like this. */
    unmarked: expression().optional(),
    /** Nor the line in which it begins. */
    unlessLine: expression().optional(),
  })
  .refine(({ category }) => hasCategory('typescript-reviewer', category), 'the reviewer has no such category')
  .refine(({ cwe, dimension }) => cwe === null && dimension === null, 'a security rule belongs into the rule pack');

export type OxlintRule = Readonly<z.output<typeof oxlintRule>>;
