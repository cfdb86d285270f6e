/** A sink in another file than its endpoint: followed by the deep dive, shown from the request on, and rated as what it is (FACT-07). */
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';

const SERVER = `const express = require('express');
const { findUser, runReport } = require('./service');
const app = express();
app.get('/u/:id', (req, res) => findUser(req.params.id).then((row) => res.json(row)));
app.get('/r', (req, res) => {
  runReport('monthly');
  res.end();
});
app.listen(1);
`;
const SERVICE = `const { execFile } = require('child_process');
const db = require('knex')({ client: 'pg' });
exports.findUser = (id) => db.raw(\`SELECT * FROM users WHERE id = \${id}\`);
exports.runReport = (name) => execFile('sh', ['-c', 'report ' + name]);
`;

test('the finding names the value of the request, is as grave as its score, and what gets a constant stays so', async () => {
  const cwd = createFolder({ 'server.js': SERVER, 'service.js': SERVICE });
  const { stdout } = await runCli(['audit', '--all', '--mode', 'deep', '-f', 'json'], { cwd });
  const report: ReportDocument = JSON.parse(stdout);
  const tell = (line: number) =>
    report.findings.find((finding) => finding.line === line && finding.file === 'service.js');
  expect(tell(3)).toMatchObject({
    severity: 'CRITICAL',
    status: 'confirmed',
    source: 'req.params.id server.js:4',
    flow: expect.stringContaining('server.js:4(http GET /u/:id) → server.js:4(calls findUser) → :3('),
    extra: { files: ['server.js', 'service.js'] },
  });
  expect(tell(3)?.extra.proof).toContain('GET /u/');
  expect(tell(4)?.severity ?? 'MEDIUM').toBe('MEDIUM');
  const { flows, hotspots, hotspots_covered: covered } = report.audit?.deep_dive ?? { flows: [] };
  expect(flows.map(({ status }) => status)).toContain('complete');
  expect([hotspots, covered]).toEqual([hotspots, hotspots]);
  expect(hotspots).toBeGreaterThan(0);
});
