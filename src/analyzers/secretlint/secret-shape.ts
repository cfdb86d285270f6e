/**
 * Defines the schema of a row in rules/secretlint/: prefix or pattern of a credential, with label and severity. Used by
 * rule-tables/tables.ts when rules are compiled, not by a review; secret-shapes.ts applies the rows.
 */
import { z } from 'zod';
import { SEVERITIES } from '../../protocol/findings/severity.ts';
import { expression, ruleId } from '../rule-tables/rule-text.ts';

const label = z.string().min(1);
const severity = z.enum(SEVERITIES);

const shape = z.strictObject({
  id: ruleId,
  label,
  severity: severity.default('HIGH'),
  /** A piece of text without which the pattern cannot match; compared without case. */
  telltale: z.string().lowercase(),
  /** The first group, if any, is the secret. */
  pattern: expression('gd'),
});

/** A maker's prefix and what follows it, as a word of its own. */
const token = z
  .strictObject({
    id: ruleId,
    label,
    severity: severity.optional(),
    prefix: z.string().min(2),
    body: z.string().min(1),
  })
  .transform(
    ({ prefix, body, ...row }): z.input<typeof shape> => ({
      ...row,
      telltale: prefix.toLowerCase(),
      pattern: `(?<![A-Za-z0-9_-])(${prefix.replaceAll('.', '[.]')}${body})(?![A-Za-z0-9_-])`,
    }),
  )
  .pipe(shape);

export const secretShape = z.union([token, shape]);

export type SecretShape = Readonly<z.output<typeof secretShape>>;
