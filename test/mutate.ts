/**
 * `npm run mutate -- FILE… [--tests GLOB…] [--below PERCENT]`: changes the named sources one place at a time and runs the tests that reach
 * the place. A change that no test notices is printed with its line: a missing assertion, or code that makes no difference.
 * Tests run in a copy of the project, in one process (`setup/mutation-runner.ts`); what a test starts as a process of its own stays unchanged.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

/** `--tests a b` takes every word up to the next option. */
function splitWords(words: readonly string[]): { options: string[]; files: string[]; tests: string[] } {
  const found = { options: [] as string[], files: [] as string[], tests: [] as string[] };
  let into = found.files;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    if (word === '--tests') into = found.tests;
    else if (word === '--below') {
      found.options.push(word, words[at + 1] ?? '');
      at += 1;
    } else into.push(word);
  }
  return found;
}

const { options, files, tests } = splitWords(process.argv.slice(2));
const { values } = parseArgs({ args: options, options: { below: { type: 'string' } } });
if (files.length === 0) {
  console.log('Name the files to change: npm run mutate -- src/protocol/budget/turns.ts');
  process.exit(2);
}

// Outside of the project: inside, git would ignore the copy, and reviews of it would find nothing.
const folder = mkdtempSync(join(tmpdir(), 'consensus-review-mutate-'));
process.env.MUTATION_TESTS = (tests.length === 0 ? files.map((file) => `${dirname(file)}/*.test.ts`) : tests).join(
  '\n',
);
try {
  // Named in words: the enumerations of these options are not exported here.
  const settings: object = {
    mutate: files,
    testRunner: 'in-process',
    plugins: [join(import.meta.dirname, 'setup/mutation-runner.ts')],
    concurrency: 1,
    // Modules of one process are never let go.
    maxTestRunnerReuse: 300,
    coverageAnalysis: 'perTest',
    disableTypeChecks: false,
    tempDirName: folder,
    ignorePatterns: ['.cache', 'dist'],
    reporters: ['clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: false },
    logLevel: 'warn',
    warnings: { slow: false },
    allowEmpty: true,
    timeoutMS: 10_000,
    dryRunTimeoutMinutes: 15,
    thresholds: { high: 90, low: 90, break: values.below === undefined ? null : Number(values.below) },
  };
  const results = await new Stryker(settings).runMutationTest();
  if (results.length === 0) {
    console.log('There is nothing to change in these files.');
    process.exitCode = 2;
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
