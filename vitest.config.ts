import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that wait for many processes. Begun last, each would run alone at the end. */
const LONG = [
  'test/kill/',
  'test/fleet/',
  'test/rules.test.ts',
  'test/audit/simulation.test.ts',
  'test/crash/',
  'test/model/reuse.test.ts',
  'test/e2e/',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG.findIndex((part) => moduleId.includes(part));
  return rank === -1 ? LONG.length : rank;
};

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    globalSetup: ['test/setup/run-folder.ts'],
    setupFiles: ['test/setup/processor-time.ts', 'test/setup/properties.ts'],
    pool: 'forks',
    // A process for each file would load the product each time.
    isolate: false,
    // Tests wait for processes, timers and answers a fifth of their time: one worker per processor would leave some of it idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    projects: [
      { extends: true, test: { name: 'parts', include: ['src/**/*.test.ts'] } },
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts'], exclude: ['test/fleet/**'] } },
      {
        extends: true,
        test: { name: 'fleet', include: ['test/fleet/**/*.test.ts'], globalSetup: ['test/fleet/shared-postgres.ts'] },
      },
    ],
  },
});
