/** Tests of `npm run mutate`: those that it names, each file with modules of its own, because every change starts anew. */
import { defineConfig } from 'vitest/config';

/**
 * StrykerJS chooses tests by their names with spaces between the parts, vitest has ` > ` there: without this no test inside
 * `describe` would run, and every change would pass for unnoticed.
 */
const matchNamesOfStryker = {
  name: 'match-names-of-stryker',
  configureVitest({ project }: { readonly project: { readonly config: { testNamePattern?: RegExp | undefined } } }) {
    let pattern: RegExp | undefined;
    Object.defineProperty(project.config, 'testNamePattern', {
      enumerable: true,
      configurable: true,
      get: () => pattern,
      set: (wanted: RegExp | undefined) => {
        pattern = wanted && new RegExp(wanted.source.replaceAll(' ', '(?: > | )'), wanted.flags);
      },
    });
  },
};

export default defineConfig({
  plugins: [matchNamesOfStryker],
  test: {
    testTimeout: 120_000,
    globalSetup: ['test/setup/run-folder.ts'],
    include: (process.env.MUTATION_TESTS ?? '').split('\n'),
    exclude: ['test/fleet/**', 'test/kill/**', 'test/crash/**', 'test/soak/**'],
  },
});
