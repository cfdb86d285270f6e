import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { createToolFolder, isInstalled, SEARCH_PATH } from '../../../test/contracts/external-tools.ts';
import { RULES } from '../../../test/contracts/temporary-repository.ts';
import type { SourceFile } from '../../ports/analyzer.ts';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import { createBanditAnalyzer } from '../bandit/bandit.ts';
import { bandit } from '../bandit/declaration.ts';
import { goVet } from '../go-vet/declaration.ts';
import { createGoVetAnalyzer } from '../go-vet/go-vet.ts';
import { gosec } from '../gosec/declaration.ts';
import { createGosecAnalyzer } from '../gosec/gosec.ts';
import { npmAudit } from '../npm-audit/declaration.ts';
import { createNpmAuditAnalyzer } from '../npm-audit/npm-audit.ts';
import { staticcheck } from '../staticcheck/declaration.ts';
import { createStaticcheckAnalyzer } from '../staticcheck/staticcheck.ts';
import { createExternalAnalyzer, type ExternalAnalyzer, type ExternalHost, explainEnd } from './external-analyzer.ts';
import { dropReplacements } from './external-go.ts';

const tools = createToolFolder();
const RECORDED: ExternalHost = { root: '/none', searchPath: `${tools.path}:/usr/bin:/bin`, trustsRepository: false };
const REAL: ExternalHost = { root: '/none', searchPath: SEARCH_PATH, trustsRepository: false };
const RUNNING = new AbortController().signal;

async function scan(analyzer: ExternalAnalyzer, files: Readonly<Record<string, string>>) {
  const snapshot = await createMemoryRepository(files).open({ kind: 'all' }, RULES);
  const sources: SourceFile[] = [];
  for await (const entry of snapshot.entries())
    if (entry.kind === 'file' && analyzer.accepts(entry.path, entry.language, analyzer.reviewers[0] ?? ''))
      sources.push({ ...entry, text: files[entry.path] ?? '' });
  return analyzer.scan(sources, snapshot, RUNNING);
}

// ---------------------------------------------------------------------------------------------------- Python

const PYTHON = {
  'app/run.py':
    'import subprocess\n\n\ndef run(name):\n    subprocess.call("ls " + name, shell=True)  # nosec\n    assert name\n',
  'tests/test_run.py': 'import pickle\n\n\ndef test_it(data):\n    pickle.loads(data)\n',
  '.bandit': '[bandit]\nskips: B602\nexclude: tests\n',
  'bandit.yaml': 'skips: [B301]\n',
  'pyproject.toml': '[tool.bandit]\nskips = ["B602"]\n',
};
const issue = (file: string, line: number, test_id: string, said = {}) => ({
  filename: `./${file}`,
  line_number: line,
  line_range: [line],
  test_id,
  test_name: 'some_check',
  issue_text: 'A thing is done.',
  issue_severity: 'HIGH',
  issue_confidence: 'HIGH',
  issue_cwe: { id: 78 },
  more_info: 'https://bandit.example.org/x',
  ...said,
});

tools.recorded(
  'bandit',
  JSON.stringify({
    errors: [],
    results: [
      issue('tests/test_run.py', 5, 'B301', { issue_severity: 'MEDIUM', issue_cwe: { id: 502 } }),
      issue('app/run.py', 5, 'B602'),
      issue('app/run.py', 6, 'B101', { issue_severity: 'MEDIUM' }),
      issue('app/run.py', 1, 'B404', { issue_severity: 'MEDIUM' }),
      issue('app/run.py', 4, 'B999', { issue_severity: 'LOW' }),
      issue('app/run.py', 4, 'B998', { issue_confidence: 'LOW' }),
      issue('app/run.py', 99, 'B997'),
      issue('other.py', 1, 'B602'),
    ],
  }),
);

describeAnalyzer(
  bandit,
  {
    host: RECORDED,
    files: PYTHON,
    finds: ['app/run.py:5 bandit/B602-some-check', 'tests/test_run.py:5 bandit/B301-some-check'],
  },
  'bandit (recorded)',
);

test('a weakness that bandit names by a distant relative gets the number of our rules, and keeps its own beside it', async () => {
  const folder = createToolFolder();
  const found = issue('app/run.py', 5, 'B506', { issue_severity: 'MEDIUM', issue_cwe: { id: 20 } });
  folder.recorded('bandit', JSON.stringify({ errors: [], results: [found] }));
  const { findings } = await scan(createBanditAnalyzer({ ...RECORDED, searchPath: folder.path }), PYTHON);
  expect(findings).toMatchObject([{ cwe: 'CWE-502', extra: { reported_cwe: 'CWE-20' } }]);
});

