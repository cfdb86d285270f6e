/** What must not make a grave finding milder: a file beside it that cannot be read, and a word that only looks like a defence (FACT-08). */
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';

const PING = `const express = require('express');
const { exec } = require('child_process');
const app = express();
app.get('/diagnose', (req, res) => {
  exec(\`ping -c 1 \${req.query.host}\`, (error, out) => res.send(out));
});
app.listen(3000);
`;
const LOAD = `import yaml
from flask import Flask, request

app = Flask(__name__)


@app.route("/load", methods=["POST"])
def load():
    return str(yaml.load(request.data, Loader=yaml.UnsafeLoader))
`;

test('a file that is too large to be read, and the word in UnsafeLoader, lower no Critical [FACT-08]', async () => {
  const cwd = createFolder({ 'app.js': PING, 'app.py': LOAD, 'big.js': 'const a = 1;\n'.repeat(240_000) });
  const { code, stdout } = await runCli(['audit', '--all', '--allow-partial', '-f', 'json'], { cwd });
  const { findings, verdict, audit }: ReportDocument = JSON.parse(stdout);
  const tell = (path: string) =>
    findings.filter(({ file }) => file === path).map(({ severity, status, cwe }) => `${severity} ${status} ${cwe}`);
  expect([code, verdict, tell('app.js'), tell('app.py')]).toEqual([
    1,
    'VETO',
    ['CRITICAL confirmed CWE-78'],
    ['CRITICAL confirmed CWE-502'],
  ]);
  expect(JSON.stringify(audit)).toContain(
    'GET /diagnose has no guard in what was read; part of the project was not read',
  );
});
