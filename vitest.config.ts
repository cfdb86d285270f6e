import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that start many processes, the longest first: a worker of the tests grows, and starting a process costs it 3 ms for every 100 MB
 * it has. Then what takes long by itself. Begun last, each would run alone at the end.
 */
const FIRST = [
  // With installed programs.
  'src/analyzers/semgrep/semgrep.test',
  'test/small-model',
  'test/package',
  'test/hooks',
  'test/dashboard',
  'test/plugin-host',
  'test/fleet/fleet-run',
  'test/kill/',
  'test/fleet/',
  'test/hostile/hostile-repositories',
  'test/e2e/',
  'test/crash/',
  'test/hostile/',
  'test/index-kill',
  'test/model/reuse.test.ts',
  'test/every-surface',
  'test/rules.test.ts',
  'test/audit/simulation.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = FIRST.findIndex((part) => moduleId.includes(part));
  return rank === -1 ? FIRST.length : rank;
};

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes later on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['test/setup/run-folder.ts'],
    setupFiles: ['test/setup/imports.ts', 'test/setup/processor-time.ts', 'test/setup/properties.ts'],
    pool: 'forks',
    // A process for each file would load the product each time.
    isolate: false,
    // Node reads TypeScript itself: without the transformation of Vite modules load sooner, and what is imported is called directly.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Tests wait for processes, timers and answers a fifth of their time: one worker per processor would leave some of it idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: InOrder },
    projects: [
      { extends: true, test: { name: 'parts', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'whole', include: ['test/**/*.test.ts'], exclude: ['test/fleet/**', '**/node_modules/**'] },
      },
      {
        extends: true,
        test: { name: 'fleet', include: ['test/fleet/**/*.test.ts'], globalSetup: ['test/fleet/shared-postgres.ts'] },
      },
    ],
  },
});
