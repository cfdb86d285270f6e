/** The analyzer as a whole: what a finding carries, what it hides, and that no text can break or stall it. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { detectLanguage } from '../../protocol/source/language.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { openDocument, type TextDocument } from '../source-text/text-document.ts';
import { checkConfiguration } from './configuration.ts';
import { CONFIGURATION_RULES } from './configuration-rules.ts';
import { configuration } from './declaration.ts';
import { parseDockerfile, readStages } from './dockerfile.ts';
import { parseHcl } from './hcl.ts';
import { blankTemplates } from './kubernetes-checks.ts';
import { maskSecrets } from './mask-secrets.ts';
import { entriesOf, mapsBelow, nodeAt, parseYaml, textOf } from './yaml-tree.ts';

describeAnalyzer(configuration, {
  files: { Dockerfile: 'FROM debian:12.5\nEXPOSE 22\nUSER app\nHEALTHCHECK CMD true\n' },
  finds: ['Dockerfile:2 image-exposes-ssh'],
});

const open = (path: string, text: string): TextDocument =>
  openDocument({ path, language: detectLanguage(path)?.name ?? null, text, changed: null });

async function scan(path: string, text: string) {
  const analyzer = openAnalyzer(configuration);
  const file = { path, language: detectLanguage(path)?.name ?? null, text, changed: null };
  return analyzer.scan([file], {} as Snapshot, new AbortController().signal);
}

test('a finding quotes its line and says what it is and what to do', async () => {
  expect(await scan('docker-compose.yml', 'services:\r\n  web:\r\n    privileged: true # why\r\n')).toEqual({
    status: 'completed',
    reason: null,
    unfinished: [],
    findings: [
      {
        id: null,
        severity: 'HIGH',
        category: 'owasp',
        dimension: 'D8',
        cwe: 'CWE-250',
        file: 'docker-compose.yml',
        line: 3,
        endLine: 3,
        title: 'Service web is privileged',
        issue: expect.stringContaining('breaks into web'),
        evidence: '    privileged: true # why',
        recommendation: expect.stringContaining('cap_add'),
        references: ['https://cwe.mitre.org/data/definitions/250.html'],
        related: [],
        source: null,
        sink: null,
        flow: null,
        impact: null,
        confidence: 0.9,
        originallyTruncated: false,
        rule: 'compose-privileged',
        reviewer: 'security-reviewer',
        extra: {},
      },
    ],
  });
});

test('what is quoted for another reason shows no credential', async () => {
  const { findings } = await scan(
    'Dockerfile',
    'FROM a:1\nRUN curl -H "Authorization: Bearer abcdef123456" https://u:hunter22@x.example/i | sh\n',
  );
  expect(findings.map(({ evidence, extra }) => ({ evidence, extra }))).toEqual([
    { evidence: 'RUN curl -H "Authorization: Bearer …" https://u:…@x.example/i | sh', extra: { redacted: true } },
  ]);
  const part = await scan('.gitlab-ci.yml', 'include: https://bot:hunter22@x.example/ci.yml\n');
  expect(part.findings.map(({ title }) => title)).toEqual([expect.stringContaining('https://bot:…@x.example/ci.yml')]);
  expect(JSON.stringify(part)).not.toContain('hunter22');
  const [secret] = (await scan('Dockerfile', 'FROM a:1\nENV DB_PASSWORD=hunter22\n')).findings;
  expect([secret?.rule, secret?.evidence]).toEqual(['image-sets-secret', 'ENV DB_PASSWORD=…']);
});

test.each([
  ['password: ${DB_PASSWORD}', 'password: ${DB_PASSWORD}'],
  ['"api_key": "abc123"', '"api_key": "…"'],
  ['ENV TOKEN "abc"', 'ENV TOKEN "…"'],
  ['uses: a/b@v1', 'uses: a/b@v1'],
])('masks %s', (line, masked) => expect(maskSecrets(line)).toBe(masked));

test('it is for the security reviewer and for files that configure', () => {
  const { accepts } = openAnalyzer(configuration);
  const asked = (path: string, reviewer = 'security-reviewer') =>
    accepts(path, detectLanguage(path)?.name ?? null, reviewer);
  expect(
    ['Dockerfile', 'a.tf', '.npmrc', 'etc/sudoers', 'Jenkinsfile', 'a.yml'].filter((path) => !asked(path)),
  ).toEqual([]);
  expect(['a.ts', 'package.json', 'README.md', 'a.groovy', 'a.py'].filter((path) => asked(path))).toEqual([]);
  expect(asked('Dockerfile', 'go-reviewer')).toBe(false);
});

test('a description that is too long is said to be unfinished', async () => {
  expect(await scan('k8s/a.yaml', `apiVersion: v1\nkind: Pod\n${'# filler\n'.repeat(40_000)}`)).toEqual({
    status: 'partial',
    reason: 'k8s/a.yaml: longer than 300000 characters',
    findings: [],
    unfinished: ['k8s/a.yaml'],
  });
  expect((await scan('pnpm-lock.yaml', 'a: 1\n'.repeat(80_000))).status).toBe('completed');
});

// ------------------------------------------------------------------------------------------------ parsers

test('Dockerfile: continuation, comments inside, here-documents, flags and the JSON form', () => {
  const text = [
    '# escape=`',
    'FROM --platform=linux/amd64 a:1 AS Build',
    'RUN one `',
    '  # note',
    '',
    '  two',
    'RUN <<EOF',
    'three',
    'EOF',
    'COPY --from=build a b',
    'CMD ["x", "y z"]',
  ];
  const instructions = parseDockerfile(text);
  expect(instructions.map(({ keyword, line, endLine, argument }) => [keyword, line, endLine, argument])).toEqual([
    ['FROM', 2, 2, 'a:1 AS Build'],
    ['RUN', 3, 6, 'one    two'],
    ['RUN', 7, 9, '<<EOF\nthree'],
    ['COPY', 10, 10, 'a b'],
    ['CMD', 11, 11, '["x", "y z"]'],
  ]);
  expect([instructions[3]?.flags, instructions[4]?.words]).toEqual([['from=build'], ['x', 'y z']]);
  expect(readStages(instructions).map(({ image, name }) => [image, name])).toEqual([['a:1', 'build']]);
});

test('YAML: lines, merged keys, aliases and several documents', () => {
  const { roots, fault } = parseYaml(open('a.yml', 'a: &x\n  b: 1\nc:\n  <<: *x\n  d: |\n    e\n---\nf: !Ref g\n'));
  expect([roots.length, fault]).toEqual([2, null]);
  const [first, second] = roots;
  expect(entriesOf(nodeAt(first ?? null, 'c')).map(({ key, line }) => [key, line])).toEqual([
    ['d', 5],
    ['b', 2],
  ]);
  expect(textOf(nodeAt(second ?? null, 'f'))).toBe('g');
});

test('YAML: bombs and cycles end', () => {
  const names = 'abcdefghijklmnopqrstuvwxyz';
  const bomb = [...names]
    .map((name, at) => (at === 0 ? 'a: &a [x, y]' : `${name}: &${name} [*${names[at - 1]}, *${names[at - 1]}]`))
    .join('\n');
  expect(mapsBelow(parseYaml(open('a.yml', bomb)).roots[0] ?? null)).toHaveLength(1);
  expect(parseYaml(open('a.yml', 'a: &a [*a]')).roots).toHaveLength(1);
  const deep = { roots: [], whole: [], fault: 'is nested too deeply' };
  expect(parseYaml(open('a.yml', '['.repeat(100_000)))).toEqual(deep);
  expect(parseYaml(open('a.yml', '- '.repeat(100_000)))).toEqual(deep);
  expect(parseYaml(open('a.yml', 'a'.repeat(300_001)))).toMatchObject({
    roots: [],
    fault: expect.stringContaining('longer than 300000'),
  });
});

test('HCL: nested blocks, labels, comments and here-documents', () => {
  const text =
    'resource "a" "b" { # c\n  x = [1, # no\n    2]\n  y = <<-E\n    } {\n  E\n  n "l" {\n    z = "}" // d\n  }\n}\nlocals { q = 1 }\n';
  expect(parseHcl(open('a.tf', text))).toEqual([
    {
      type: 'resource',
      labels: ['a', 'b'],
      line: 1,
      attributes: [
        { name: 'x', text: '[1, \n    2]', line: 2 },
        { name: 'y', text: '} {', line: 4 },
      ],
      blocks: [{ type: 'n', labels: ['l'], line: 7, attributes: [{ name: 'z', text: '"}"', line: 8 }], blocks: [] }],
    },
    { type: 'locals', labels: [], line: 11, attributes: [{ name: 'q', text: '1', line: 11 }], blocks: [] },
  ]);
});

test('templates of a chart keep their lines and lengths', () => {
  const text = 'a: {{ .x }}b\n{{- if x }}\nc: 1\n{{- end }}\n';
  const plain = blankTemplates(text);
  expect(plain).toBe('a: TTTTTTTTb\n           \nc: 1\n          \n');
  expect(blankTemplates('{{\u{10000} }}\n')).toBe('       \n');
  fc.assert(fc.property(hostile, (any) => blankTemplates(any).length === any.length));
});

// ------------------------------------------------------------------------------------------------ hostile

const WORDS = [
  'FROM ',
  'RUN ',
  '\\\n',
  '<<EOF',
  'EOF\n',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  '${{ ',
  ' }}',
  'github.head_ref',
  'on: ',
  'jobs:\n',
  '  a:\n',
  '- ',
  ': ',
  '&a ',
  '*a',
  '<<: ',
  '| ',
  '\n',
  ' ',
  '{{',
  '}}',
  'resource "a" "b" {',
  'apiVersion: v1\nkind: Pod\n',
  'AWSTemplateFormatVersion',
  'Resources:\n',
  '#',
  '\t',
  '\r\n',
  '\u0000',
  'curl x | sh',
  'location /a {',
  'alias /b/;',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 40 })
  .map((parts) => parts.join(''));
const PATHS = [
  'Dockerfile',
  '.github/workflows/a.yml',
  'action.yml',
  'compose.yml',
  '.gitlab-ci.yml',
  '.circleci/config.yml',
  'azure-pipelines.yml',
  'Jenkinsfile',
  'a.yaml',
  'values.yaml',
  'a.tf',
  'a.json',
  'nginx.conf',
  '.htaccess',
  'settings.py',
  '.npmrc',
  '.env',
] as const;

test('any text in any file: no exception, and every line exists', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PATHS), hostile, (path, text) => {
      const document = open(path, text);
      for (const { line, rule } of checkConfiguration(document).observations) {
        expect(CONFIGURATION_RULES.has(rule)).toBe(true);
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(document.lines.length);
      }
    }),
    { numRuns: 600 },
  );
});

test.each([
  ['a long line', (path: string) => `${path}: ${'a'.repeat(200_000)}`],
  ['open expressions', () => `on: issues\njobs:\n  a:\n    steps:\n      - run: ${'${{ '.repeat(20_000)}`],
  ['open templates', () => `apiVersion: v1\nkind: Pod\n${'{{ '.repeat(20_000)}`],
  ['open blocks', () => 'resource "a" "b" {\n'.repeat(5_000)],
  ['open quotes', () => 'sh "'.repeat(20_000)],
  ['downloads without a shell', () => `FROM a\nRUN ${'curl x '.repeat(20_000)}`],
  ['spaces', () => `FROM a\nRUN ${' '.repeat(100_000)}x`],
  ['here-documents', () => `FROM a\nRUN ${'<<EOF '.repeat(2_000)}\n${'x\n'.repeat(2_000)}`],
  ['prints', () => `on: push\njobs:\n  a:\n    steps:\n      - run: ${'echo ${{ secrets.'.repeat(5_000)}`],
])('it does not stall on %s', (_name, make) => {
  for (const path of PATHS) {
    const started = process.cpuUsage();
    checkConfiguration(open(path, make(path)));
    expect(process.cpuUsage(started).user / 1000, path).toBeLessThan(10_000);
  }
});
