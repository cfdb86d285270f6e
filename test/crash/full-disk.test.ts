/** Disks that are full, fail or cannot be written: the run ends with its report, and says what it could not keep. */
import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import type { WriteMoment } from '../../src/runs/store/run-database.ts';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { runSmall } from '../kill/small-run.ts';
import { isSoak } from '../tier.ts';
import { CHILD, canMount, comparable, finish, runChild, runWhole, SIZE, startProvider } from './crashed-run.ts';
import { createState, inspectStore } from './stored-run.ts';

describe('a disk that fails', () => {
  const FAULTS: readonly (readonly [string, number, string])[] = [
    ['ENOSPC', 13, 'database or disk is full'],
    ['EIO', 10, 'disk I/O error'],
  ];

  test.each(FAULTS)(
    '%s at any write ends the recording, not the run, and is said',
    {
      timeout: 300_000,
    },
    async (_name, errcode, message) => {
      const { report: whole, writes } = await runWhole();
      const provider = await startProvider();
      for (const moment of ['before', 'inside'] satisfies WriteMoment[]) {
        // The first write is the run itself: without it nothing is kept, which the command says.
        for (let number = 2; number <= writes.length / 3; number += 1) {
          const stateDir = createState();
          const watch = (write: { readonly number: number; readonly moment: WriteMoment }): void => {
            if (write.number >= number && write.moment === moment) throw Object.assign(new Error(message), { errcode });
          };
          const place = { stateDir, watch };
          const { report, warnings } = await runSmall({
            place,
            id: null,
            environment: provider.environment,
            size: SIZE,
          });
          expect(comparable(report), `write ${number} ${moment}`).toEqual(comparable(whole));
          expect(warnings.join('\n'), `write ${number} ${moment}`).toContain(message);
          const { run, problems } = await inspectStore(stateDir);
          expect(problems, `write ${number} ${moment}`).toEqual([]);
          expect(run?.status, `write ${number} ${moment}`).not.toBe('finished');
        }
      }
    },
  );

  test.skipIf(!canMount)(
    'a real disk that is full: the run ends with its report, and can be resumed where it could be stored (skipped where nothing may be mounted)',
    {
      timeout: 300_000,
    },
    async () => {
      const provider = await startProvider();
      const { report: whole } = await runWhole();
      for (const kilobytes of isSoak ? [16, 48, 80, 96, 112, 128, 160] : [16, 96, 128]) {
        const disk = createState();
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', disk]);
        try {
          const { report, stderr } = await runChild(provider, [disk, SIZE], {});
          if (report === null) expect(stderr).toMatch(/full|no space|not stored/iu);
          else expect(comparable(report)).toEqual(comparable(whole));
          execFileSync('mount', ['-o', 'remount,size=8m', disk]);
          const found = await inspectStore(disk).catch((error: Error) => ({ run: null, problems: [error.message] }));
          expect(found.problems, `${kilobytes} kB`).toEqual([]);
          if (found.run === null || found.run.status === 'finished') continue;
          const again = await finish(provider, disk);
          expect(again.report === null ? again.stderr : comparable(again.report)).toEqual(comparable(whole));
        } finally {
          execFileSync('umount', [disk]);
        }
      }
    },
  );

  test('a limit on the size of files, as the system sets it', { timeout: 300_000 }, async () => {
    const provider = await startProvider();
    const { report: whole } = await runWhole();
    const shell = 'trap \'\' XFSZ; ulimit -f "$1"; shift; exec "$@"';
    for (const blocks of isSoak ? [16, 64, 128] : [64]) {
      const stateDir = createState();
      const args = ['-c', shell, 'limited', String(blocks), process.execPath, CHILD, stateDir, SIZE];
      const { stdout, stderr } = await promisify(execFile)('bash', args, {
        env: { PATH: process.env.PATH, NODE_DISABLE_COMPILE_CACHE: '1', ...provider.environment },
      }).catch((error: { stdout: string; stderr: string }) => error);
      if (stdout === '') expect(stderr).toMatch(/I\/O|full|not stored/u);
      else expect(comparable(JSON.parse(stdout) as ReportDocument)).toEqual(comparable(whole));
      const found = await inspectStore(stateDir).catch(() => null);
      expect(found?.problems ?? []).toEqual([]);
    }
  });
});

describe('a state folder that cannot be written', () => {
  const FILES = { 'src/a.ts': 'export const a = 1;\n' };
  const REVIEW = ['review', '--all', '-f', 'json', '--quiet'];

  test.each([
    ['a file in the way', () => join(createState(), 'file', 'state')],
    ['a place where nobody can create anything', () => '/sys/consensus-review'],
  ])('%s: the run is made and says that it is not kept', async (_name, place) => {
    const stateDir = place();
    if (stateDir.endsWith('/file/state')) writeFileSync(stateDir.replace(/\/state$/u, ''), '');
    const { code, stdout, stderr } = await runCli(REVIEW, {
      cwd: createFolder(FILES),
      env: { CONSENSUS_REVIEW_STATE_DIR: stateDir },
    });
    expect([code, JSON.parse(stdout).complete]).toEqual([0, true]);
    expect(stderr).toContain('the run is not stored and cannot be resumed');
  });

  test.skipIf(!canMount)(
    'a disk that became read-only: a new run is made and not kept, an old one is refused with the reason (skipped where nothing may be mounted)',
    {
      timeout: 120_000,
    },
    async () => {
      const disk = createState();
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
      try {
        const provider = await startProvider();
        await runChild(provider, [disk, SIZE], { CRASH_AT: '5:inside' });
        const { run } = await inspectStore(disk);
        execFileSync('mount', ['-o', 'remount,ro', disk]);
        const cwd = createFolder(FILES);
        const env = { CONSENSUS_REVIEW_STATE_DIR: disk };
        const fresh = await runCli(REVIEW, { cwd, env });
        expect([fresh.code, JSON.parse(fresh.stdout).complete]).toEqual([0, true]);
        expect(fresh.stderr).toContain('the run is not stored and cannot be resumed');
        const resumed = await runCli(['resume', run?.id ?? ''], { cwd, env });
        expect(resumed.code).toBe(2);
        expect(resumed.stderr).toMatch(/^error: .*runs-\d+\.sqlite.*read.?only/imu);
      } finally {
        execFileSync('umount', [disk]);
      }
    },
  );
});
