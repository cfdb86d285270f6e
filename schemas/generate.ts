/** Writes the published JSON Schemas (draft 2020-12) from the schemas of the code; `npm run schemas`. A test fails on drift. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { configShape } from '../src/protocol/config/config-schema.ts';
import { comparisonSchema } from '../src/protocol/report/comparison-document.ts';
import { planSchema } from '../src/protocol/report/plan-document.ts';
import { reportSchema } from '../src/protocol/report/report-document.ts';
import { eventLineSchema } from '../src/protocol/report/run-events.ts';
import { prunedSchema, runsSchema, storedRunSchema } from '../src/protocol/report/runs-document.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** `input` leaves documents open for keys that later versions add; the configuration is closed by its own type. */
const toText = (title: string, schema: z.ZodType): string => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
};

export const SCHEMA_FILES: Readonly<Record<string, string>> = {
  'comparison.schema.json': toText('consensus-review comparison of two runs', comparisonSchema),
  'config.schema.json': `${JSON.stringify({ $schema: DRAFT, title: 'consensus-review configuration', ...configShape }, null, 2)}\n`,
  'events.schema.json': toText('consensus-review event, one line of -f jsonl', eventLineSchema),
  'plan.schema.json': toText('consensus-review plan', planSchema),
  'pruned.schema.json': toText('consensus-review pruned runs', prunedSchema),
  'report.schema.json': toText('consensus-review report', reportSchema),
  'run.schema.json': toText('consensus-review stored run with its ledger', storedRunSchema),
  'runs.schema.json': toText('consensus-review list of stored runs', runsSchema),
};

if (import.meta.main) {
  for (const [name, text] of Object.entries(SCHEMA_FILES)) writeFileSync(join(import.meta.dirname, name), text);
}
