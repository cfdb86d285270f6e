import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOutlineSource } from '../adapters/recon/outline-source.ts';
import { detectLanguage } from '../protocol/language.ts';
import { judgeRecon } from '../protocol/recon-gate.ts';
import { readProjectDependencies } from '../reviewers/embedded/project/project-dependencies.ts';
import { createMemoryRepository } from '../testing/memory-repository.ts';
import { toReconResult } from './recon.ts';
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

test('the sample shop: every endpoint with its line, full path and guards', async () => {
  const { recon } = await surveyShop();
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
  expect(judgeRecon(toReconResult(recon), 1)).toEqual({ kind: 'accepted' });
});
