import { expect, test } from 'vitest';
import type { IndexedFile } from '../ports/file-index.ts';
import type { Snapshot } from '../ports/repository.ts';
import { createMemoryRepository } from '../testing/memory-repository.ts';
import { readingOf, toAuditRecon } from './audit-ports.ts';
import { surveyFiles } from './audit-survey.ts';

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shop", "dependencies": { "express": "5.0.0" } }',
  'src/server.ts': `import express from 'express';
import { requireUser } from './auth.js';
import { exportRoutes } from './routes/exports.js';
const app = express();
app.use('/exports', requireUser, exportRoutes());
app.get('/health', (request, response) => response.end());
`,
  'src/auth.ts': 'export function requireUser(request, response, next) { next(); }\n',
  'src/routes/exports.ts': `import { exec } from 'node:child_process';
import { Router } from 'express';
export function exportRoutes() {
  const router = Router();
  router.post('/', (request, response) => { exec(\`make \${request.body.month}\`); });
  return router;
}
`,
};

const RULES = { exclude: [] as readonly string[], ignoreLines: [] as readonly string[] };

async function surveyOne(scope: string, rules = RULES, unreadable: string | null = null) {
  const repository = createMemoryRepository(FILES);
  const snapshot = await repository.open({ kind: 'all' }, { include: [], ...RULES, maxFileBytes: 1_000_000 });
  const files = [{ kind: 'file', path: scope, language: 'typescript' } as unknown as IndexedFile];
  const read: Snapshot['read'] = async (path) =>
    path === unreadable ? { kind: 'unusable', reason: 'too-large' } : snapshot.read(path);
  return surveyFiles(files, { ...snapshot, read }, readingOf(rules));
}

test('one file of an application is surveyed with the paths and guards that the others give it [FACT-02, FACT-03]', async () => {
  const { recon, project } = await surveyOne('src/routes/exports.ts');
  expect(recon.endpoints.map(({ name, guards }) => [name, guards.map((guard) => guard.name)])).toEqual([
    ['POST /exports', ['requireUser']],
  ]);
  expect(recon).toMatchObject({ files: 1, isLibrary: false, leftOut: {} });
  expect(recon.languages.map(({ files }) => files)).toEqual([1]);
  expect(new Set(recon.sinks.map(({ file }) => file))).toEqual(new Set(['src/routes/exports.ts']));
  expect(project.endpoints.map(({ name }) => name)).toEqual(['POST /exports', 'GET /health']);
  expect(toAuditRecon({ recon, project })).toMatchObject({ notes: [], project: { isWhole: true } });
});

test('a file around the scope that cannot be read is counted and said, and what stands before is unknown', async () => {
  const survey = await surveyOne('src/routes/exports.ts', RULES, 'src/server.ts');
  expect(survey.recon.endpoints.map(({ name, guards }) => [name, guards])).toEqual([['POST /', []]]);
  const { notes, project } = toAuditRecon(survey);
  expect(project?.isWhole).toBe(false);
  expect(notes).toEqual(['1 file of the project was not read: guards of endpoints defined there are unknown']);
});

test('what the ignore file leaves out is not read around a scope either; `--exclude` narrows only what is audited', async () => {
  const mount = ['src/server.ts'];
  const ignored = await surveyOne('src/routes/exports.ts', { ...RULES, ignoreLines: mount });
  expect(ignored.recon.endpoints.map(({ name }) => name)).toEqual(['POST /']);
  const excluded = await surveyOne('src/routes/exports.ts', { ...RULES, exclude: mount });
  expect(excluded.recon.endpoints.map(({ name, guards }) => [name, guards.length])).toEqual([['POST /exports', 1]]);
  expect(excluded.recon.files).toBe(1);
});

test('a survey that is out of time reads no further file and counts what it did not read', async () => {
  const snapshot = await createMemoryRepository(FILES).open(
    { kind: 'all' },
    { include: [], ...RULES, maxFileBytes: 1_000_000 },
  );
  const reads: string[] = [];
  const read: Snapshot['read'] = (path) => {
    reads.push(path);
    return snapshot.read(path);
  };
  const files = [{ kind: 'file', path: 'src/auth.ts', language: 'typescript' } as unknown as IndexedFile];
  const signal = AbortSignal.abort('deadline');
  const survey = await surveyFiles(files, { ...snapshot, read }, { ...readingOf(RULES), signal });
  expect(reads.filter((path) => path.endsWith('.ts'))).toEqual([]);
  expect(toAuditRecon(survey).notes.join()).toContain('4');
});

test('what a request calls by name is in the table, and what only checks its body is no guard', async () => {
  const files = {
    'package.json': '{ "name": "shop", "dependencies": { "express": "5.0.0", "graphql": "16.0.0" } }',
    'src/resolvers.ts': `export const resolvers = { // graphql
  Mutation: { deleteInvoice: (_, { id }, context) => context.db.remove(id) },
};
`,
    'src/router.ts': `export const router = t.router({
  users: adminProcedure.query(({ input }) => db.users()),
});
`,
    'src/actions.ts': `'use server';
export async function updateProfile(form) { await db.save(form); }
`,
    'src/server.ts': `import express from 'express';
const app = express();
app.post('/orders', validateBody(schema), (request, response) => response.end());
`,
  };
  const snapshot = await createMemoryRepository(files).open(
    { kind: 'all' },
    { include: [], ...RULES, maxFileBytes: 1_000_000 },
  );
  const scope = Object.keys(files).map(
    (path) => ({ kind: 'file', path, language: 'typescript' }) as unknown as IndexedFile,
  );
  const recon = toAuditRecon(await surveyFiles(scope, snapshot, readingOf(RULES)));
  expect(recon.endpoints.map(({ label, verb, guards }) => [label, verb, guards])).toEqual([
    ['POST /orders', 'create', []],
    ['server-action updateProfile', 'update', []],
    ['graphql deleteInvoice', 'delete', []],
    ['trpc users', 'read', ['adminProcedure']],
  ]);
});
