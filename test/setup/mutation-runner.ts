/**
 * Runs tests for `npm run mutate` in the process of StrykerJS itself. For every change the modules of the project are loaded anew, under
 * names of their own, so that nothing that they keep hides it: that costs milliseconds, a worker of vitest costs seconds.
 */
import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import type { CollectedTest } from './in-process-tests.ts';

/** Of StrykerJS: what the changed sources ask for, and what they tell. */
interface Changes {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

interface MutantRun {
  readonly activeMutant: { readonly id: string };
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
}

const changes: Changes = {};
Object.assign(globalThis, { __stryker__: changes });

const STAND_IN = pathToFileURL(join(import.meta.dirname, 'in-process-tests.ts')).href;
let generation = 0;

/** Modules of the copy of the project have a new name in each generation, and are then loaded anew. */
function replaceModules(): void {
  const own = pathToFileURL(process.cwd()).href;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'vitest' && context.parentURL !== STAND_IN) return { url: STAND_IN, shortCircuit: true };
      const resolved = next(specifier, context);
      const isOwn = resolved.url.startsWith(own) && !resolved.url.includes('/node_modules/');
      return isOwn && resolved.url !== STAND_IN ? { ...resolved, url: `${resolved.url}?${generation}` } : resolved;
    },
  });
}

function createRunner() {
  let leftOut: ReadonlySet<string> = new Set();

  const load = async () => {
    generation += 1;
    const { collectTests, runTest } = (await import(STAND_IN)) as typeof import('./in-process-tests.ts');
    const tests: CollectedTest[] = [];
    for (const file of (process.env.MUTATION_TESTS ?? '').split('\n').flatMap((pattern) => globSync(pattern)))
      tests.push(...(await collectTests(file, () => import(pathToFileURL(file).href))));
    return { tests, runTest, begun: new Set<never>() };
  };

  return {
    capabilities: () => ({ reloadEnvironment: true }),
    async init() {
      process.env.VITEST = '1';
      process.on('unhandledRejection', () => undefined);
      fc.configureGlobal({ numRuns: 100, seed: 7 });
      replaceModules();
    },
    async dryRun() {
      const { tests, runTest, begun } = await load();
      const told: object[] = [];
      const failed = new Set<string>();
      for (const test of tests) {
        changes.currentTestId = test.id;
        const startedAt = performance.now();
        const failure = await runTest(test, begun);
        changes.currentTestId = undefined;
        if (failure !== undefined) failed.add(test.id);
        told.push({
          id: test.id,
          name: test.name,
          timeSpentMs: performance.now() - startedAt,
          status: failure ? 2 : 0,
        });
      }
      leftOut = failed;
      for (const id of failed) {
        console.log(`left out, because it does not pass in this process: ${id}`);
        delete changes.mutantCoverage?.perTest[id];
      }
      return { status: 'complete', tests: told, mutantCoverage: changes.mutantCoverage };
    },
    async mutantRun({ activeMutant, testFilter, hitLimit }: MutantRun) {
      Object.assign(changes, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
      try {
        const { tests, runTest, begun } = await load();
        const wanted = testFilter === undefined ? null : new Set(testFilter);
        let nrOfTests = 0;
        for (const test of tests.filter(({ id }) => !leftOut.has(id) && (wanted?.has(id) ?? true))) {
          nrOfTests += 1;
          const failure = await runTest(test, begun);
          if ((changes.hitCount ?? 0) > (hitLimit ?? Number.POSITIVE_INFINITY)) return { status: 'timeout' };
          if (failure === undefined) continue;
          return { status: 'killed', failureMessage: String(failure).slice(0, 200), killedBy: [test.id], nrOfTests };
        }
        return { status: 'survived', nrOfTests };
      } catch (error) {
        return { status: 'killed', failureMessage: `cannot be loaded: ${error}`, killedBy: [], nrOfTests: 0 };
      } finally {
        changes.activeMutant = undefined;
      }
    },
    dispose: () => Promise.resolve(),
  };
}
createRunner.inject = [] as const;

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', factory: createRunner }];
