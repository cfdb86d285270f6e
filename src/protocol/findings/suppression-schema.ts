/**
 * Declares in zod the file `.consensus-review/suppressions.json`. scripts/generate-schemas.ts writes from it
 * suppression-shape.json, which suppression-file.ts checks with, and the published JSON Schema. A run imports the types alone.
 */
import { z } from 'zod';
import type { DocumentOf } from '../text/document-of.ts';
import { DAY } from './suppression.ts';

const text = z.string().min(1);
const optional = text.nullable().default(null);

const suppressionEntry = z.strictObject({
  kind: z.enum(['dismissal', 'baseline']).default('dismissal').describe('Whether `dismiss` or `baseline` wrote it.'),
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{16}$/u)
    .describe('Of the finding that does not count.'),
  rule: optional.describe('The rule that it is limited to; null: whatever reports it.'),
  path: optional.describe('The file that it is limited to; null: wherever it is.'),
  reason: text.describe('Why it does not count.'),
  until: z.string().regex(DAY).nullable().default(null).describe('Last day on which it holds, such as 2027-03-31.'),
  by: optional.describe('Who said so.'),
});

export const SUPPRESSIONS_SCHEMA = 'consensus-review/suppressions@1';

export const suppressionsSchema = z
  .strictObject({
    schema: z.enum([SUPPRESSIONS_SCHEMA]).exactOptional(),
    suppressions: z
      .array(suppressionEntry)
      .describe('Findings that do not count. They stay in the report as `suppressed`.'),
  })
  .describe('What `dismiss` and `baseline` write.');

export type SuppressionEntry = DocumentOf<typeof suppressionEntry>;
