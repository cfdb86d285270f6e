import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOutlineSource } from '../../../analyzers/outline/outline-source.ts';
import type { IndexedFile } from '../../../ports/file-index.ts';
import { detectLanguage } from '../../../protocol/source/language.ts';
import { surveyProject } from '../../../recon/survey-project.ts';
import { examineControls } from './examine-controls.ts';
import { openAuditContext } from './open-audit-context.ts';

const outline = await createOutlineSource();

/** Titles of what D3 asks about. */
async function ask(files: Readonly<Record<string, string>>, unread = 0): Promise<readonly string[]> {
  const read = Object.entries(files).map(([path, text]) => ({
    path,
    language: detectLanguage(path)?.name ?? null,
    text,
  }));
  const survey = await surveyProject(read, { outline, dependencies: [], countUnread: () => unread });
  const scan = { findings: [], analyzers: [], analysed: new Set(Object.keys(files)), status: 'completed' } as const;
  const context = openAuditContext(survey, scan as never, read, {
    read: async (path) => ({ kind: 'text', text: files[path] ?? '', bytes: 0 }),
  });
  const { findings } = await examineControls(context, 'D3', read as unknown as readonly IndexedFile[]);
  return findings.map(({ title }) => title);
}

const express = (...lines: readonly string[]): Readonly<Record<string, string>> => ({
  'app.js': ["const express = require('express');", 'const app = express();', ...lines].join('\n'),
});
const WIPE = "app.post('/admin/wipe', (req, res) => { db.drop(); res.end(); });";
const OPEN = ['POST /admin/wipe is an admin endpoint without a guard'];

test.each([
  ['nobody guards it', express(WIPE), OPEN],
  ['what only reads', express("app.get('/admin/users', (req, res) => { res.end(); });"), []],
  ['the way in', express("app.post('/admin/login', (req, res) => { res.end(); });"), []],
  ['not below admin', express("app.post('/notes', (req, res) => { res.end(); });"), []],
  ['a guard on the route', express(WIPE.replace("'/admin/wipe',", "'/admin/wipe', requireAdmin,")), []],
  ['a guard on the application', express('app.use(requireUser);', WIPE), []],
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
    [],
  ],
] as const)('an admin endpoint that changes something: %s [FACT-02]', async (_name, files, titles) => {
  expect(await ask(files)).toEqual(titles);
});

test('nothing is said of a missing guard where a part of the project was not read', async () => {
  expect(await ask(express(WIPE), 2)).toEqual([]);
});

test('the sample depot: both endpoints that forgot the role, and no other [FACT-02]', async () => {
  const root = join(import.meta.dirname, '../../../../examples/depot');
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const files = Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  expect(await ask(files)).toEqual([
    'POST /returns/:id/refund asks for less than other endpoints of return',
    'DELETE /shelves/:id asks for less than other endpoints of shelf',
  ]);
});
