/**
 * Stands in for `vitest` where a process runs tests by itself: `npm run mutate`, which runs the same tests thousands of times. Collects what
 * a file declares; `expect` is that of vitest. What needs its runner (snapshots, `expect.poll`) fails and is left out by the caller.
 */

// What `expect` looks for outside of its runner.
Object.assign(globalThis, {
  __vitest_worker__: { config: {}, environment: { name: 'node' }, rpc: {}, ctx: {}, metaEnv: {} },
});
export const { expect, vi } = await import('vitest');

type Work = (...args: readonly unknown[]) => unknown;
type Hook = 'beforeEach' | 'afterEach' | 'beforeAll' | 'afterAll';
type Suite = { readonly name: string } & Record<Hook, Work[]>;

export interface CollectedTest {
  readonly id: string;
  readonly name: string;
  readonly run: Work;
  readonly suites: readonly Suite[];
}

const createSuite = (name: string): Suite => ({ name, beforeEach: [], afterEach: [], beforeAll: [], afterAll: [] });

let suites: readonly Suite[] = [];
let tests: CollectedTest[] = [];
let finishing: Work[] = [];

/** The tests of a file, whose module `load` imports. */
export async function collectTests(file: string, load: () => Promise<unknown>): Promise<readonly CollectedTest[]> {
  suites = [createSuite(file)];
  tests = [];
  await load();
  return tests;
}

/** What the test throws, or what cleaning up after it does; undefined where it passes. */
export async function runTest({ run, suites: own }: CollectedTest, begun: Set<Work>): Promise<unknown> {
  let failure: unknown;
  const attempt = async (work: Work): Promise<void> => {
    try {
      await work({ task: {}, signal: new AbortController().signal });
    } catch (error) {
      failure ??= error ?? new Error('nothing was thrown');
    }
  };
  finishing = [];
  for (const hook of own.flatMap(({ beforeAll: hooks }) => hooks).filter((each) => !begun.has(each))) {
    begun.add(hook);
    await attempt(hook);
  }
  for (const work of [...own.flatMap(({ beforeEach: hooks }) => hooks), run])
    if (failure === undefined) await attempt(work);
  for (const work of [...own.toReversed().flatMap(({ afterEach: hooks }) => hooks), ...finishing]) await attempt(work);
  return failure;
}

type Declare = (name: string, work: Work) => void;

const findWork = (words: readonly unknown[]): Work | undefined =>
  words.find((word) => typeof word === 'function') as Work;

/** With `each`, `runIf` and the rest, as far as they decide what is run. */
function createApi(declare: Declare, isLeftOut = false): unknown {
  const call = (name: string, ...words: readonly unknown[]): void => {
    const work = findWork(words);
    if (!isLeftOut && work !== undefined) declare(String(name), work);
  };
  const each =
    (spread: boolean) =>
    (rows: readonly unknown[]) =>
    (name: string, ...words: readonly unknown[]): void => {
      const work = findWork(words);
      for (const [at, row] of rows.entries())
        call(`${name} (${at + 1})`, () => (spread && Array.isArray(row) ? work?.(...row) : work?.(row)));
    };
  const api = Object.assign(call, {
    each: each(true),
    for: each(false),
    runIf: (condition: unknown) => createApi(declare, isLeftOut || !condition),
    skipIf: (condition: unknown) => createApi(declare, isLeftOut || Boolean(condition)),
    todo: () => undefined,
  });
  Object.defineProperties(api, {
    concurrent: { get: () => api },
    sequential: { get: () => api },
    skip: { get: () => createApi(declare, true) },
  });
  return api;
}

export const test = createApi((name, run) => {
  const names = [...suites.map((suite) => suite.name), name];
  tests.push({ id: `${names.join(' > ')} #${tests.length}`, name: names.slice(1).join(' > '), run, suites });
});
export const describe = createApi((name, work) => {
  const outer = suites;
  suites = [...outer, createSuite(name)];
  try {
    work();
  } finally {
    suites = outer;
  }
});

const addHook =
  (hook: Hook) =>
  (work: Work): void => {
    suites.at(-1)?.[hook].push(work);
  };
export const [beforeEach, afterEach, beforeAll, afterAll] = [
  addHook('beforeEach'),
  addHook('afterEach'),
  addHook('beforeAll'),
  addHook('afterAll'),
];
export const onTestFinished = (work: Work): void => {
  finishing.unshift(work);
};
