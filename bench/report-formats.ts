/**
 * Each output format on a report of 10,000 findings, in a process of its own: processor time of rendering, size, most memory.
 * `node bench/report-formats.ts` for all, `node bench/report-formats.ts sarif` for one.
 */
import { spawnSync } from 'node:child_process';
import { FORMAT_NAMES, type FormatName } from '../src/protocol/config/config-names.ts';
import { renderReport } from '../src/report/formats.ts';
import { buildFinding, sampleReports } from '../test/support/sample-reports.ts';

const COUNT = 10_000;
const RULES = 400;

async function measure(format: FormatName): Promise<void> {
  const findings = Array.from({ length: COUNT }, (_, at) =>
    buildFinding({
      id: `H-${at}`,
      severity: at % 3 === 0 ? 'HIGH' : 'MEDIUM',
      file: `src/part-${at % 50}/file-${at % 2000}.ts`,
      line: at + 1,
      title: 'SQL built from untrusted input',
      issue: 'Input becomes part of the statement, so a caller can read or change what belongs to others.',
      evidence: 'const rows = await db.query(text);\nreturn rows;',
      recommendation: 'Keep the text constant and bind the value.',
      source: 'request.query :3',
      sink: 'db.query(text) :9',
      reported_by: [{ agent: 'security-reviewer', round: 1, rule: `rule-${at % RULES}`, model: null }],
    }),
  );
  const start = process.cpuUsage();
  const text = await renderReport(
    format,
    { ...sampleReports.partial, findings },
    { color: false, width: 100, verbose: false },
  );
  const { user, system } = process.cpuUsage(start);
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(
    `| ${format} | ${((user + system) / 1e6).toFixed(2)} s | ${(text.length / 1e6).toFixed(1)} MB | ${memory} MB |\n`,
  );
}

const [asked] = process.argv.slice(2);
if (asked !== undefined) await measure(asked as FormatName);
else
  for (const format of FORMAT_NAMES) spawnSync(process.execPath, [import.meta.filename, format], { stdio: 'inherit' });
