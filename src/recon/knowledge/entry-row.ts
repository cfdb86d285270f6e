/**
 * Declares schema and type of a row of `knowledge/entries.yml`: what an entry point that is not found by its routes looks like.
 * scripts/generate-knowledge.ts checks the table with it; routes/other-entries.ts reads the rows.
 */
import { z } from 'zod';

const pattern = z.string().refine((source) => new RegExp(source, 'u'), 'no regular expression');

const entryRow = z.strictObject({
  on: z.enum(['call', 'decorator']),
  /** Of a decorator none: it is written alike wherever there are any. */
  languages: z.array(z.string()),
  kind: z.enum(['http', 'cli', 'message', 'rpc', 'job']),
  framework: z.string().min(1),
  pattern,
  /** The file must import something like this. */
  needs: pattern.optional(),
});

export const entryRows = z.array(entryRow).min(1);
export type EntryRow = Readonly<z.output<typeof entryRow>>;
