/**
 * Writes what is derived from the schemas of the code: the published JSON Schemas (draft 2020-12), the shapes of users' files that a
 * run loads, and the tables of fields in docs/. `npm run schemas`; with `--check` it writes nothing and fails where a file differs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { EXTERNAL_NAMES } from '../src/analyzers/external-list.ts';
import { configSchema } from '../src/protocol/config/config-schema.ts';
import { datasetSchema } from '../src/protocol/evaluation/dataset.ts';
import { evaluationSchema } from '../src/protocol/evaluation/evaluation-document.ts';
import { suppressionsSchema } from '../src/protocol/findings/suppression-schema.ts';
import { comparisonSchema } from '../src/protocol/report/comparison-document.ts';
import { planSchema } from '../src/protocol/report/plan-document.ts';
import { reportSchema } from '../src/protocol/report/report-document.ts';
import { reviewerOutputsSchema } from '../src/protocol/report/reviewer-output.ts';
import { eventLineSchema } from '../src/protocol/report/run-events.ts';
import { prunedSchema, runsSchema, storedRunSchema } from '../src/protocol/report/runs-document.ts';
import { tabulateOwn, tabulatePrograms } from './analyzer-tables.ts';
import { type ConfigTable, tabulateConfig, tabulateDocument, tabulateEvents } from './schema-tables.ts';

const root = join(import.meta.dirname, '..');
const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

const write = (title: string, { $schema: _, ...rest }: object & { $schema?: unknown }): string =>
  `${JSON.stringify({ $schema: DRAFT, title: `consensus-review ${title}`, ...rest }, null, 2)}\n`;

/** `input` leaves documents open for keys that later versions add; the configuration is closed by its own type. */
const derive = (title: string, schema: z.ZodType): string =>
  write(title, z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' }));

/** Files of users, which a run checks without zod: the part of JSON Schema that `value-shape.ts` reads, without what says nothing. */
function compileShape(schema: z.ZodType): object {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (Object.keys(Object(jsonSchema.propertyNames)).length === 1) delete jsonSchema.propertyNames;
    },
  });
  return shape;
}

/** Without a key, at every depth: a run needs no descriptions, and `expects` is for messages alone. */
const without = (name: 'description' | 'expects', shape: object): object =>
  JSON.parse(JSON.stringify(shape, (key, value) => (key === name && typeof value === 'string' ? undefined : value)));

const config = compileShape(configSchema) as ConfigTable;
const suppressions = compileShape(suppressionsSchema);

/** The names of analyzers are known above the protocol only. */
const { properties } = config;
const items = { type: 'string', enum: [...EXTERNAL_NAMES, 'none'] };
const publishedConfig = {
  ...config,
  properties: { ...properties, external_analyzers: { ...properties.external_analyzers, items } },
};

const SCHEMA_FILES: Readonly<Record<string, string>> = {
  'schemas/agent-outputs.schema.json': derive('outputs of the reviewers, -f agent-json', reviewerOutputsSchema),
  'schemas/comparison.schema.json': derive('comparison of two runs', comparisonSchema),
  'schemas/config.schema.json': write('configuration', without('expects', publishedConfig)),
  'schemas/evaluation.schema.json': derive('evaluation, evaluate -f json', evaluationSchema),
  'schemas/evaluation-dataset.schema.json': derive('dataset of an evaluation', datasetSchema),
  'schemas/events.schema.json': derive('event, one line of -f jsonl', eventLineSchema),
  'schemas/plan.schema.json': derive('plan', planSchema),
  'schemas/pruned.schema.json': derive('pruned runs', prunedSchema),
  'schemas/report.schema.json': derive('report', reportSchema),
  'schemas/run.schema.json': derive('stored run with its ledger', storedRunSchema),
  'schemas/runs.schema.json': derive('list of stored runs', runsSchema),
  'schemas/suppressions.schema.json': write('suppressions', suppressions),
  'src/protocol/config/config-shape.json': `${JSON.stringify(without('description', config))}\n`,
  'src/protocol/findings/suppression-shape.json': `${JSON.stringify(without('description', suppressions))}\n`,
};

/** Page → name of the part → its Markdown. */
const DOCS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/analyzers.md': { analyzers: tabulateOwn, programs: tabulatePrograms },
  'docs/configuration.md': { config: () => tabulateConfig(config) },
  'docs/detection.md': {
    dataset: () => tabulateDocument(datasetSchema),
    evaluation: () => tabulateDocument(evaluationSchema),
  },
  'docs/observability.md': { events: () => tabulateEvents(eventLineSchema) },
  'docs/suppressions.md': { suppressions: () => tabulateDocument(suppressionsSchema) },
  'docs/report.md': { report: () => tabulateDocument(reportSchema), plan: () => tabulateDocument(planSchema) },
};

/** The page with everything between `<!-- schema: NAME -->` and `<!-- /schema -->` written anew. Throws where a part has no place. */
function fillPage(path: string): string {
  return Object.entries(DOCS[path] ?? {}).reduce(
    (page, [name, tabulate]) => {
      const place = new RegExp(`(<!-- schema: ${name} -->\\n)[\\s\\S]*?(<!-- /schema -->)`, 'u');
      if (!place.test(page)) throw new Error(`${path} has no place <!-- schema: ${name} -->`);
      return page.replace(place, (_, open: string, close: string) => `${open}\n${tabulate()}\n\n${close}`);
    },
    readFileSync(join(root, path), 'utf8'),
  );
}

export const listDerivedFiles = (): ReadonlyMap<string, string> =>
  new Map([...Object.entries(SCHEMA_FILES), ...Object.keys(DOCS).map((path) => [path, fillPage(path)] as const)]);

const isThere = (path: string, text: string): boolean =>
  existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === text;

if (import.meta.main) {
  const stale = [...listDerivedFiles()].filter(([path, text]) => !isThere(path, text));
  const isCheck = process.argv.includes('--check');
  for (const [path, text] of stale) {
    if (isCheck) process.stderr.write(`${path} is not what \`npm run schemas\` writes\n`);
    else writeFileSync(join(root, path), text);
  }
  process.exitCode = isCheck && stale.length > 0 ? 1 : 0;
}
