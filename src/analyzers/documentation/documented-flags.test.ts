import { expect, test } from 'vitest';
import { placesOf, scanProject } from '../../../test/scan-project.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { documentation } from './declaration.ts';

const analyzer = openAnalyzer(documentation);
const manifest = JSON.stringify({ name: '@us/shop', private: true, bin: { shop: 'cli.js' } });
const page = (command: string): string => `# Shop\n\n\`\`\`sh\n${command}\n\`\`\`\n`;

test.each<[string, string, readonly string[]]>([
  ['a flag nothing knows', 'shop pay --fast', ['missing-flag README.md:4']],
  ['through npx', 'npx shop pay --fast=1', ['missing-flag README.md:4']],
  ['a flag that is declared', 'shop pay --dry-run', []],
  ['a flag that is declared in another spelling', 'shop pay --max-items 3', []],
  ['a flag turned off', 'shop pay --no-dry-run', []],
  ['a flag every program has', 'shop --help', []],
  ['a flag of another program', 'curl --fast https://example.org', []],
  ['a flag behind a pipe', 'shop list | grep --fast x', []],
])('%s', async (_name, command, places) => {
  const files = {
    'package.json': manifest,
    'cli.js': "option('--dry-run'); const { maxItems } = read();\n",
    'README.md': page(command),
  };
  expect(placesOf(await scanProject(analyzer, files))).toEqual(places);
});

test('a changelog may speak of flags that are gone; a project without source is not judged', async () => {
  const source = { 'package.json': manifest, 'cli.js': 'run();\n' };
  const history = await scanProject(analyzer, { ...source, 'CHANGELOG.md': page('shop --fast') });
  const bare = await scanProject(analyzer, { 'package.json': manifest, 'README.md': page('shop --fast') });
  expect([...placesOf(history), ...placesOf(bare)]).toEqual([]);
});

test('programs of a Python project', async () => {
  const outcome = await scanProject(analyzer, {
    'pyproject.toml': '[project]\nname = "x"\n\n[project.scripts]\nshop = "shop:main"\n',
    'shop.py': 'parser.add_argument("--dry-run")\n',
    'README.md': page('shop --dry-run --fast'),
  });
  expect(placesOf(outcome)).toEqual(['missing-flag README.md:4']);
});
