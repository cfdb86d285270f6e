/** One flaw, one severity: what a rule states for certain and needs no flow is rated in an audit as in a review (FACT-08, FACT-10). */
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';

const SERVER = `const express = require('express');
const session = require('express-session');
const https = require('https');
const jwt = require('jsonwebtoken');
const db = require('./db');
const app = express();
app.use(session({ secret: 'keyboard cat', resave: false, saveUninitialized: false, cookie: { secure: true } }));
const agent = new https.Agent({ rejectUnauthorized: false });
const read = (token) => jwt.verify(token, null, { algorithms: ['none'] });

app.get('/users', requireLogin, async (req, res) => {
  res.json(await db.query('SELECT id, name FROM users'));
});

app.delete('/users/:id', async (req, res) => {
  await db.query('DELETE FROM users WHERE id = $1', [req.params.id]);
  res.json({ ok: true });
});

function requireLogin(req, res, next) {
  if (!req.session.user) return res.status(401).end();
  next();
}

app.listen(3000);
`;
const PAGE = `export function Page() {
  const next = new URLSearchParams(window.location.search).get('next');
  return <iframe src={next} />;
}
`;

test('a flaw has one severity in review and audit [FACT-08, FACT-10]', async () => {
  const cwd = createFolder({
    'package.json': '{ "name": "a", "private": true, "dependencies": { "express": "4.21.2" } }\n',
    'server.js': SERVER,
    'page.jsx': PAGE,
  });
  const tell = async (command: string): Promise<Record<string, string>> => {
    const { stdout } = await runCli([command, '--all', '--allow-partial', '-f', 'json'], { cwd });
    const { findings }: ReportDocument = JSON.parse(stdout);
    const told = findings.map(({ fingerprint, severity, file, line, cwe }) => [
      fingerprint,
      `${severity} ${cwe} ${file}:${line}`,
    ]);
    return Object.fromEntries(told);
  };
  const review = await tell('review');
  const audit = await tell('audit');
  expect(Object.values(review).sort()).toEqual([
    'CRITICAL CWE-347 server.js:9',
    'HIGH CWE-295 server.js:8',
    'HIGH CWE-79 page.jsx:3',
    'HIGH CWE-798 server.js:7',
    'MEDIUM CWE-1357 package.json:1',
    'MEDIUM CWE-306 server.js:15',
    'MEDIUM CWE-352 server.js:7',
  ]);
  expect(audit).toEqual(review);
});
