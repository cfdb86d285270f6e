/** A row of `knowledge/entries.yml`. The schema is used when the table is compiled, never by an audit. */
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
