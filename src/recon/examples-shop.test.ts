import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOutlineSource } from '../analyzers/outline/outline-source.ts';
import { readProjectDependencies } from '../analyzers/packages/project-dependencies.ts';
import { detectLanguage } from '../protocol/source/language.ts';
import { createMemoryRepository } from '../testing/memory-repository.ts';
import { buildCallGraph } from './call-graph.ts';
import { completeFlow, indexEntries } from './complete-flow.ts';
import { chooseKnowledge } from './knowledge/choose-knowledge.ts';
import { surveyProject } from './survey-project.ts';

const root = join(import.meta.dirname, '../../examples/shop');
const paths = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
const texts = Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

async function surveyShop() {
  const snapshot = await createMemoryRepository(texts).open(
    { kind: 'all' },
    { include: [], exclude: [], ignoreLines: [], maxFileBytes: 1_000_000 },
  );
  const { dependencies } = await readProjectDependencies(snapshot);
  const files = paths.map((path) => ({ path, language: detectLanguage(path)?.name ?? null, text: texts[path] ?? '' }));
  return surveyProject(files, { outline: await createOutlineSource(), dependencies });
}

const shop = await surveyShop();

test('the sample shop: every endpoint with its line, full path and guards [FACT-03]', () => {
  const { recon } = shop;
  expect(
    recon.endpoints.map(({ file, line, name, guards, framework }) =>
      [`${file}:${line}`, framework, name, guards.map((guard) => guard.name).join(' ')].join(' | '),
    ),
  ).toEqual([
    'inventory/main.go:41 | net-http | ANY /stock | ',
    'inventory/main.go:42 | net-http | ANY /search | ',
    'src/routes/catalog.ts:17 | express | GET /catalog | ',
    'src/routes/catalog.ts:30 | express | GET /catalog/search | ',
    'src/routes/catalog.ts:42 | express | GET /catalog/:id | ',
    'src/routes/exports.ts:12 | express | POST /exports | requireUser',
    'src/routes/exports.ts:24 | express | GET /exports/:name | requireUser',
    'src/routes/orders.ts:20 | express | GET /orders | requireUser',
    'src/routes/orders.ts:33 | express | POST /orders | requireUser',
    'src/routes/orders.ts:48 | express | GET /orders/:id/tracking | requireUser',
    'src/routes/orders.ts:54 | express | POST /orders/:id/cancel | requireUser',
    'src/server.ts:18 | express | GET /health | ',
    'src/server.ts:26 | express | POST /prices/refresh | requireUser',
  ]);
});

test('the sample shop: size, dependencies and what the knowledge pack has to say', () => {
  const { recon } = shop;
  expect(recon).toMatchObject({ isLibrary: false, frameworks: ['argparse', 'express', 'net-http'] });
  expect(recon.modules.map(({ path, loc }) => `${path} ${loc}`)).toContain('src/routes 147');
  expect(recon.dependencies.map(({ name, version }) => `${name}:${version}`)).toEqual([
    'PyYAML:>=5.1',
    'express:^4.21.2',
    'filippo.io/edwards25519:v1.1.0',
    'github.com/go-sql-driver/mysql:v1.8.1',
    'jinja2:*',
    'jsonwebtoken:^9.0.2',
    'lodahs:^4.17.21',
    'mysql2:^3.12.0',
    'pino:*',
    'python-dateutil:2.9.0.post0',
    'react:^19.0.0',
    'requests:2.32.3',
    'shop-labels:git+https://git.cornershop.example/print/labels.git',
    'typescript:~5.7.3',
    'vitest:^3.0.5',
  ]);
  expect(chooseKnowledge(recon)).toEqual(['express.md', 'javascript.md', 'go.md', 'net-http.md', 'python.md']);
});

const FLOWS: readonly (readonly [what: string, file: string, line: number, steps: readonly string[]])[] = [
  [
    'injection behind a method of the Go service',
    'inventory/main.go',
    75,
    ['inventory/main.go:63 http /search', 'inventory/main.go:64 calls server.search', 'inventory/main.go:75 sink'],
  ],
  [
    'a shell in a handler',
    'src/routes/exports.ts',
    18,
    ['src/routes/exports.ts:12 http POST /exports', 'src/routes/exports.ts:18 sink'],
  ],
  [
    'a shell behind the command line',
    'reports/monthly.py',
    71,
    ['reports/monthly.py:75 cli argparse', 'reports/monthly.py:96 calls convert_to_pdf', 'reports/monthly.py:71 sink'],
  ],
];

test.each(FLOWS)('the sample shop: %s has a complete flow [FACT-07]', (_what, file, line, steps) => {
  const graph = buildCallGraph(shop.symbols);
  const flow = completeFlow(graph, { file, line }, indexEntries(graph, shop.recon.entryPoints));
  expect(flow.status).toBe('complete');
  expect(flow.steps.map((step) => `${step.file}:${step.line} ${step.what}`)).toEqual(steps);
});