describe.skipIf(!isInstalled('bandit'))('bandit itself (skipped where it is not installed)', () => {
  describeAnalyzer(
    bandit,
    {
      host: REAL,
      files: PYTHON,
      finds: [
        'app/run.py:5 bandit/B602-subprocess-popen-with-shell-equals-true',
        'tests/test_run.py:5 bandit/B301-blacklist',
      ],
    },
    'bandit',
  );

  test('a file that does not parse is unfinished, the others are looked at', async () => {
    const outcome = await scan(createBanditAnalyzer(REAL), { ...PYTHON, 'bad.py': 'def (:\n' });
    expect(outcome).toMatchObject({ status: 'partial', unfinished: ['bad.py'] });
    expect(outcome.findings.length).toBe(2);
  });

  test('a trusted repository may silence it', async () => {
    const outcome = await scan(createBanditAnalyzer({ ...REAL, trustsRepository: true }), PYTHON);
    expect(outcome.findings.map(({ file }) => file)).toEqual(['tests/test_run.py']);
  });
});

// ---------------------------------------------------------------------------------------------------- Go

const GO = {
  'go.mod': 'module example.org/m\n\ngo 1.21\n\nreplace example.org/x => /etc\n',
  'staticcheck.conf': 'checks = ["none"]\n',
  'main.go': `package main

import (
	"crypto/md5"
	_ "embed"
	"fmt"
	"os/exec"

	"example.org/m/sub"
)

//go:embed hello.txt
var hello string

//lint:file-ignore SA5009 no
func main() {
	//lint:ignore SA5009 no
	fmt.Printf("%d\\n", "s")
	_ = exec.Command("sh", "-c", sub.F()).Run() // #nosec
	fmt.Println(md5.New(), hello)
}
`,
  'sub/s.go': 'package sub\n\nimport "os"\n\nfunc F() string { return os.Getenv("X") }\n',
};
const problem = (code: string, line: number, message = 'A thing is done.') =>
  JSON.stringify({ code, severity: 'error', location: { file: '@/main.go', line, column: 1 }, end: { line }, message });

tools.program(
  'go',
  'case "$*" in version) echo go version go1.22.1 x;; *) cat "$(dirname "$0")/go.txt" | sed "s|@|$PWD|g";; esac',
);
tools.recorded('staticcheck', [problem('SA5009', 18), problem('staticcheck', 15), problem('ST1000', 1)].join('\n'));
tools.recorded(
  'gosec',
  JSON.stringify({
    'Golang errors': {},
    Issues: [
      {
        severity: 'MEDIUM',
        confidence: 'HIGH',
        cwe: { id: '78' },
        rule_id: 'G204',
        details: 'Subprocess',
        file: '@/main.go',
        line: '19',
      },
      {
        severity: 'MEDIUM',
        confidence: 'HIGH',
        cwe: { id: '328' },
        rule_id: 'G401',
        details: 'Weak',
        file: '@/main.go',
        line: '20-20',
      },
      {
        severity: 'LOW',
        confidence: 'HIGH',
        cwe: { id: '703' },
        rule_id: 'G104',
        details: 'Errors',
        file: '@/main.go',
        line: '19',
      },
    ],
  }),
);

describeAnalyzer(
  staticcheck,
  {
    host: RECORDED,
    files: GO,
    finds: ['main.go:18 staticcheck/SA5009'],
  },
  'staticcheck (recorded)',
);
describeAnalyzer(
  gosec,
  {
    host: RECORDED,
    files: GO,
    finds: ['main.go:19 gosec/G204', 'main.go:20 gosec/G401'],
  },
  'gosec (recorded)',
);

