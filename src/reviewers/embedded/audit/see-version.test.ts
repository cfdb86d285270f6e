import { expect, test } from 'vitest';
import { isInRange } from '../../../analyzers/packages/package-version.ts';
import type { ProjectDependency } from '../../../recon/recon.ts';
import { describeAdvisory, seeVersion } from './see-version.ts';

const LODASH: ProjectDependency = {
  name: 'lodash',
  version: '4.17.11',
  isExact: true,
  isDirect: true,
  isDevelopment: false,
  ecosystem: 'npm',
  manifest: 'package.json',
  line: 1,
};
const SAID = { dependency: 'lodash', affected_versions: '< 4.17.12', installed_version: '4.17.11', cve: 'CVE-1' };

test.each([
  ['the version that is there', {}, {}, 'the project uses lodash 4.17.11, of < 4.17.12'],
  ['another version is there', { version: '4.17.21' }, { installed_version: undefined }, null],
  ['only a range is there', { isExact: false }, {}, null],
  ['another package', { name: 'lodash-es' }, {}, null],
  ['a version beyond the range', {}, { affected_versions: '>= 5.0.0' }, null],
  ['no range', {}, { affected_versions: undefined }, null],
  ['a language without an order of versions', { ecosystem: 'nuget' }, {}, null],
] as const)('an advisory is seen again in what the project takes: %s [FACT-08]', (_name, dependency, said, seen) => {
  expect(seeVersion({ ...SAID, ...said }, { dependencies: [{ ...LODASH, ...dependency }] })).toBe(seen);
});

test.each([
  ['4.17.11', '< 4.17.12', true],
  ['4.17.12', '< 4.17.12', false],
  ['4.17.12', '<= 4.17.12', true],
  ['2.0.5', '>= 1.0.0, < 1.2.0, >= 2.0.0, < 2.1.0', true],
  ['1.5.0', '>= 1.0.0, < 1.2.0, >= 2.0.0, < 2.1.0', false],
  ['3.1.0', '<2.1.0 || >=3.0.0 <3.2.0', true],
  ['2.5.0', '<2.1.0 || >=3.0.0 <3.2.0', false],
  ['1.0.0', '1.0.0', true],
  ['1.0.1', '1.0.0', false],
  ['1.0.0', 'all versions', true],
  ['1.0.0', 'some', false],
  ['1.0.0', '', false],
])('%s in %s: %s', (version, range, isIn) => {
  expect(isInRange('npm', version, range)).toBe(isIn);
});

test('an advisory speaks for its own impact', () => {
  expect(describeAdvisory({ cve: 'CVE-1', cvss: 9.8 })).toBe('CVE-1, CVSS 9.8');
  expect(describeAdvisory({ cve: 'CVE-1', cvss: null })).toBe('CVE-1, rated by its advisory');
});
