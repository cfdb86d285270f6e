import { expect, test } from 'vitest';
import { placesOf, scanProject } from '../../../test/scan-project.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { dependencies } from './declaration.ts';
import { isBinding } from './lock-terms.ts';

const analyzer = openAnalyzer(dependencies);

test.each([
  ['MIT', false],
  ['Apache-2.0', false],
  ['LGPL-3.0-only', false],
  ['MPL-2.0', false],
  ['GPL-3.0-or-later', true],
  ['AGPL-3.0', true],
  ['SSPL-1.0', true],
  ['BUSL-1.1', true],
  ['(MIT OR GPL-3.0-or-later)', false],
  ['(MIT AND AGPL-3.0)', true],
  ['GPL-2.0-only WITH Classpath-exception-2.0', false],
])('%s binds: %s', (license, binds) => {
  expect(isBinding(license)).toBe(binds);
});

const project = (manifest: Readonly<Record<string, unknown>>, entry: Readonly<Record<string, unknown>>) => {
  const dependencies = { chart: '1.0.0' };
  const own = { name: 'x', license: 'MIT', dependencies, ...manifest };
  const locked = { version: '1.0.0', resolved: 'https://registry.example/chart.tgz', integrity: 'sha512-x', ...entry };
  return {
    'package.json': JSON.stringify(own, null, 2),
    'package-lock.json': JSON.stringify({ packages: { '': { dependencies }, 'node_modules/chart': locked } }),
  };
};

test.each<[string, object, object, readonly string[]]>([
  ['a binding licence in what is shipped', {}, { license: 'AGPL-3.0' }, ['binding-licence package.json:5']],
  ['a free licence', {}, { license: 'MIT' }, []],
  ['a binding licence of a tool', {}, { license: 'GPL-3.0', dev: true }, []],
  ['a project under such a licence itself', { license: 'GPL-3.0-only' }, { license: 'GPL-3.0' }, []],
  ['a script at installation', {}, { hasInstallScript: true }, ['packages-run-scripts package.json:5']],
  ['scripts that are allowed by name', { allowScripts: { chart: true } }, { hasInstallScript: true }, []],
])('%s', async (_name, manifest, entry, places) => {
  expect(placesOf(await scanProject(analyzer, project({ ...manifest }, { ...entry })))).toEqual(places);
});

test('a licence finding names package and licence', async () => {
  const { findings, reason } = await scanProject(analyzer, project({}, { license: 'AGPL-3.0' }));
  expect(findings[0]).toMatchObject({
    category: 'license',
    severity: 'MEDIUM',
    title: 'chart is under a licence that binds the whole program',
    extra: { dependency: 'chart', affected_versions: '1.0.0' },
  });
  expect(findings[0]?.issue).toContain('chart (AGPL-3.0)');
  expect(reason).toBe('advisories not checked: no source configured');
});
