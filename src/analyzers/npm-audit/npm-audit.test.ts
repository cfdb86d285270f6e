import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { createToolFolder, createToolFolderWith, hostWith, scanWith } from '../../../test/contracts/external-tools.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { npmAudit } from './declaration.ts';

const tools = createToolFolder();
const RECORDED = hostWith(tools.path);

const MANIFEST = '{\n  "dependencies": {\n    "lodash": "4.17.15"\n  }\n}\n';
const advisory = {
  source: 1,
  name: 'lodash',
  title: 'Command Injection in lodash',
  url: 'https://github.com/advisories/GHSA-35jh-r3h4-6jhm',
  severity: 'high',
  cwe: ['CWE-77', 'CWE-94'],
  cvss: { score: 7.2, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' },
  range: '<4.17.21',
};
tools.recorded(
  'npm',
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      lodash: {
        name: 'lodash',
        severity: 'high',
        isDirect: true,
        via: [advisory],
        range: '<=4.17.20',
        fixAvailable: { name: 'lodash', version: '4.17.21', isSemVerMajor: false },
      },
      wrapper: { name: 'wrapper', severity: 'high', isDirect: false, via: ['lodash'], range: '*', fixAvailable: true },
    },
  }),
);

describeAnalyzer(
  npmAudit,
  {
    host: { ...RECORDED, mayUseNetwork: true },
    files: { 'package.json': MANIFEST, 'package-lock.json': '{}', '.npmrc': 'registry=http://evil.example.org\n' },
    finds: ['package.json:3 known-vulnerability'],
  },
  'npm audit (documented output)',
);

test('npm audit gives the fields of its reviewer [FACT-12]', async () => {
  const analyzer = openAnalyzer(npmAudit, { ...RECORDED, mayUseNetwork: true });
  const { findings } = await scanWith(analyzer, { 'package.json': MANIFEST, 'package-lock.json': '{}' });
  expect(findings[0]).toMatchObject({
    severity: 'HIGH',
    category: 'cve',
    cwe: 'CWE-78',
    dimension: 'D10',
    extra: {
      dependency: 'lodash',
      cve: 'GHSA-35jh-r3h4-6jhm',
      cvss: 7.2,
      affected_versions: '<4.17.21',
      patched_version: '4.17.21',
      direct: true,
    },
  });
});

test('without leave to use the network npm audit is absent and not even started', async () => {
  const marker = `${tools.path}/started`;
  const folder = createToolFolderWith(`touch ${marker}`, 'npm');
  const analyzer = openAnalyzer(npmAudit, { ...RECORDED, searchPath: folder, mayUseNetwork: false });
  const outcome = await scanWith(analyzer, { 'package.json': MANIFEST, 'package-lock.json': '{}' });
  expect(outcome).toMatchObject({ status: 'absent', findings: [], unfinished: [] });
  expect(existsSync(marker)).toBe(false);
});

test('a registry that does not answer leaves the manifest unfinished, with what it said', async () => {
  const folder = createToolFolderWith(`echo '{"message":"405 Method Not Allowed","error":{}}'; exit 1`, 'npm');
  const analyzer = openAnalyzer(npmAudit, { ...RECORDED, searchPath: folder, mayUseNetwork: true });
  expect(await scanWith(analyzer, { 'package.json': MANIFEST, 'package-lock.json': '{}' })).toEqual({
    status: 'partial',
    reason: 'npm-audit: advisories not checked: 405 Method Not Allowed',
    findings: [],
    unfinished: ['package.json'],
  });
});
