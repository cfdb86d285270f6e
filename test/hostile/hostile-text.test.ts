/** Text that keeps an analyzer busy, takes its memory or outlives the command: one file is lost, and nothing else. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BARE_HOST } from '../../src/analyzers/declaration.ts';
import { ANALYZERS } from '../../src/analyzers/list.ts';
import { openAnalyzer } from '../../src/analyzers/open-analyzer.ts';
import { decideExit } from '../../src/protocol/report/exit-code.ts';
import { createAnalyzerPool } from '../../src/reviewers/embedded/analyzer-pool.ts';
import { createEmbeddedDriver } from '../../src/reviewers/embedded/embedded-driver.ts';
import { createTestEngine } from '../../src/testing/engine.ts';
import { createFolder, MAIN, testEnvironment } from '../e2e/run-cli.ts';

const PROCESS = new URL('../../src/wiring/analyzer-process.js', import.meta.url);

/** ShellCheck needs twice as long for every level. */
const nestedShell = (levels: number): string => `#!/bin/bash\nx=${'$(echo '.repeat(levels)}1${')'.repeat(levels)}\n`;
const FAULTY_SHELL = '#!/bin/bash\nrm -rf "$1/"*\n';
const FAULTY_SCRIPT =
  'import { exec } from "node:child_process";\nexport const a = (req) => exec("ls " + req.query.x);\n';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self') || readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
};

async function until(check: () => boolean, seconds: number): Promise<boolean> {
  for (let i = 0; i < seconds * 20 && !check(); i += 1) await wait(50);
  return check();
}

test('a file that does not end is lost with its reason, all others and all their findings stay [TRUST-08]', async () => {
  const pool = createAnalyzerPool({ process: PROCESS, limits: { fileMs: 4_000, characterMs: 0 } });
  onTestFinished(() => pool.close());
  const analyzers = ANALYZERS.flatMap((each) =>
    each.runsOn === 'process' ? [pool.wrap(openAnalyzer(each, BARE_HOST), BARE_HOST)] : [],
  );
  const files = { 'a.sh': FAULTY_SHELL, 'busy.sh': nestedShell(60), 'z.sh': FAULTY_SHELL, 'a.ts': FAULTY_SCRIPT };
  const { report } = await createTestEngine({ files, driver: createEmbeddedDriver({ analyzers }) }).run();
  const places = report.findings.flatMap(({ file, reported_by }) => reported_by.map(({ rule }) => `${file} ${rule}`));
  expect(places).toEqual(expect.arrayContaining(['a.sh shellcheck/SC2115', 'z.sh shellcheck/SC2115']));
  expect(places).toContain('a.ts js-command-injection');
  const missed = report.coverage.files.filter(({ status }) => status !== 'reviewed');
  expect(missed.map(({ path, reason }) => `${path} ${reason}`)).toEqual(['busy.sh analyzer-failed']);
  const row = report.analyzers.find(({ name }) => name === 'shellcheck');
  expect(row).toMatchObject({
    status: 'partial',
    reason: '1 file not finished: stopped after 4 s of processor time',
  });
  const ending = { failOn: 'never', allowPartial: false, usable: true, interrupted: false } as const;
  expect(decideExit({ ...report, ...ending }).code).toBe(3);
}, 120_000);

/** Every level is kept until the end: ShellCheck takes some 40 MB for each second of it, in WebAssembly, which no limit of the heap holds. */
const growingShell = (terms: number): string => `#!/bin/bash\n((${'a+'.repeat(terms)}a))\n`;