describe.skipIf(!isInstalled('go'))('go vet itself (skipped where Go is not installed)', () => {
  describeAnalyzer(
    goVet,
    {
      host: REAL,
      files: GO,
      finds: ['main.go:18 go-vet/printf'],
    },
    'go vet',
  );

  test('what needs modules that are not on this machine is absent, and nothing is fetched', async () => {
    const needy = 'package m\n\nimport "missing.example.org/x"\n\nfunc F() string { return x.Y() }\n';
    expect(
      await scan(createGoVetAnalyzer(REAL), { 'go.mod': 'module example.org/m\n\ngo 1.21\n', 'a.go': needy }),
    ).toEqual({
      status: 'absent',
      reason: 'modules the code needs are not in the module cache, and nothing is fetched',
      findings: [],
      unfinished: [],
    });
  });

  test('code of the reviewed module is not run, nor a tool chain or a C compiler of its choice', async () => {
    const marker = join(tmpdir(), `external-marker-${process.pid}`);
    const hostile = {
      'go.mod': 'module example.org/m\n\ngo 1.21\n\ntoolchain go1.99.0\n\ntool example.org/m/evil\n',
      'go.work': 'go 1.21\n\nuse /etc\n',
      'a.go': `package m\n\n//go:generate touch ${marker}\n\n// #cgo CFLAGS: -fplugin=/tmp/x.so\nimport "C"\n\nfunc init() {}\n`,
      'b.go': `package m\n\nimport "os"\n\nfunc init() { os.WriteFile("${marker}", nil, 0o600) }\n`,
    };
    onTestFinished(() => rmSync(marker, { force: true }));
    expect((await scan(createGoVetAnalyzer(REAL), hostile)).findings).toEqual([]);
    expect(existsSync(marker)).toBe(false);
  });
});

describe.skipIf(!isInstalled('staticcheck') || !isInstalled('go'))(
  'staticcheck itself (skipped where it is not installed)',
  () => {
    describeAnalyzer(
      staticcheck,
      {
        host: REAL,
        files: GO,
        finds: ['main.go:18 staticcheck/SA5009'],
      },
      'staticcheck',
    );
    test('a package that does not compile is unfinished, the others are looked at', async () => {
      const broken = { ...GO, 'bad/a.go': 'package bad\n\nfunc F() int { return "x" }\n', 'bad/b.go': 'package bad\n' };
      const outcome = await scan(createStaticcheckAnalyzer(REAL), broken);
      expect(outcome).toMatchObject({ status: 'partial', unfinished: ['bad/a.go', 'bad/b.go'] });
      expect(outcome.findings.map(({ rule }) => rule)).toEqual(['staticcheck/SA5009']);
    });
  },
);

describe.skipIf(!isInstalled('gosec') || !isInstalled('go'))('gosec itself (skipped where it is not installed)', () => {
  describeAnalyzer(
    gosec,
    {
      host: REAL,
      files: GO,
      finds: ['main.go:19 gosec/G204', 'main.go:20 gosec/G401'],
    },
    'gosec',
  );
});

test.each([
  [
    'what Go built it from',
    "printf 'x: go1.26\\n\\tpath\\ta/cmd/gosec\\n\\tmod\\ta\\tv2.22.11\\th1:x\\n'",
    /^2\.22\.11$/u,
  ],
  ['its content', "printf 'x: go1.26\\n\\tmod\\ta\\t(devel)\\n'", /^sha256:[0-9a-f]{12}$/u],
])('a program that does not say its version is known by %s', async (_by, body, version) => {
  const folder = createToolFolder();
  folder.program('gosec', `case "$*" in -version) echo Version: dev;; *) echo '{"Issues":[]}';; esac`);
  folder.program('go', body);
  const analyzer = createGosecAnalyzer({ ...RECORDED, searchPath: folder.path });
  expect((await scan(analyzer, { 'a.go': 'package a\n' })).status).toBe('completed');
  expect(analyzer.version).toMatch(version);
});

test('replacements that lead out of the private folder are dropped, others stay', () => {
  const lines = [
    'replace a => /etc',
    'replace b => ../outside',
    'replace c => ../../../x // why',
    'replace "d" v1.0.0 => "../../y"',
    'replace e => ./inside',
    'replace f => ../sibling',
    'replace g => example.org/g v1.2.3',
    '\th => C:\\x',
    'require i v1.0.0',
  ];
  expect(dropReplacements(lines.join('\n'), '/p/files/a', '/p/files').split('\n')).toEqual([
    'replace b => ../outside',
    ...lines.slice(4, 7),
    'require i v1.0.0',
  ]);
});

// ---------------------------------------------------------------------------------------------------- npm

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
  const analyzer = createNpmAuditAnalyzer(RECORDED, { mayUseNetwork: true });
  const { findings } = await scan(analyzer, { 'package.json': MANIFEST, 'package-lock.json': '{}' });
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
  const folder = createToolFolderWith(`touch ${marker}`);
  const analyzer = createNpmAuditAnalyzer({ ...RECORDED, searchPath: folder }, { mayUseNetwork: false });
  const outcome = await scan(analyzer, { 'package.json': MANIFEST, 'package-lock.json': '{}' });
  expect(outcome).toMatchObject({ status: 'absent', findings: [], unfinished: [] });
  expect(existsSync(marker)).toBe(false);
});

