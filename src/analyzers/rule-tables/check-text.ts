/** A row of `rules/checks/`: what a check that is written in code is about, in general words. Loaded when rules are compiled. */
import { z } from 'zod';
import { ruleId, ruleText } from './rule-text.ts';

/** The words of single findings stand beside the check. */
export const checkText = z.strictObject({ id: ruleId, analyzer: z.string(), reviewer: z.string(), ...ruleText });
