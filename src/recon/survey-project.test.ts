import { expect, test } from 'vitest';
import { createOutlineSource } from '../analyzers/outline/outline-source.ts';
import { detectLanguage } from '../protocol/source/language.ts';
import { sinksOf } from './recon.ts';
import { surveyProject } from './survey-project.ts';

const outline = await createOutlineSource();

const toFiles = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => ({ path, language: detectLanguage(path)?.name ?? null, text }));

const survey = async (files: Readonly<Record<string, string>>) =>
  (await surveyProject(toFiles(files), { outline, dependencies: [] })).recon;

const exported = (names: number): string =>
  Array.from({ length: names }, (_, at) => `export function f${at}() {}`).join('\n');

const LIBRARY: readonly (readonly [what: string, files: Record<string, string>, isLibrary: boolean])[] = [
  [
    'five exported functions',
    { 'package.json': '{"name":"x","main":"src/index.ts"}', 'src/index.ts': exported(5) },
    true,
  ],
  [
    'four exported functions',
    { 'package.json': '{"name":"x","main":"src/index.ts"}', 'src/index.ts': exported(4) },
    false,
  ],
  [
    'a private package',
    { 'package.json': '{"private":true,"main":"src/index.ts"}', 'src/index.ts': exported(9) },
    false,
  ],
  [
    'files nobody names as an entrance',
    { 'package.json': '{"name":"x","main":"a.js"}', 'src/index.ts': exported(9) },
    false,
  ],
  [
    'what an entrance passes on',
    {
      'package.json': '{"name":"x","exports":"./dist/index.js"}',
      'src/index.ts': "export * from './a.js';\n",
      'src/a.ts': exported(5),
    },
    true,
  ],
  [
    'one HTTP entry beside them',
    {
      'package.json': '{"name":"x","main":"src/index.ts"}',
      'src/index.ts': `${exported(9)}\nimport express from 'express';\nconst app = express();\napp.get('/x', (req, res) => res.end());\n`,
    },
    false,
  ],
  [
    'a Go package',
    {
      'go.mod': 'module x\n',
      'x.go': `package x\n${'ABCDE'
        .split('')
        .map((n) => `func ${n}() {}`)
        .join('\n')}\n`,
    },
    true,
  ],
  [
    'a Go program',
    {
      'go.mod': 'module x\n',
      'x.go': `package main\n${'ABCDE'
        .split('')
        .map((n) => `func ${n}() {}`)
        .join('\n')}\n`,
    },
    false,
  ],
  [
    'a Python package',
    {
      'pyproject.toml': '',
      'x/__init__.py': '',
      'x/api.py': 'ab cd ef gh ij'
        .split(' ')
        .map((n) => `def ${n}():\n    pass\n`)
        .join(''),
    },
    true,
  ],
];

test.each(LIBRARY)('library or application: %s [FACT-02]', async (_what, files, isLibrary) => {
  expect((await survey(files)).isLibrary).toBe(isLibrary);
});

test('lines that are not blank, languages and modules', async () => {
  const recon = await survey({
    'package.json': '{}',
    'src/routes/a.ts': 'a();\n\n  \nb();\n',
    'src/lib/b.ts': 'c();',
    'tools/go.mod': 'module t\n',
    'tools/main.go': 'package main\n',
    'README.md': '# x\n',
    'node_modules/x/index.js': 'x();\n',
  });
  expect(recon).toMatchObject({
    loc: 4,
    files: 6,
    languages: [
      { name: 'typescript', files: 2, loc: 3 },
      { name: 'go', files: 1, loc: 1 },
    ],
    modules: [
      { path: 'src/lib', files: 1, loc: 1, languages: ['typescript'] },
      { path: 'src/routes', files: 1, loc: 2, languages: ['typescript'] },
      { path: 'tools', files: 1, loc: 1, languages: ['go'] },
    ],
    manifests: ['package.json', 'tools/go.mod'],
    leftOut: {},
  });
});

test('sinks by their full name: aliases count, namesakes and tests do not', async () => {
  const recon = await survey({
    'a.js': `import { exec as run } from 'node:child_process';
import * as fs from 'fs';
run(x);
fs.readFileSync(p);
other.exec(x);
crypto.createHash('md5');
fetch(url);
`,
    'test/a.test.js': "import { exec } from 'child_process';\nexec(x);\ncrypto.createHash('md5');\n",
    'b.py': 'from pickle import loads as read\nread(data)\n',
    'c.go': 'package c\nimport "os/exec"\nfunc f() { exec.Command("sh").Run(); r.URL.Query() }\n',
    'D.java': 'import java.io.*;\nclass D { void f() { new ObjectInputStream(s).readObject(); } }\n',
    'config/production.yml': 'a: 1\n',
  });
  const show = (dimension: 'D1' | 'D4' | 'D5' | 'D6' | 'D7' | 'D8' | 'D10') =>
    sinksOf(recon, dimension).map(({ file, line, category, what }) => `${file}:${line} ${category} ${what}`);
  expect(show('D1')).toEqual(['a.js:3 command run', 'c.go:3 command exec.Command']);
  expect(show('D4')).toEqual([
    'D.java:2 deserialization ObjectInputStream().readObject',
    'b.py:2 deserialization read',
  ]);
  expect(show('D5')).toEqual(['a.js:4 read fs.readFileSync']);
  expect(show('D6')).toEqual(['a.js:7 request fetch']);
  expect(show('D7')).toEqual(['a.js:6 hash crypto.createHash', 'test/a.test.js:3 hash crypto.createHash']);
  expect(show('D8')).toEqual(['config/production.yml:1 settings config/production.yml']);
});

