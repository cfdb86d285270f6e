import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreCvss, severityOfScore } from '../../protocol/findings/cvss.ts';
import { ADVISORY_ECOSYSTEMS, type AdvisoryEcosystem, compareVersions } from '../packages/package-version.ts';
import { findExposure, parseAdvisory } from './osv-advisory.ts';

test.each<[AdvisoryEcosystem, readonly string[]]>([
  [
    'npm',
    [
      '0.0.0-alpha',
      '0.9.9',
      '1.0.0-1',
      '1.0.0-2',
      '1.0.0-10',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-beta',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.1',
      '1.2.0',
      '1.10.0',
      '2.0.0',
      '10.0.0',
    ],
  ],
  [
    'Go',
    [
      'v0.0.0-20190101000000-abcdef123456',
      'v0.0.0-20200101000000-abcdef123456',
      'v0.0.1',
      '1.2.3-rc.1',
      'v1.2.3',
      'v1.2.4-0.20200101000000-abcdef123456',
      '1.2.4',
      'v2.0.0+incompatible',
    ],
  ],
  [
    'PyPI',
    [
      '1.0.dev1',
      '1.0a1.dev1',
      '1.0a1',
      '1.0a2',
      '1.0b1',
      '1.0rc1',
      '1.0',
      '1.0.post1',
      '1.0.1',
      '1.1',
      '1.10',
      '2',
      '1!0.1',
    ],
  ],
  [
    'Maven',
    [
      '1-alpha-1',
      '1-alpha2',
      '1.0-beta',
      '1-m1',
      '1.0-rc1',
      '1.0-SNAPSHOT',
      '1.0',
      '1-sp',
      '1-jre',
      '1-1',
      '1.0.1',
      '1.1-alpha',
      '1.1',
      '1.9',
      '1.10',
      '2.9.10',
      '2.9.10.1',
    ],
  ],
  ['crates.io', ['0.1.0-alpha.1', '0.1.0', '0.1.1', '0.2.0', '1.0.0-rc.1', '1.0.0']],
  ['RubyGems', ['1.0.0.a', '1.0.0.beta1', '1.0.0.pre', '1.0.0.rc1', '1.0.0', '1.0.0.1', '1.0.1', '1.2', '1.10']],
])('versions of %s are in order', (ecosystem, sorted) => {
  for (const [i, a] of sorted.entries())
    for (const [j, b] of sorted.entries())
      expect([a, b, Math.sign(compareVersions(ecosystem, a, b) ?? 9)]).toEqual([a, b, Math.sign(i - j)]);
});

test.each<[AdvisoryEcosystem, string, string]>([
  ['npm', '1.0.0', 'v1.0.0+build'],
  ['npm', '1.0', '1.0.0'],
  ['PyPI', '1.0', '1.0.0'],
  ['PyPI', '1.0-RC.1', '1.0rc1'],
  ['PyPI', '1.0-1', '1.0.post1'],
  ['PyPI', '1.0+local', '1.0'],
  ['RubyGems', '1', '1.0.0'],
  ['Maven', '1', '1.0.0'],
  ['Maven', '1.0.0.Final', '1-ga'],
  ['Maven', '1.0a1', '1-alpha-1'],
  ['Maven', '5.3.0.RELEASE', '5.3'],
])('%s: %s is %s', (ecosystem, a, b) => expect(compareVersions(ecosystem, a, b)).toBe(0));

test('what is no version has no order, and order never contradicts itself', () => {
  for (const ecosystem of ADVISORY_ECOSYSTEMS)
    for (const text of ['', 'latest', '^1.0.0', '1.*', '../x', '1..2', 'git+ssh://x'])
      expect(compareVersions(ecosystem, text, '1.0.0')).toBeNull();
  const version = fc.oneof(
    fc.stringMatching(/^\d{1,3}(\.\d{1,3}){0,3}([-.]?(a|b|rc|pre|dev|post)\.?\d?)?$/u),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.constantFrom(...ADVISORY_ECOSYSTEMS), version, version, (ecosystem, a, b) => {
      const [ab, ba] = [compareVersions(ecosystem, a, b), compareVersions(ecosystem, b, a)];
      return (ab === null) === (ba === null) && Math.sign(ab ?? 0) === -Math.sign(ba ?? 0);
    }),
  );
});

test.each([
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10],
  ['CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
  ['CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H', 7.2],
  ['CVSS:3.1/AV:L/AC:H/PR:L/UI:N/S:U/C:N/I:N/A:L', 2.5],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0],
  ['CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:H/A:N/E:P', 5.9],
  ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H', null],
  ['CVSS:3.1/AV:N', null],
  ['CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', null],
  ['9.8', null],
])('%s scores %s', (vector, score) => expect(scoreCvss(vector)).toBe(score));

test('severity by score [FACT-12]', () => {
  expect([10, 9, 8.9, 7, 6.9, 4, 3.9, 0].map(severityOfScore)).toEqual([
    'CRITICAL',
    'CRITICAL',
    'HIGH',
    'HIGH',
    'MEDIUM',
    'MEDIUM',
    'LOW',
    'LOW',
  ]);
});

