/** The documentation of this project, checked by its own documentation reviewer: links, anchors, scripts, flags and files exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { review } from '../src/index.ts';
import { createFolder } from './e2e/run-cli.ts';

const root = join(import.meta.dirname, '..');
const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs'];
const GUIDES = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));

/** `path:line title` of every finding in these pages. */
async function reviewPages(folder: string, paths: readonly string[]): Promise<readonly string[]> {
  const report = await review({
    root: folder,
    selection: { kind: 'paths', patterns: paths },
    flags: { reviewers: ['documentation'], externalAnalyzers: [] },
  });
  expect(report.complete).toBe(true);
  return report.findings.map(({ file, line, title }) => `${file}:${line} ${title}`);
}

test('the documentation reviewer finds nothing in the pages of this project', async () => {
  expect(await reviewPages(root, PAGES)).toEqual([]);
});

test('it would find a broken link, a missing section and a script that does not exist', async () => {
  const folder = createFolder({
    'README.md': '# A\n\n[gone](docs/gone.md) and [section](docs/b.md#gone)\n\n```sh\nnpm run gone\n```\n',
    'docs/b.md': '# B\n',
    'package.json': '{ "name": "a", "scripts": {} }\n',
  });
  const found = await reviewPages(folder, ['README.md', 'docs']);
  expect(found.map((each) => each.split(' ')[0]).toSorted()).toEqual(['README.md:3', 'README.md:3', 'README.md:6']);
});

test('guides are few enough to be read as a list', () => {
  expect(GUIDES.filter((name) => name !== 'GLOSSARY.md').length).toBeLessThanOrEqual(17);
});

describe('every guide', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  test.each(GUIDES)('%s is linked from the README and says its purpose in its first line', (name) => {
    expect(readme).toContain(`](docs/${name})`);
    const [heading, blank, purpose = ''] = readFileSync(join(root, 'docs', name), 'utf8').split('\n');
    expect([heading?.startsWith('# '), blank]).toEqual([true, '']);
    expect(purpose).toMatch(/^[A-Z`].{40,}\.$/u);
  });
});
