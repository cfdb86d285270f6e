/** Names that examples import: reported where the entry file of the package does not know them, silent where it may. */
import { expect, test } from 'vitest';
import { placesOf, scanProject } from '../../../test/scan-project.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { documentation } from './declaration.ts';

const page = (info: string, code: string): string => `# Tiny\n\n\`\`\`${info}\n${code}\n\`\`\`\n`;
const MANIFEST = '{ "name": "tiny", "exports": "./src/index.js" }';

test.each([
  ['a name that is gone', page('js', "import { old, now } from 'tiny';"), 'export function now() {}\n', 1],
  ['a name by require', page('js', "const { old } = require('tiny');"), 'export function now() {}\n', 1],
  ['a name of a file', page('js', "import { old } from './src/index.js';"), 'export function now() {}\n', 1],
  ['a name that a file has', page('js', "import { now } from './src/index';"), 'export function now() {}\n', 0],
  ['a file that the reader writes', page('js', "import { old } from './mine.js';"), 'export function now() {}\n', 0],
  ['names that are there', page('js', "import { now } from 'tiny';"), 'export function now() {}\n', 0],
  ['names that are passed on', page('js', "import { old } from 'tiny';"), "export * from './other.js';\n", 0],
  ['another package', page('js', "import { old } from 'other';"), 'export function now() {}\n', 0],
  ['types that a build makes', page('ts', "import { Old } from 'tiny';"), 'export function now() {}\n', 0],
])('%s', async (_name, readme, entry, count) => {
  const files = { 'package.json': MANIFEST, 'src/index.js': entry, 'README.md': readme };
  const places = placesOf(await scanProject(openAnalyzer(documentation), files));
  expect(places.filter((place) => place.startsWith('documented-import-missing README.md:4'))).toHaveLength(count);
});

test('packages of Python and Go', async () => {
  const places = placesOf(
    await scanProject(openAnalyzer(documentation), {
      'tiny/__init__.py': 'def now():\n    pass\n',
      'tiny/tools.py': '',
      'README.md': page('python', 'from tiny import now, old, tools'),
      'go.mod': 'module example.org/small\n',
      'small.go': 'package small\n\nfunc Now() {}\n',
      'docs/use.md': page('go', 'import "example.org/small"\n\nsmall.Now()\nsmall.Old()'),
    }),
  );
  expect(places.filter((place) => place.startsWith('documented-import-missing'))).toEqual([
    'documented-import-missing README.md:4',
    'documented-import-missing docs/use.md:7',
  ]);
});

test('modules inside a Python package, and names in parentheses', async () => {
  const examples = [
    'from shop.store import load, gone',
    'from shop.store import (',
    '    load,',
    '    lost,',
    ')',
  ].join('\n');
  const places = placesOf(
    await scanProject(openAnalyzer(documentation), {
      'shop/__init__.py': '',
      'shop/store.py': 'def load():\n    pass\n',
      'README.md': page('python', `${examples}\nfrom shop.elsewhere import anything\nfrom other.store import more`),
    }),
  );
  expect(places.filter((place) => place.startsWith('documented-import-missing'))).toEqual([
    'documented-import-missing README.md:4',
    'documented-import-missing README.md:5',
  ]);
});
