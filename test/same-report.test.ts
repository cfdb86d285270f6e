/** The same files give the same report, to the byte, in every format: whatever the order of files, warm or cold. */
import { expect, test } from 'vitest';
import { createFolder, runCli } from './e2e/run-cli.ts';
import { createCopy, formatFlags, readFormats } from './support/same-report.ts';

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "app", "version": "1.0.0", "dependencies": { "express": "*", "left-pad": "^1.0.0" } }\n',
  'README.md': '# App\n\nSee [missing](docs/none.md).\n\n### Skipped\n',
  'src/app.ts': `import express from 'express';
import { execSync } from 'node:child_process';
const app = express();
app.get('/list', (req, res) => { res.send(execSync(\`ls \${req.query.dir}\`)); });
app.get('/user', (req, res) => { db.query('SELECT * FROM users WHERE id = ' + req.query.id); res.redirect(req.query.to); });
app.listen(3000);
`,
  'src/hash.ts':
    "import { createHash } from 'node:crypto';\nexport const hash = (password: string) => createHash('md5').update(password).digest('hex');\n",
  'service/main.py':
    'import os, subprocess\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route("/run")\ndef run():\n    return subprocess.check_output(request.args["cmd"], shell=True)\n',
  'service/util.py': 'import json\ndef load(x=[]):\n    try:\n        return eval(x)\n    except:\n        pass\n',
  'cmd/main.go':
    'package main\n\nimport (\n\t"net/http"\n\t"os/exec"\n)\n\nfunc main() {\n\thttp.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {\n\t\texec.Command("sh", "-c", r.URL.Query().Get("c")).Run()\n\t})\n\thttp.ListenAndServe(":80", nil)\n}\n',
  Dockerfile: 'FROM node:latest\nRUN curl http://example.com/x.sh | sh\nUSER root\n',
  'run.sh': '#!/bin/bash\ncd $1\nrm -rf $2/*\n',
  '.github/workflows/ci.yml':
    'on: pull_request_target\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@main\n      - run: echo ${{ github.event.pull_request.title }}\n',
};

/** The first lines that differ: all of it would be a page of JSON. */
function findDifference(a: string, b: string): readonly string[] | null {
  const [left, right] = [a.split('\n'), b.split('\n')];
  const at = left.findIndex((line, i) => line !== right[i]);
  if (at < 0 && left.length === right.length) return null;
  return [left[at] ?? '', right[at] ?? ''].map((line) => line.slice(0, 400));
}

test.each([
  ['review', ['review', '--all']],
  ['audit', ['audit', '--mode', 'standard']],
] as const)('five runs of one %s are the same to the byte but for id and times', async (_name, command) => {
  const states = [createFolder(), createFolder(), createFolder(), createFolder()];
  const texts: string[] = [];
  for (const run of [0, 1, 2, 3, 4]) {
    const out = createFolder();
    // The last one finds the state of the one before it.
    const env = { CONSENSUS_REVIEW_STATE_DIR: states[Math.min(run, 3)] };
    const cwd = createCopy(FILES, run % 2 === 1);
    const { stderr } = await runCli([...command, '--quiet', '--fail-on', 'never', ...formatFlags(out)], { cwd, env });
    expect(stderr).not.toContain('error');
    texts.push(readFormats(out));
  }
  const [first = ''] = texts;
  expect(first.length).toBeGreaterThan(20_000);
  for (const text of texts.slice(1)) expect(findDifference(first, text)).toBeNull();
});