test('a registry that does not answer leaves the manifest unfinished, with what it said', async () => {
  const folder = createToolFolderWith(`echo '{"message":"405 Method Not Allowed","error":{}}'; exit 1`);
  const analyzer = createNpmAuditAnalyzer({ ...RECORDED, searchPath: folder }, { mayUseNetwork: true });
  expect(await scan(analyzer, { 'package.json': MANIFEST, 'package-lock.json': '{}' })).toEqual({
    status: 'partial',
    reason: 'npm-audit: advisories not checked: 405 Method Not Allowed',
    findings: [],
    unfinished: ['package.json'],
  });
});

function createToolFolderWith(body: string, name = 'npm'): string {
  const path = mkdtempSync(join(tmpdir(), 'external-tool-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  writeFileSync(`${path}/${name}`, `#!/bin/sh\n${body}\n`);
  chmodSync(`${path}/${name}`, 0o755);
  return path;
}

// ---------------------------------------------------------------------------------------------------- all of them

test.each([
  ['bandit', createBanditAnalyzer, { 'a.py': 'x = 1\n' }],
  ['gosec', createGosecAnalyzer, { 'a.go': 'package a\n' }],
  ['staticcheck', createStaticcheckAnalyzer, { 'a.go': 'package a\n' }],
  ['go', createGoVetAnalyzer, { 'a.go': 'package a\n' }],
] as const)('%s that is not installed is absent, with the reason', async (program, create, files) => {
  const analyzer = create({ ...RECORDED, searchPath: '/none' });
  expect(analyzer.absence).toBe(`${program} is not installed`);
  expect(await scan(analyzer, files)).toEqual({
    status: 'absent',
    reason: `${program} is not installed`,
    findings: [],
    unfinished: [],
  });
});

test('what a program prints instead of its results is a failure with a reason', async () => {
  for (const [body, reason] of [
    ['echo nonsense', 'bandit: no list of results'],
    ['echo "[]"', 'bandit: no list of results'],
    ['exit 2', 'bandit: no list of results'],
    ['echo \'{"results":[{}],"errors":[]}\'', 'bandit: 1 entries of its output could not be read'],
  ] as const) {
    const searchPath = createToolFolderWith(body, 'bandit');
    const outcome = await scan(createBanditAnalyzer({ ...RECORDED, searchPath }), { 'a.py': 'x = 1\n' });
    expect([outcome.status, outcome.reason]).toEqual([reason.includes('entries') ? 'partial' : 'failed', reason]);
  }
});

test('a program that ran out of time is not given more', async () => {
  const folder = createToolFolderWith(
    `case "$*" in *version*) echo 1.0;; *) echo run >> "$(dirname "$0")/runs"; sleep 60;; esac`,
    'slow',
  );
  const analyzer = createExternalAnalyzer(
    {
      name: 'slow',
      program: 'slow',
      versionArgs: ['--version'],
      reviewers: ['security-reviewer'],
      timeoutMs: 200,
      accepts: () => true,
      async scan(task) {
        const end = await task.run([]);
        return { kind: 'failed', reason: explainEnd(end) ?? '' };
      },
    },
    { ...RECORDED, searchPath: folder },
  );
  for (let i = 0; i < 3; i += 1)
    expect(await scan(analyzer, { 'a.py': 'x = 1\n' })).toEqual({
      status: 'failed',
      reason: 'slow: no end within 0.2 s',
      findings: [],
      unfinished: ['a.py'],
    });
  expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('run\n');
  expect(analyzer.version).toBe('1.0');
});

test('a path that leads out of the private folder is unfinished and written nowhere', async () => {
  const analyzer = createBanditAnalyzer(RECORDED);
  const snapshot = await createMemoryRepository({ 'a.py': 'x\n' }).open({ kind: 'all' }, RULES);
  const hostile = { path: '../../external-escape.py', language: 'python', text: 'x\n', changed: null };
  const outcome = await analyzer.scan([hostile], snapshot, RUNNING);
  expect(outcome).toMatchObject({ status: 'partial', findings: [], unfinished: ['../../external-escape.py'] });
  expect(existsSync(join(tmpdir(), 'external-escape.py'))).toBe(false);
});