const entry = (events: readonly object[], said: object = {}, name = 'demo', ecosystem = 'npm') => ({
  id: 'GHSA-1',
  aliases: ['CVE-2024-1'],
  summary: 'Something is wrong',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  database_specific: { severity: 'LOW', cwe_ids: ['CWE-1321'] },
  references: [{ type: 'WEB', url: 'https://example.org/a' }, { url: 'http://plain' }, {}],
  affected: [{ package: { ecosystem, name }, ranges: [{ type: 'SEMVER', events }] }],
  ...said,
});
const exposure = (value: unknown, version: string, name = 'demo', ecosystem: AdvisoryEcosystem = 'npm') => {
  const advisory = parseAdvisory(value);
  return advisory && findExposure(advisory, { ecosystem, name, version });
};

test('an entry is read with its number, score and weakness', () => {
  expect(parseAdvisory(entry([{ introduced: '0' }, { fixed: '1.2.3' }]))).toEqual({
    id: 'GHSA-1',
    cve: 'CVE-2024-1',
    summary: 'Something is wrong',
    severity: 'CRITICAL',
    cvss: 9.8,
    cwe: 'CWE-1321',
    references: ['https://example.org/a'],
    affected: [
      {
        ecosystem: 'npm',
        name: 'demo',
        ranges: [
          [
            { kind: 'introduced', version: '0' },
            { kind: 'fixed', version: '1.2.3' },
          ],
        ],
        versions: [],
      },
    ],
  });
  expect(parseAdvisory(entry([], { severity: [] }))).toMatchObject({ severity: 'LOW', cvss: null });
  expect(parseAdvisory(entry([], { id: 'MAL-2024-1', severity: [] }))).toMatchObject({ severity: 'CRITICAL' });
  expect(parseAdvisory(entry([], { withdrawn: '2024-01-01T00:00:00Z' }))).toBeNull();
  expect(parseAdvisory(entry([], {}, 'x', 'Debian:11'))).toBeNull();
  expect([null, 7, 'x', [], {}].map(parseAdvisory)).toEqual([null, null, null, null, null]);
});

test.each([
  [
    [{ introduced: '0' }, { fixed: '1.2.3' }],
    ['0.0.1', '1.2.2', '1.2.3-rc.1'],
    ['1.2.3', '2.0.0'],
  ],
  [
    [{ introduced: '1.0.0' }, { fixed: '1.2.3' }],
    ['1.0.0', '1.2.2'],
    ['0.9.9', '1.0.0-alpha', '1.2.3'],
  ],
  [
    [{ introduced: '1.0.0' }, { last_affected: '1.2.3' }],
    ['1.0.0', '1.2.3'],
    ['0.9.9', '1.2.4'],
  ],
  [
    [{ fixed: '2.0.5' }, { introduced: '2.0.0' }, { fixed: '1.2.3' }, { introduced: '1.0.0' }],
    ['1.0.0', '2.0.4'],
    ['1.5.0', '2.0.5'],
  ],
  [[{ introduced: '0' }], ['0.0.1', '99.0.0'], []],
  [[], [], ['1.0.0']],
])('%j', (events, affected, safe) => {
  for (const version of affected) expect([version, exposure(entry(events), version) !== null]).toEqual([version, true]);
  for (const version of safe) expect([version, exposure(entry(events), version)]).toEqual([version, null]);
});

test('an exposure says which versions, and the first that is free of it', () => {
  const events = [{ introduced: '1.0.0' }, { fixed: '1.2.3' }, { introduced: '2.0.0' }, { fixed: '2.0.5' }];
  expect(exposure(entry(events), '2.0.1')).toEqual({
    affectedVersions: '>= 1.0.0, < 1.2.3, >= 2.0.0, < 2.0.5',
    patchedVersion: '2.0.5',
  });
  expect(exposure(entry([{ introduced: '0' }]), '1.0.0')).toEqual({
    affectedVersions: 'all versions',
    patchedVersion: null,
  });
  expect(exposure(entry(events), '1.0.0', 'other')).toBeNull();
  expect(exposure(entry(events), 'not-a-version')).toBeNull();
});

test('names and versions are compared as their ecosystem does', () => {
  const listed = {
    affected: [
      {
        package: { ecosystem: 'PyPI', name: 'My_Package' },
        versions: ['1.0', 'weird'],
        ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }],
      },
    ],
  };
  expect(exposure(entry([], listed), '1.0.0', 'my.package', 'PyPI')).toEqual({
    affectedVersions: '1.0.0',
    patchedVersion: null,
  });
  expect(exposure(entry([], listed), 'weird', 'my-package', 'PyPI')).not.toBeNull();
  expect(exposure(entry([], listed), '1.0.1', 'my-package', 'PyPI')).toBeNull();
  expect(
    exposure(
      entry([{ introduced: '0' }, { fixed: '1.2.3' }], {}, 'example.org/m', 'Go'),
      'v1.2.2',
      'example.org/m',
      'Go',
    ),
  ).not.toBeNull();
});

test('any value is an answer', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, version) => {
      const advisory = parseAdvisory(value) ?? parseAdvisory(entry(value as readonly object[]));
      return (
        advisory === null ||
        ['object'].includes(typeof findExposure(advisory, { ecosystem: 'npm', name: 'demo', version }))
      );
    }),
  );
});
