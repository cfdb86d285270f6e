/** Data flow through the product: what a check mends and what not, ways through several files, and what an audit may call deep. */
import { expect, test } from 'vitest';
import { createFolder, runCli } from './run-cli.ts';

interface Report {
  readonly findings: readonly { readonly file: string; readonly cwe: string | null; readonly extra: object }[];
  readonly coverage: {
    readonly cells: readonly {
      readonly dimension: string;
      readonly path: string;
      readonly status: string;
      readonly unresolved?: number;
    }[];
  };
  readonly audit: { readonly limitations: readonly string[] } | null;
}

const MANIFEST = {
  'package.json': JSON.stringify({ name: 'shop', private: true, dependencies: { express: '5.0.0' } }),
};
const HEAD = "const { exec } = require('node:child_process');\nconst app = require('express')();\n";

/** A handler with its own check. */
const handler = (body: string): string =>
  `${HEAD}app.get('/run', (req, res) => {\n  const q = req.query.q;\n${body}\n});\n`;

async function run(command: string, files: Readonly<Record<string, string>>): Promise<Report> {
  const folder = createFolder({ ...MANIFEST, ...files });
  const scope = command === 'review' ? ['--reviewers', 'security-reviewer'] : ['--dimensions', 'D1'];
  const { stdout } = await runCli([command, '--all', '-C', folder, '-f', 'json', '--no-journal', ...scope]);
  return JSON.parse(stdout) as Report;
}

test('a check mends a flow where it holds, and a flow goes through files that the finding names [FLOW-01, FLOW-02]', async () => {
  const { findings } = await run('review', {
    'compared.js': handler("  if (q === 'all') return res.end();\n  exec('ls ' + q);"),
    'equal.js': handler("  if (q !== 'all') return res.end();\n  exec('ls ' + q);"),
    'route.js':
      "const app = require('express')();\nconst { list } = require('./list');\napp.get('/list', (req, res) => { list(req.query.dir); });\n",
    'list.js': "const { run } = require('./run');\nexports.list = (dir) => run('ls ' + dir);\n",
    'run.js': "const { exec } = require('node:child_process');\nexports.run = (command) => { exec(command); };\n",
  });
  const told = findings.filter(({ cwe }) => cwe === 'CWE-78');
  expect(told.map(({ file }) => file).sort()).toEqual(['compared.js', 'run.js']);
  const across = JSON.stringify(told.find(({ file }) => file === 'run.js'));
  expect(['route.js', 'list.js', 'run.js'].filter((name) => !across.includes(name))).toEqual([]);
});

test('a cell is deep only where every sink was resolved; the others are counted, with their places [FLOW-04]', async () => {
  const report = await run('audit', {
    'reported.js': handler("  exec('ls ' + q);"),
    'guarded.js': handler("  if (q !== 'all') return res.end();\n  exec('ls ' + q);"),
    'clean.js':
      "const { exec } = require('node:child_process');\nconst app = require('express')();\napp.get('/now', (req, res) => { exec('date'); });\n",
    // The handler leads there, but what the package of another returns nobody has seen.
    'unseen.js': `${HEAD}const jobs = require('job-list');\nfunction perform(command) {\n  exec(command);\n}\napp.get('/next', (req, res) => { perform(jobs.next()); });\n`,
  });
  const cells = report.coverage.cells.map(({ path, status, unresolved = 0 }) => [path, status, unresolved]);
  expect(cells).toEqual([
    ['clean.js', '✅', 0],
    ['guarded.js', '✅', 0],
    ['reported.js', '✅', 0],
    ['unseen.js', '⚠️', 1],
  ]);
  expect(report.audit?.limitations.filter((text) => text.includes('not followed to a source'))).toEqual([
    'D1 Injection: 1 sink whose data was not followed to a source or a check: unseen.js:5',
  ]);
});
