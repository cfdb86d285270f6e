/** Which attack chains an audit shows: flaws that the code links, and no other; only those make a finding graver (FACT-07). */
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';

async function audit(files: Readonly<Record<string, string>>): Promise<ReportDocument> {
  const { stdout } = await runCli(['audit', '--all', '--mode', 'deep', '-f', 'json'], { cwd: createFolder(files) });
  return JSON.parse(stdout);
}

const OPENING = `const express = require('express');
const fs = require('fs');
const jwt = require('jsonwebtoken');
const app = express();
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
`;
const READ = "res.end(fs.readFileSync('./uploads/' + req.query.name));";
const VERIFY = "jwt.verify(req.headers.token, process.env.KEY, { algorithms: ['none'] });";

const js = (...lines: readonly string[]): Readonly<Record<string, string>> => ({
  'app.js': `${OPENING}${lines.join('\n')}\napp.listen(3000);\n`,
});

test.each([
  [
    'another handler of the file',
    js(
      `app.get('/file', (req, res) => {\n  ${READ}\n});`,
      `app.post('/me', (req, res) => {\n  res.json(${VERIFY.replace(';', '')});\n});`,
    ),
    [],
  ],
  [
    'a guard of another endpoint',
    js(
      `function requireUser(req, res, next) {\n  ${VERIFY}\n  next();\n}`,
      "app.get('/me', requireUser, (req, res) => {\n  res.end();\n});",
      `app.get('/file', (req, res) => {\n  ${READ}\n});`,
    ),
    [],
  ],
  [
    'its own guard',
    js(
      `function requireUser(req, res, next) {\n  ${VERIFY}\n  next();\n}`,
      `app.get('/file', requireUser, (req, res) => {\n  ${READ}\n});`,
    ),
    ['requireUser before app.js:10 rests on app.js:7'],
  ],
  [
    'what its guard calls, in another file',
    {
      ...js(
        "const { requireUser } = require('./auth');",
        `app.get('/file', requireUser, (req, res) => {\n  ${READ}\n});`,
      ),
      'auth.js': `const jwt = require('jsonwebtoken');
function readUser(req) {
  return ${VERIFY}
}
exports.requireUser = (req, res, next) => {
  req.user = readUser(req);
  next();
};
`,
    },
    ['requireUser before app.js:7 rests on auth.js:3'],
  ],
  [
    'another view of a Python file',
    {
      'app.py': `import jwt
from flask import Flask, request, send_file
app = Flask(__name__)
app.secret_key = "s3cr3t-k3y-for-prod-9981"


@app.get("/file")
def file():
    return send_file("/srv/files/" + request.args["name"])


@app.post("/me")
def me():
    return jwt.decode(request.form["token"], options={"verify_signature": False})
`,
    },
    [],
  ],
] as const)('a token that nobody checks, in %s', async (_name, files, links) => {
  const report = await audit(files);
  const shown = report.attack_chains.filter(({ standing }) => standing === 'shown');
  expect(shown.map(({ reason }) => reason)).toEqual(links);
  expect(report.attack_chains.length).toBeGreaterThan(0);
  // The token's own rule says Critical; no chain makes anything else so.
  const critical = report.findings.filter(({ severity }) => severity === 'CRITICAL');
  expect(critical.filter(({ cwe }) => cwe !== 'CWE-347')).toEqual([]);
});
