/** The development set: each handler with its flaw is found, and the same handler without it is not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { placesOf, scanProject } from '../../../test/scan-project.ts';
import type { MemoryFile } from '../../testing/memory-repository.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { access } from './declaration.ts';

interface AccessCase {
  readonly name: string;
  readonly cwe: string;
  readonly path: string;
  /** Files beside it, by path. */
  readonly with?: Readonly<Record<string, string>>;
  readonly flaw: string;
  readonly sound: string;
}

const FOLDER = join(import.meta.dirname, '../../../test/fixtures/access');
const CASES = readdirSync(FOLDER)
  .toSorted()
  .flatMap((file) =>
    (parse(readFileSync(join(FOLDER, file), 'utf8')) as readonly AccessCase[]).map((each) => ({ file, ...each })),
  );

const analyzer = openAnalyzer(access);

describeAnalyzer(access, {
  files: {
    'app.js': [
      "const express = require('express');",
      'const app = express();',
      "app.get('/me', requireUser, (req, res) => res.json(req.user));",
      "app.delete('/admin/users/:id', async (req, res) => { await users.remove(req.params.id); res.end(); });",
      '',
    ].join('\n'),
  },
  finds: ['app.js:4 admin-route-without-guard'],
});

/** Whether somebody may do this is one question, whichever of its numbers is named. */
const WHO_MAY = ['CWE-306', 'CWE-639', 'CWE-862', 'CWE-863'];
const kindOf = (cwe: string | null): string => (WHO_MAY.includes(cwe ?? '') ? 'access' : (cwe ?? ''));

const weaknesses = async ({ path, with: beside = {} }: AccessCase, text: string): Promise<readonly string[]> => {
  const { findings, status } = await scanProject(analyzer, { ...beside, [path]: text });
  return [...new Set([status, ...findings.map(({ cwe }) => kindOf(cwe))])];
};

describe('the development set', () => {
  test('has at least 80 handlers with sound twins, in ten frameworks', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(80);
    expect(new Set(CASES.map(({ file }) => file)).size).toBeGreaterThan(10);
  });

  test.each(CASES)('$file: $name ($cwe)', async (each) => {
    expect(await weaknesses(each, each.flaw)).toContain(kindOf(each.cwe));
    expect(await weaknesses(each, each.sound)).toEqual(['completed']);
  });
});

const ROUTER = (last: string): string =>
  [
    "const router = require('express').Router();",
    "router.post('/files', requireUser, (req, res) => { files.create(req.user.id); res.end(); });",
    "router.put('/files/:id', requireUser, (req, res) => { files.rename(req.params.id, req.user.id); res.end(); });",
    last,
    'module.exports = router;',
    '',
  ].join('\n');
const OPEN = "router.delete('/files/:id', (req, res) => { files.remove(req.params.id); res.end(); });";

const finds = async (files: Readonly<Record<string, MemoryFile>>): Promise<readonly string[]> =>
  placesOf(await scanProject(analyzer, files));

test('a record that is saved as sent is told where it is saved, not where it is read or answered', async () => {
  const text = [
    'package main',
    '',
    'type User struct {',
    '\tName    string',
    '\tIsAdmin bool',
    '}',
    '',
    'func routes(r *gin.Engine) { r.POST("/signup", signup) }',
    '',
    'func signup(c *gin.Context) {',
    '\tvar user User',
    '\tif err := c.ShouldBindJSON(&user); err != nil {',
    '\t\treturn',
    '\t}',
    '\tdb.Create(&user)',
    '\tc.JSON(201, user)',
    '}',
    '',
  ].join('\n');
  expect(await finds({ 'main.go': text })).toEqual(['privileged-field-from-request main.go:15']);
});

test('whose record it is, is not asked where a large project names no owner anywhere', async () => {
  const lines = Array.from(
    { length: 25 },
    (_, at) =>
      `router.delete('/watches${at}/:uuid', requireLogin, (req, res) => { watches.remove(req.params.uuid); res.end(); });`,
  );
  const text = (more: string): string =>
    ["const router = require('express').Router();", ...lines, more, 'module.exports = router;', ''].join('\n');
  expect(await finds({ 'watches.js': text('') })).toEqual([]);
  expect(
    await finds({ 'watches.js': text("const TABLE = 'CREATE TABLE watches (uuid TEXT, owner_id TEXT)';") }),
  ).toHaveLength(25);
});

describe('a change', () => {
  const server = { text: "app.use('/api', require('./files'));\n", base: '', changed: [{ start: 1, end: 1 }] };

  test('is compared with siblings that were not changed, and reported where it is', async () => {
    const text = ROUTER(OPEN);
    const base = text.replace(
      "'/files/:id', (req, res) => { files.remove",
      "'/files/:id', requireUser, (req, res) => { files.remove",
    );
    const [found] = (await scanProject(analyzer, { 'files.js': { text, base, changed: [{ start: 4, end: 4 }] } }))
      .findings;
    expect(found).toMatchObject({
      file: 'files.js',
      line: 4,
      severity: 'HIGH',
      cwe: 'CWE-306',
      dimension: 'D2',
      evidence: OPEN,
      issue: expect.stringContaining('POST /files (requireUser), PUT /files/:id (requireUser)'),
    });
  });

  test('of a file without routes parses nothing else', async () => {
    expect(
      await finds({
        'a.js': { text: 'export const a = 1;\n', base: '', changed: [{ start: 1, end: 1 }] },
        'files.js': ROUTER(OPEN),
      }),
    ).toEqual([]);
  });

  test('that only mounts a router is no place of what is wrong inside it', async () => {
    expect(
      await finds({ 'server.js': server, 'files.js': { text: ROUTER(OPEN), base: ROUTER(OPEN), changed: [] } }),
    ).toEqual(['route-without-authentication files.js:4']);
  });
});

test.each([
  ['a library', { 'index.js': 'exports.get = (key) => cache.get(key);\nexports.delete = (id) => store.delete(id);\n' }],
  [
    'a client of an API',
    {
      'client.ts': "import axios from 'axios';\nexport const remove = (id: string) => axios.delete('/users/' + id);\n",
    },
  ],
  ['tests', { 'test/app.test.js': ROUTER(OPEN) }],
  [
    'routes that are meant for everybody',
    {
      'app.js': [
        "const app = require('express')();",
        "app.get('/products/:id', async (req, res) => res.json(await Product.findById(req.params.id)));",
        "app.post('/login', limiter, login);",
        "app.get('/health', (req, res) => res.end());",
        "app.get('/me', requireUser, (req, res) => res.json(req.user));",
        "app.post('/webhooks/stripe', (req, res) => { stripe.webhooks.constructEvent(req.body, sig); orders.update(req.body.id); });",
        '',
      ].join('\n'),
    },
  ],
])('silent: %s', async (_name, files) => {
  expect(await finds(files)).toEqual([]);
});
