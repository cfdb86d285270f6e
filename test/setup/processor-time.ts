/**
 * Notes what each test file costs: processor time of its worker and of the children it has waited for, from before its imports to after
 * its last test. `TEST_TIMES=FILE` names where; `test/run.ts` reads it. Without it nothing is measured.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

const file = process.env.TEST_TIMES;

/** Hundredths of a second of children that ended: fields 16 and 17 of /proc/self/stat, the 14th and 15th behind the name. */
function readChildSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function readSeconds(): { own: number; children: number } {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, children: readChildSeconds() };
}

if (file !== undefined) {
  const before = readSeconds();
  const startedAt = performance.now();
  afterAll(() => {
    const after = readSeconds();
    const name = relative(process.cwd(), expect.getState().testPath ?? '');
    appendFileSync(
      file,
      `${JSON.stringify({ name, process: process.pid, own: after.own - before.own, children: after.children - before.children, wall: (performance.now() - startedAt) / 1000, memoryMb: Math.round(process.memoryUsage().rss / 2 ** 20) })}\n`,
    );
  });
}