/** The most memory that a child of this process has taken so far, in megabytes. */
const peakOfChildren = (): number => {
  const listed = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').split(' ').filter(Boolean);
  const peaks = listed.map((pid) => {
    try {
      return Number(/^VmHWM:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1_000;
    } catch {
      return 0;
    }
  });
  return Math.max(0, ...peaks);
};

test.skipIf(!existsSync('/proc/self'))(
  'ShellCheck is ended before it passes its memory, and the other scripts are checked [TRUST-08]',
  async () => {
    const memoryMb = 260;
    const pool = createAnalyzerPool({ process: PROCESS, limits: { memoryMb } });
    onTestFinished(() => pool.close());
    const shellcheck = ANALYZERS.filter(({ name }) => name === 'shellcheck');
    const analyzers = shellcheck.map((each) => pool.wrap(openAnalyzer(each, BARE_HOST), BARE_HOST));
    const files = { 'a.sh': FAULTY_SHELL, 'grow.sh': growingShell(6_000), 'z.sh': FAULTY_SHELL };
    let peakMb = 0;
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, peakOfChildren());
    }, 20);
    const { report } = await createTestEngine({ files, driver: createEmbeddedDriver({ analyzers }) }).run();
    clearInterval(watch);
    const failed = report.coverage.files.filter(({ reason }) => reason?.includes('analyzer-failed'));
    expect(failed.map(({ path }) => path)).toEqual(['grow.sh']);
    expect(report.findings.map(({ file }) => file).sort()).toEqual(['a.sh', 'z.sh']);
    expect(report.analyzers.find(({ name }) => name === 'shellcheck')?.reason).toBe(
      `1 file not finished: stopped at ${memoryMb} MB of memory`,
    );
    expect([peakMb > memoryMb / 2, peakMb < memoryMb]).toEqual([true, true]);
  },
  120_000,
);

describe.skipIf(!existsSync('/proc/self'))('after a kill -9', () => {
  /** What stands behind its name in the table of processes; nothing where it has ended. */
  const readStat = (pid: number): readonly string[] => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    } catch {
      return [];
    }
  };

  /** All that descend from it, by the table of processes. */
  const listDescendants = (pid: number): readonly number[] => {
    const parents = new Map<number, number>();
    for (const name of readdirSync('/proc').filter((each) => /^\d+$/u.test(each)))
      parents.set(Number(name), Number(readStat(Number(name))[1] ?? 0));
    const isBelow = (each: number): boolean => {
      const parent = parents.get(each) ?? 0;
      return parent === pid || (parent > 1 && isBelow(parent));
    };
    return [...parents.keys()].filter(isBelow);
  };

  test('of a review the analyzers end too, busy as they are, and its temporary folders are removed [TRUST-08]', async () => {
    const cwd = createFolder({ 'busy.sh': nestedShell(60), 'app.js': 'debugger;\n' });
    const temporary = createFolder({});
    const listFolders = (): readonly string[] => readdirSync(temporary).filter((each) => !/-\d+$/u.test(each));
    const command = spawn(process.execPath, [MAIN, 'review', '--all'], {
      cwd,
      env: { ...testEnvironment(), TMPDIR: temporary },
      stdio: 'ignore',
    });
    onTestFinished(() => void command.kill('SIGKILL'));
    const { pid = 0 } = command;
    const isBusy = (): boolean =>
      listDescendants(pid).some((each) => {
        const fields = readStat(each);
        // More than a second of the processor: it is past loading.
        return Number(fields[11]) + Number(fields[12]) > 100;
      });
    expect(await until(isBusy, 60)).toBe(true);
    const descendants = listDescendants(pid);
    expect(listFolders()).toHaveLength(1);
    command.kill('SIGKILL');
    expect(await until(() => !descendants.some(isAlive), 60)).toBe(true);
    expect(await until(() => listFolders().length === 0, 60)).toBe(true);
  }, 240_000);

  test('a program of somebody else ends too, though it hears of nothing [TRUST-08]', async () => {
    const program = join(createFolder({}), 'deaf');
    writeFileSync(program, "#!/bin/sh\ntrap '' HUP INT TERM PIPE\necho $$\nwhile :; do sleep 1; done\n");
    chmodSync(program, 0o755);
    const parent = spawn(process.execPath, [join(import.meta.dirname, 'orphan-parent.ts'), program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await new Promise((resolve) => parent.stdout.once('data', resolve));
    const pid = Number(String(said));
    onTestFinished(() => void (isAlive(pid) && process.kill(-pid, 'SIGKILL')));
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    expect(await until(() => !isAlive(pid), 60)).toBe(true);
  }, 240_000);
});
