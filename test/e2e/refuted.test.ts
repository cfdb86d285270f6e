import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { renderReport } from '../../src/report/formats.ts';
import { createFolder, runCli } from './run-cli.ts';

const FILES = {
  'server.js':
    "import express from 'express';\nimport { run } from './lib/run.js';\nconst app = express();\n" +
    "app.get('/now', (request, response) => {\n  run('date');\n  response.end();\n});\n",
  'lib/run.js':
    "import { exec } from 'node:child_process';\nexport function run(command) {\n  exec(`nice ${command}`);\n}\n",
};

const REFUTED = {
  status: 'rejected',
  file: 'lib/run.js',
  line: 3,
  cwe: 'CWE-78',
  extra: { assumed_source: true, doubt: 'every caller in the project passes a harmless value (server.js:5)' },
};

test('a sink that every caller feeds with harmless values stays in the record, rejected with its reason', async () => {
  const root = createFolder(FILES);
  const report = async (command: 'review' | 'audit'): Promise<ReportDocument> =>
    JSON.parse((await runCli([command, '--all', '-C', root, '-f', 'json', '--no-journal'])).stdout);
  const [review, audit] = [await report('review'), await report('audit')];
  expect(review).toMatchObject({ verdict: 'OK', findings: [REFUTED] });
  expect(audit.findings.filter(({ cwe }) => cwe === 'CWE-78')).toMatchObject([REFUTED]);
  const stdout = await renderReport('terminal', review, { color: false, width: 200, verbose: true });
  expect(stdout).toContain('Set aside: 1 rejected, 0 suppressed');
  expect(stdout.replaceAll(/\s+/gu, ' ')).toContain(
    'every caller in the project passes a harmless value (server.js:5)',
  );
});
