/**
 * How long the embedded audit takes: the sample shop as a user starts it, and any other folder named in AUDIT_FOLDER. Every
 * round must say the same, byte for byte, in every format; a difference ends the benchmark.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FORMAT_NAMES, type FormatName } from '../src/protocol/config/config-names.ts';
import { type BenchResult, median } from './bench-result.ts';

const main = join(import.meta.dirname, '../src/cli/bin.js');
const ROUNDS = 3;
const ALLOWED_SECONDS = 20;

interface AuditRun {
  readonly seconds: number;
  readonly files: number;
  readonly findings: number;
  readonly texts: ReadonlyMap<FormatName, Buffer>;
}

async function audit(folder: string): Promise<AuditRun> {
  const state = mkdtempSync(join(tmpdir(), 'cr-bench-audit-'));
  const pathOf = (format: FormatName): string => join(state, `report.${format}`);
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [
      main,
      ...['audit', '--all', '--mode', 'deep', '-f', 'json', '--quiet', '-C', folder],
      ...FORMAT_NAMES.flatMap((format) => ['-o', `${format}=${pathOf(format)}`]),
    ],
    {
      env: { ...process.env, CONSENSUS_REVIEW_STATE_DIR: state },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) text += chunk;
  const seconds = (performance.now() - started) / 1000;
  const report = JSON.parse(text) as { run: { id: string }; scope: { files: number }; findings: unknown[] };
  const texts = new Map(
    FORMAT_NAMES.map((format) => [format, fixRun(readFileSync(pathOf(format), 'utf8'), report.run.id, state)] as const),
  );
  rmSync(state, { recursive: true, force: true });
  return { seconds, files: report.scope.files, findings: report.findings.length, texts };
}

/** What two runs cannot share: the name of the run, its folder, and the time of day. All else must be equal. */
const fixRun = (text: string, runId: string, state: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(state, 'STATE')
      .replaceAll(runId, 'RUN')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gu, 'TIME'),
  );

function requireEqual(folder: string, runs: readonly AuditRun[]): void {
  const [first, ...others] = runs;
  for (const [round, other] of others.entries())
    for (const format of FORMAT_NAMES) {
      const a = first?.texts.get(format) ?? Buffer.of();
      const b = other.texts.get(format) ?? Buffer.of();
      if (a.length === 0) throw new Error(`audit of ${folder}: nothing was written as ${format}`);
      if (!a.equals(b))
        throw new Error(`audit of ${folder}: rounds 1 and ${round + 2} differ as ${format}:\n${firstDifference(a, b)}`);
    }
}

function firstDifference(a: Buffer, b: Buffer): string {
  const [one, two] = [a, b].map((text) => text.toString('utf8').split('\n'));
  const at = (one ?? []).findIndex((line, i) => line !== two?.[i]);
  const shown = at < 0 ? (one ?? []).length : at;
  return `line ${shown + 1}\n- ${(one?.[shown] ?? '').slice(0, 400)}\n+ ${(two?.[shown] ?? '').slice(0, 400)}`;
}

export async function benchAudit(): Promise<readonly BenchResult[]> {
  const folders = [
    join(import.meta.dirname, '../examples/shop'),
    ...(process.env.AUDIT_FOLDER ? [process.env.AUDIT_FOLDER] : []),
  ];
  const rows: BenchResult[] = [];
  for (const folder of folders) {
    const runs: AuditRun[] = [];
    for (let round = 0; round < ROUNDS; round += 1) runs.push(await audit(folder));
    requireEqual(folder, runs);
    const ours = median(runs.map(({ seconds }) => seconds));
    const bytes = [...(runs[0]?.texts.values() ?? [])].reduce((sum, text) => sum + text.length, 0);
    rows.push({
      name: `audit --mode deep of ${basename(folder)}`,
      rounds: ROUNDS,
      unit: 's',
      ours,
      peer: ALLOWED_SECONDS,
      peerName: 'allowed for the shop',
      ratio: ours / ALLOWED_SECONDS,
      note: `${runs[0]?.files} files, ${runs[0]?.findings} findings, no store kept from the run before; ${bytes} bytes in ${FORMAT_NAMES.length} formats equal in all rounds`,
    });
  }
  return rows;
}