const APP = (routes: string): Record<string, string> => ({
  'app.js': `const express = require('express');\nconst app = express();\n${routes}`,
});

test('rights to a resource agree where every write asks for as much as the strictest endpoint', async () => {
  const open = "app.get('/orders', list);\n";
  const same = await survey(
    APP(`${open}app.post('/orders', requireUser, add);\napp.delete('/orders/:id', requireUser, drop);\n`),
  );
  expect(same.resources).toEqual([
    {
      resource: 'order',
      verbs: ['create', 'delete', 'read'],
      endpoints: ['GET /orders', 'POST /orders', 'DELETE /orders/:id'],
      agrees: true,
      outliers: [],
    },
  ]);
  const less = await survey(APP(`${open}app.post('/orders', requireUser, add);\napp.delete('/orders/:id', drop);\n`));
  expect(less.resources[0]).toMatchObject({ agrees: false, outliers: ['DELETE /orders/:id'] });
});

const ENDPOINTS: readonly (readonly [
  call: string,
  resource: string | null,
  verb: string,
  sensitive: readonly string[],
])[] = [
  ["app.get('/api/v1/users/:id', h)", 'user', 'read', ['personal']],
  ["app.post('/api/v1/users', h)", 'user', 'create', ['writes', 'personal']],
  ["app.post('/orders/:id/cancel', h)", 'order', 'update', ['writes', 'money']],
  ["app.post('/items/delete', h)", 'item', 'delete', ['writes']],
  ["app.patch('/categories/:id', h)", 'category', 'update', ['writes']],
  ["app.delete('/admin/keys/:id', h)", 'key', 'delete', ['writes', 'admin']],
  ["app.get('/download/:name', h)", 'download', 'read', ['files']],
  ["app.all('/login', h)", 'login', 'other', ['credentials']],
  ["app.get('/', h)", null, 'read', []],
];

test.each(ENDPOINTS)('%s is about %s and does %s', async (call, resource, verb, sensitive) => {
  expect((await survey(APP(`${call};\n`))).endpoints).toMatchObject([{ resource, verb, sensitive }]);
});

test('workflows by what endpoints and functions are called', async () => {
  const recon = await survey({
    ...APP("app.post('/checkout', pay);\n"),
    'pay.js': 'function refundOrder() {}\nfunction repayload() {}\n',
  });
  expect(recon.workflows.map(({ name, places }) => [name, places.map(({ file, line }) => `${file}:${line}`)])).toEqual([
    ['payment', ['app.js:3']],
    ['checkout', ['app.js:3']],
    ['order', ['pay.js:1']],
    ['refund', ['pay.js:1']],
  ]);
});

test('the order of the files does not matter', async () => {
  const files = toFiles({
    ...APP("app.use('/a', require('./a'));\napp.get('/z', (req, res) => eval(req.query.x));\n"),
    'a.js': "const router = require('express').Router();\nrouter.get('/b', h);\nmodule.exports = router;\n",
    'b.py': 'import os\nos.system(x)\n',
  });
  const [forward, backward] = await Promise.all(
    [files, files.toReversed()].map(async (list) => (await surveyProject(list, { outline, dependencies: [] })).recon),
  );
  expect(JSON.stringify(backward)).toBe(JSON.stringify(forward));
});

test('an empty project is surveyed', async () => {
  const recon = await survey({});
  expect(recon).toMatchObject({ files: 0, loc: 0, entryPoints: [], isLibrary: false });
  expect(recon).toMatchObject({ modules: [], dependencies: [] });
});

test('a file that cannot be outlined is counted, not lost', async () => {
  const recon = await survey({ 'run.sh': 'echo 1\n', 'a.js': 'a();\n' });
  expect(recon.leftOut).toEqual({ unparsed: 1 });
  expect(recon.loc).toBe(2);
});

test('files with a server whose routes are not read are counted, so that no endpoint is not taken for none', async () => {
  const recon = await survey({
    'main.rs': 'use warp::Filter;\nfn main() {}\n',
    'App.kt': 'import io.javalin.Javalin\nfun main() {}\n',
    'lib.rs': 'use axum::Router;\n',
    'Tool.kt': 'fun main() {}\n',
  });
  expect(recon.leftOut).toMatchObject({ routeless: 2 });
});

const SERVER = `const express = require('express');
const app = express();
app.get('/find', (req, res) => db.query('SELECT ' + req.query.q));
${'const line = 1;\n'.repeat(40)}`;

test.each([
  ['nothing but a build', { 'dist/server.js': SERVER }, 1, {}],
  ['a build and a line that loads it', { 'dist/server.js': SERVER, 'index.js': "require('./dist/server');" }, 1, {}],
  ['a build beside its sources', { 'dist/server.js': SERVER, 'src/server.js': SERVER }, 1, { vendored: 1 }],
  ['what others made', { 'node_modules/x/server.js': SERVER, 'dist/x.min.js': SERVER }, 0, { vendored: 2 }],
] as const)('%s: built code is the project where there is no other', async (_name, files, endpoints, leftOut) => {
  const recon = await survey(files as Record<string, string>);
  expect([recon.endpoints.length, recon.leftOut]).toEqual([endpoints, leftOut]);
});
