/** A row of `rules/markdownlint/`: a rule of markdownlint in our words. Loaded when rules are compiled, never by a review. */
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
