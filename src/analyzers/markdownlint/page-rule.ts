/**
 * Defines the schema of a row in rules/markdownlint/: which rule of markdownlint is used, with our texts. Used by rule-tables/tables.ts
 * when rules are compiled, not by a review; markdownlint.ts takes its type.
 */
import { z } from 'zod';
import { expression, hasCategory, ruleText } from '../rule-tables/rule-text.ts';

export const pageRule = z
  .strictObject({
    /** The linter's own name. */
    code: z.string().regex(/^MD\d{3}$/u),
    ...ruleText,
    /** A page without this cannot have it, which is cheaper to know than to parse it. */
    requires: expression(),
    /** Lines on which the linter's rule means something else. */
    except: expression().optional(),
  })
  .refine(({ category }) => hasCategory('documentation-reviewer', category), 'the reviewer has no such category');

export type PageRule = Readonly<z.output<typeof pageRule>>;
