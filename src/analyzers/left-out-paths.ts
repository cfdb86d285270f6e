/** Which paths a rule leaves out, in words that `explain` shows: its pattern is tried on the folders and names that rules leave out. */

const FOLDERS = [
  ...[
    'test',
    'tests',
    '__tests__',
    'spec',
    'specs',
    'e2e',
    'androidTest',
    'mocks',
    '__mocks__',
    'fixtures',
    'testdata',
  ],
  ...['example', 'examples', 'samples', 'demo', 'docs', 'bench', 'benches', 'benchmarks', 'stories'],
  ...['bin', 'cli', 'scripts', 'install', 'db', 'migrations', 'settings'],
];

/** A name of that kind, and how it is written for people. */
const NAMES: readonly (readonly [name: string, shown: string])[] = [
  ['a_test.go', '*_test.go'],
  ['test_a.py', 'test_*.py'],
  ['conftest.py', 'conftest.py'],
  ['a.test.ts', '*.test.*'],
  ['a.spec.ts', '*.spec.*'],
  ['a.stories.tsx', '*.stories.*'],
  ['a.d.ts', '*.d.ts'],
  ['ATest.java', '*Test.java'],
];

/** Empty where a rule looks everywhere. */
export const listLeftOut = (exclude: RegExp | undefined): readonly string[] =>
  exclude === undefined
    ? []
    : [
        ...FOLDERS.filter((folder) => exclude.test(`src/${folder}/a.x`)).map((folder) => `${folder}/`),
        ...NAMES.filter(([name]) => exclude.test(`src/${name}`)).map(([, shown]) => shown),
      ];
