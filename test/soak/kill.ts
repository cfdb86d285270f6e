/** `node test/soak/kill.ts [KILLS] [SEED]`: kills that many times, reviews and audits, and says what was left each time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killRuns } from '../kill/kill-runs.ts';
import type { KillSubject } from '../kill/killed-run.ts';
import { auditByCommand, reviewByCommand, SMALL_REVIEW } from '../kill/subjects.ts';

const [kills = 1000, seed = 1] = process.argv.slice(2).map(Number);
const WIDTH = 2;
const folder = mkdtempSync(join(tmpdir(), 'cr-soak-'));
/** Whole processes of the command line cost three times as much: a share of the kills. */
const COMMAND_SHARE = 0.1;
const AUDIT_SHARE = 0.05;

const commands = Math.round(kills * COMMAND_SHARE);
const audits = Math.round(kills * AUDIT_SHARE);
const plan: readonly (readonly [string, KillSubject, number])[] = [
  ['review, engine and journal', SMALL_REVIEW, kills - commands - audits],
  ['review, command line', reviewByCommand(join(folder, 'review')), commands],
  ['audit, command line', auditByCommand(join(folder, 'audit')), audits],
];

let isSound = true;
for (const [name, subject, share] of plan) {
  const started = performance.now();
  const { problems, ...tally } = await killRuns({ subject, kills: share, seed, width: WIDTH });
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${name}: ${tally.kills} kills in ${tally.runs} runs (${tally.early} before anything was stored), ${tally.spared} recorded calls found and not paid again, ${tally.lost} in flight and made again (${tally.repeated} of them had reached the provider), ${problems.length} problems, ${seconds} s`,
  );
  for (const problem of problems) console.log(`  ${problem}`);
  isSound &&= problems.length === 0;
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = isSound ? 0 : 1;
