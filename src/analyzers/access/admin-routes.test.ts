import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanProject } from '../../../test/scan-project.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { access } from './declaration.ts';

const analyzer = openAnalyzer(access);

/** Titles of what is said of guards. */
async function ask(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await scanProject(analyzer, files);
  return findings.filter(({ cwe }) => cwe === 'CWE-306' || cwe === 'CWE-862').map(({ title }) => title);
}

const express = (...lines: readonly string[]): Readonly<Record<string, string>> => ({
  'app.js': ["const express = require('express');", 'const app = express();', ...lines].join('\n'),
});
const WIPE = "app.post('/admin/wipe', (req, res) => { db.drop(); res.end(); });";
const OPEN = ['POST /admin/wipe is an admin endpoint without a guard'];
const EVERYBODY = ['POST /admin/wipe is an admin endpoint for every signed-in user'];

test.each([
  ['nobody guards it', express(WIPE), OPEN],
  ['what only reads', express("app.get('/admin/users', (req, res) => { res.end(); });"), []],
  ['the way in', express("app.post('/admin/login', (req, res) => { res.end(); });"), []],
  ['not below admin', express("app.post('/notes', (req, res) => { res.end(); });"), []],
  ['a guard on the route', express(WIPE.replace("'/admin/wipe',", "'/admin/wipe', requireAdmin,")), []],
  ['a guard on the application that asks for no role', express('app.use(requireUser);', WIPE), EVERYBODY],
  ['a role on the application', express('app.use(requireAdmin);', WIPE), []],
  ['a guard below the path', express("app.use('/admin', requireAdmin);", WIPE), []],
  ['a guard elsewhere', express("app.use('/shop', requireUser);", WIPE), OPEN],
  ['a guard that comes too late', express(WIPE, 'app.use(requireUser);'), OPEN],
  [
    'a check of its own',
    express("app.post('/admin/wipe', (req, res) => {", '  if (!req.user.isAdmin) return res.end();', '});'),
    [],
  ],
  ['internal, nothing guarded', express("app.post('/internal/jobs', (req, res) => { res.end(); });"), []],
  [
    'internal, others guarded',
    express(
      "app.post('/internal/jobs', (req, res) => { res.end(); });",
      "app.get('/me', requireUser, (req, res) => { res.end(); });",
    ),
    ['POST /internal/jobs is an admin endpoint without a guard'],
  ],
  [
    'flask',
    {
      'app.py': `from flask import Flask
app = Flask(__name__)

@app.route("/admin/users/<int:id>/delete", methods=["POST"])
def delete_user(id):
    db.execute("DELETE FROM users WHERE id = ?", (id,))
    return ""
`,
    },
    ['POST /admin/users/<int:id>/delete is an admin endpoint without a guard'],
  ],
  [
    'flask, guarded before every request',
    {
      'app.py': `from flask import Flask
app = Flask(__name__)

@app.before_request
def require_login():
    pass

@app.post("/admin/wipe")
def wipe():
    return ""
`,
    },
    EVERYBODY,
  ],
] as const)('an admin endpoint that changes something: %s [FACT-02]', async (_name, files, titles) => {
  expect(await ask(files)).toEqual(titles);
});

test('the sample depot: both endpoints that forgot the role, and no other [FACT-02]', async () => {
  const root = join(import.meta.dirname, '../../../examples/depot');
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const files = Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  expect(await ask(files)).toEqual([
    'POST /returns/:id/refund asks for less than other endpoints of return',
    'DELETE /shelves/:id asks for less than other endpoints of shelf',
  ]);
});
