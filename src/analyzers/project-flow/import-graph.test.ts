import { describe, expect, test } from 'vitest';
import type { SourceOutline } from '../../ports/outline.ts';
import { createModuleFinder } from '../../recon/module-finder.ts';
import { stubOutline } from '../outline/outline-stub.ts';
import type { RuleFamily } from '../syntax/rule-families.ts';
import { holdsWord, listLinks, listWords, type WordUse } from './file-links.ts';
import { ImportGraph } from './import-graph.ts';

const stub = (path: string): SourceOutline => stubOutline(path, path.endsWith('.py') ? 'python' : 'javascript');

function openGraph(files: Readonly<Record<string, string>>, manifest = '{}'): ImportGraph {
  const stubs = new Map(Object.keys(files).map((path) => [path, stub(path)]));
  const manifests = new Map([['package.json', manifest]]);
  const family: RuleFamily = Object.keys(files).some((path) => path.endsWith('.py')) ? 'python' : 'javascript';
  const links = new Map(Object.entries(files).map(([path, text]) => [path, listLinks(text, family)]));
  return new ImportGraph(links, stubs, { finder: createModuleFinder([...stubs.values()], manifests), manifests });
}

describe('the group of linked files', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'import',
      { 'a.js': "import { b } from './b.js';", 'b.js': 'export const b = 1;', 'c.js': 'export {};' },
      ['a b', 'c'],
    ],
    [
      'both imported by a third',
      { 'a.js': 'exports.a = 1', 'b.js': 'exports.b = 1', 'c.js': "require('./a'); require('./b')" },
      ['a b c'],
    ],
    ['import of a type', { 'a.js': "import type { B } from './b'", 'b.js': 'export class B {}' }, ['a b']],
    ['export from', { 'a.js': "export * from './b'", 'b.js': 'export {}' }, ['a b']],
    ['import when it runs', { 'a.js': "const b = await import('./b.js')", 'b.js': 'export {}' }, ['a b']],
    [
      'a name that is made when it runs',
      { 'x/a.js': 'require(`./${name}`)', 'x/y/b.js': 'exports.b = 1', 'c.js': 'exports.c = 1' },
      ['a b', 'c'],
    ],
    [
      'an alias that nobody explains',
      { 'app/a.js': "import { b } from '#lib/b'", 'src/deep/b.js': 'export {}' },
      ['a b'],
    ],
    ['scripts of one page', { 'a.js': 'run(x)', 'b.js': 'function run(x) {}', 'c.js': 'export {}' }, ['a b', 'c']],
    [
      'Python: member that is a file',
      { 'app/a.py': 'from app import b', 'app/b.py': '', 'c.py': 'import os' },
      ['a b', 'c'],
    ],
    [
      'Python: relative, over several lines',
      { 'app/a.py': 'from .lib import (\n  b,\n  c as d,\n)', 'app/lib/b.py': '', 'app/lib/c.py': '' },
      ['a b c'],
    ],
    ...[
      'import os; from lib.b import run',
      'if True: from lib.b import run',
      'from lib.b \\\n  import run',
      'from lib import ( # a) c\n  b,\n)',
      'from lib import(b)',
      'from b import run',
      'import b',
    ].map((text): [string, Readonly<Record<string, string>>, readonly string[]] => [
      `Python: ${text}`,
      { 'app/a.py': text, 'lib/b.py': '', 'lib/c.py': '' },
      ['a b', 'c'],
    ]),
  ])('%s', (_, files, expected) => {
    const graph = openGraph(files);
    const groups = Map.groupBy(Object.keys(files), (path) => graph.groupOf(path)).values();
    const names = [...groups].map((paths) =>
      paths
        .map((path) => path.replace(/.*\/|\.\w+$/gu, ''))
        .sort()
        .join(' '),
    );
    expect(names.sort()).toEqual(expected);
  });

  test('a package of others that a manifest asks for joins nobody', () => {
    const files = { 'a.js': "import { defineConfig } from 'vitest/config';", 'src/config.js': 'export {};' };
    const graph = openGraph(files, '{ "devDependencies": { "vitest": "1.0.0" } }');
    expect(graph.groupOf('a.js')).not.toBe(graph.groupOf('src/config.js'));
  });
});

test('importers are found through files that pass on what they import, and no further', () => {
  const graph = openGraph({
    'run.js': 'export const run = 1;',
    'index.js': "export * from './run.js';",
    'named.js': "export { run } from './run.js';",
    'user.js': "import { run } from './run.js'; export const other = 1;",
    'a.js': "import { run } from './index.js';",
    'b.js': "import { run } from './named.js';",
    'c.js': "import { other } from './user.js';",
  });
  const importers = graph.importersOf('run.js', (path) => path === 'named.js');
  expect([...importers].sort()).toEqual(['a.js', 'b.js', 'index.js', 'named.js', 'user.js']);
});

test.each<[RuleFamily, string, string, readonly WordUse[]]>([
  ['javascript', 'list.filter(isGood)', 'filter', ['mentioned', 'called']],
  ['javascript', 'class A { filter(list) { return list; } }', 'filter', ['mentioned', 'called', 'declared']],
  ['javascript', 'exports.filter = (list) => list;', 'filter', ['mentioned', 'declared']],
  ['javascript', 'const { filter } = lists;', 'filter', ['mentioned']],
  ['javascript', 'filter<string>(x); tag`x`', 'filter', ['mentioned', 'called', 'declared']],
  ['python', 'filter(x)', 'filter', ['mentioned', 'called']],
  ['python', 'async def filter(x): pass', 'filter', ['mentioned', 'called', 'declared']],
  ['go', 'func (s *Store) Find(id string) {}', 'Find', ['mentioned', 'called', 'declared']],
  ['go', 'x := store.Find(id)', 'Find', ['mentioned', 'called']],
  ['php', '$a->find($id);', 'find', ['mentioned', 'called']],
  ['php', 'public function find($id) {}', 'find', ['mentioned', 'called', 'declared']],
  ['java', 'repo.find(id);', 'find', ['mentioned', 'called']],
  ['java', 'User find(String id) {', 'find', ['mentioned', 'called', 'declared']],
  ['ruby', 'find id', 'find', ['mentioned', 'called', 'declared']],
])('%s: %s', (family, text, name, expected) => {
  const words = listWords(text, family);
  const uses: readonly WordUse[] = ['mentioned', 'called', 'declared'];
  expect(uses.filter((use) => holdsWord(words, name, use, family))).toEqual(expected);
});

// Without the guard each takes minutes.
test.each(['\n', 'a', 'func ('])('a text of nothing but %j is read once', (sign) => {
  const text = sign.repeat(300_000 / sign.length);
  const families: readonly RuleFamily[] = ['javascript', 'python', 'go', 'php', 'java'];
  expect(families.map((family) => listWords(text, family).length > 0 && listLinks(text, family).modules)).toEqual(
    families.map(() => []),
  );
});
