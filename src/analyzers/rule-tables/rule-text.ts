/**
 * Defines the schema of the fields that every rule has (id, category, severity, CWE, title, message, fix) and of regular expressions in
 * rules. Used by the schemas of all rule tables and ast-grep/rule-schema.ts when rules are compiled; analyzers take only its types.
 */
import { z } from 'zod';
import { DIMENSIONS } from '../../protocol/findings/dimension.ts';
import { CONFIDENCE } from '../../protocol/findings/finding.ts';
import { SEVERITIES } from '../../protocol/findings/severity.ts';
import { BUILT_IN_REVIEWERS } from '../../protocol/reviewers/reviewer-roster.ts';

const CONFIDENCES = Object.keys(CONFIDENCE) as [keyof typeof CONFIDENCE, ...(keyof typeof CONFIDENCE)[]];
const CATEGORIES = new Map(BUILT_IN_REVIEWERS.map(({ name, categories }) => [name, categories] as const));

const line = z.string().trim().min(1).max(600);

export const ruleId = z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/u);

export const ruleText = {
  category: z.string(),
  severity: z.enum(SEVERITIES),
  confidence: z.enum(CONFIDENCES),
  /** Null is written out: no weakness of the catalogue says what the rule means. */
  cwe: z
    .string()
    .regex(/^CWE-\d+$/u)
    .nullable(),
  /** Of security rules alone: see docs/decisions/013-what-a-rule-says.md. */
  dimension: z.enum(DIMENSIONS).nullable().default(null),
  title: line.max(80),
  /** Why it matters. */
  message: line.regex(/\.$/u, 'ends without a full stop'),
  fix: line.regex(/[`.]$/u, 'ends neither with code nor with a full stop'),
} as const;

const schema = z.strictObject({ id: ruleId, ...ruleText });

export type RuleText = Readonly<z.output<typeof schema>>;

export const hasCategory = (reviewer: string, category: string): boolean =>
  CATEGORIES.get(reviewer)?.includes(category) === true;

/**
 * An expression, or its alternatives as a list. All have the flag `u`; `(?i)` or `(?m)` at its beginning adds another, and
 * `flags` are those that a table gives to all of its expressions.
 */
export const expression = (flags = '') =>
  z.union([z.string(), z.array(z.string()).min(1)]).transform((written, context) => {
    const [, inline = '', source = ''] = /^(?:\(\?([ims]+)\))?(.*)$/su.exec([written].flat().join('|')) ?? [];
    try {
      return new RegExp(source, `${flags}${inline}u`);
    } catch (error) {
      context.addIssue({ code: 'custom', message: String(error) });
      return z.NEVER;
    }
  });
