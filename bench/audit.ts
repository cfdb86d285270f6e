/** How long the embedded audit takes: the sample shop as a user starts it, and any other folder named in AUDIT_FOLDER. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type BenchResult, median } from './bench-result.ts';

const main = join(import.meta.dirname, '../src/cli/main.ts');
const ROUNDS = 3;
const ALLOWED_SECONDS = 20;

async function audit(
  folder: string,
): Promise<{ readonly seconds: number; readonly files: number; readonly findings: number }> {
  const state = mkdtempSync(join(tmpdir(), 'cr-bench-audit-'));
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [main, 'audit', '--all', '--mode', 'deep', '-f', 'json', '--quiet', '-C', folder],
    {
      env: { ...process.env, CONSENSUS_REVIEW_STATE_DIR: state },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) text += chunk;
  const seconds = (performance.now() - started) / 1000;
  rmSync(state, { recursive: true, force: true });
  const report = JSON.parse(text) as { scope: { files: number }; findings: unknown[] };
  return { seconds, files: report.scope.files, findings: report.findings.length };
}

export async function benchAudit(): Promise<readonly BenchResult[]> {
  const folders = [
    join(import.meta.dirname, '../examples/shop'),
    ...(process.env.AUDIT_FOLDER ? [process.env.AUDIT_FOLDER] : []),
  ];
  const rows: BenchResult[] = [];
  for (const folder of folders) {
    const runs = [];
    for (let round = 0; round < ROUNDS; round += 1) runs.push(await audit(folder));
    const ours = median(runs.map(({ seconds }) => seconds));
    rows.push({
      name: `audit --mode deep of ${basename(folder)}`,
      rounds: ROUNDS,
      unit: 's',
      ours,
      peer: ALLOWED_SECONDS,
      peerName: 'allowed for the shop',
      ratio: ours / ALLOWED_SECONDS,
      note: `${runs[0]?.files} files, ${runs[0]?.findings} findings, no store kept from the run before`,
    });
  }
  return rows;
}
