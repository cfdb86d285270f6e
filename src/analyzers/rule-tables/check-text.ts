/**
 * Defines the schema of a row in rules/checks/, which describes in general words a check that is written in code, for `rules list` and
 * `explain`. Texts of its findings are in the check itself. Used by tables.ts when rules are compiled.
 */
import { z } from 'zod';
import { ruleId, ruleText } from './rule-text.ts';

/** The words of single findings stand beside the check. */
export const checkText = z.strictObject({ id: ruleId, analyzer: z.string(), reviewer: z.string(), ...ruleText });
