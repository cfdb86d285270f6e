/**
 * Runs the tests, then the requirement gate on what passed, and closes with `N passed, N failed, N skipped`. Asked for what needs installed
 * programs, it runs the files that have such tests. `TEST_TIMES=FILE` has the processor time of each file written there.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkRequirements } from './requirements.ts';
import { runsInstalled } from './tier.ts';

interface Assertion {
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo';
  readonly title: string;
}

const root = join(import.meta.dirname, '..');
const resultFile = join(root, '.cache/test-results.json');
const needsInstalled = (file: string): boolean =>
  /\bisInstalled\(|\brunsInstalled\b/u.test(readFileSync(join(root, file), 'utf8'));
const asked = process.argv.slice(2);
const filters =
  runsInstalled && asked.length === 0
    ? globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).filter(needsInstalled)
    : asked;

mkdirSync(join(root, '.cache'), { recursive: true });
const run = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultFile}`,
    ...filters,
  ],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
);

const results: { testResults: { name: string; assertionResults: Assertion[] }[] } = JSON.parse(
  readFileSync(resultFile, 'utf8'),
);
const tests = results.testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ status, title }) => ({ status, title, file: name })),
);
const passed = tests.filter((t) => t.status === 'passed');
let failed = tests.filter((t) => t.status === 'failed').length;
if (run.status !== 0 && failed === 0) failed = 1;

if (filters.length === 0) {
  const gate = checkRequirements(passed);
  console.log(
    `requirements: ${gate.verified} verified by passing tests, ${gate.later.length} completed by later work, ${gate.faults.length} open`,
  );
  for (const fault of gate.faults) console.log(`  ${fault}`);
  if (gate.faults.length > 0) failed += 1;
}

console.log(
  `${passed.length} passed, ${failed} failed, ${tests.length - passed.length - tests.filter((t) => t.status === 'failed').length} skipped`,
);
process.exitCode = failed > 0 ? 1 : 0;
