/** Semgrep itself against local rules. `.ci/run` installs it; without it the tests that need it say so and are skipped. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { createToolFolder, isInstalled, SEARCH_PATH } from '../../../test/contracts/external-tools.ts';
import { createFolderFixture, RULES, type TemporaryFolder } from '../../../test/contracts/temporary-repository.ts';
import type { SourceFile } from '../../ports/analyzer.ts';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import { type AnalyzerHost, BARE_HOST } from '../declaration.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { semgrep } from './declaration.ts';
import { OWN_RULES } from './semgrep-configs.ts';

const RULE_FILE = new URL('../../../test/fixtures/semgrep/rules.yaml', import.meta.url).pathname;
const HOST: AnalyzerHost = { ...BARE_HOST, root: '/none', searchPath: SEARCH_PATH };
const REASON = 'semgrep is neither on the PATH nor in .cache/semgrep: skipped';

const FILES = {
  'app/run.py': 'import subprocess\n\n\ndef run(name):\n    subprocess.call("ls " + name, shell=True)  # nosem\n',
  'tests/test_run.py': 'import subprocess\n\nsubprocess.call("ls", shell=True)  # nosemgrep: local-shell\n',
  'web/a.js': 'const password = "hunter2hunter2";\nconsole.log(password);\n',
  'web/a.min.js': 'const password = "hunter2hunter2";\n',
  '.semgrepignore': '*\n',
  '.semgrep.yml': 'rules: []\n',
};

const readText = (folder: TemporaryFolder, name: string): string => readFileSync(folder.path(name), 'utf8');

/** Lines below a comment `ruleid: RULE` or `ok: RULE`. */
const listMarks = (name: string, text: string, mark: string): readonly string[] =>
  text.split('\n').flatMap((line, i) => {
    const id = new RegExp(`// ${mark}: (\\S+)`, 'u').exec(line)?.[1];
    return id === undefined ? [] : [`${name}:${i + 2} semgrep/${id}`];
  });

async function scan(host: AnalyzerHost, rules: readonly string[], files: Readonly<Record<string, string>> = FILES) {
  const analyzer = openAnalyzer(semgrep, { ...host, semgrepRules: rules });
  const snapshot = await createMemoryRepository(files).open({ kind: 'all' }, RULES);
  const sources: SourceFile[] = [];
  for await (const entry of snapshot.entries())
    if (entry.kind === 'file' && analyzer.accepts(entry.path, entry.language, 'security-reviewer'))
      sources.push({ ...entry, text: files[entry.path as keyof typeof files] ?? '' });
  return analyzer.scan(sources, snapshot, new AbortController().signal);
}

const BROKEN = { ...FILES, 'broken.py': 'import subprocess\ndef (:::\nsubprocess.call(x, shell=True\n' };
let brokenScan: ReturnType<typeof scan> | null = null;
/** Once: Semgrep takes seconds to start. */
const scanBroken = (): ReturnType<typeof scan> => {
  brokenScan ??= scan(HOST, [RULE_FILE], BROKEN);
  return brokenScan;
};

describe.skipIf(!isInstalled('semgrep'))(`Semgrep itself (${isInstalled('semgrep') ? 'installed' : REASON})`, () => {
  describeAnalyzer(semgrep, {
    host: { ...HOST, semgrepRules: [RULE_FILE] },
    files: FILES,
    finds: [
      'app/run.py:5 semgrep/local-shell',
      'tests/test_run.py:3 semgrep/local-shell',
      'web/a.js:1 semgrep/local-password',
      'web/a.js:2 semgrep/local-log',
    ],
  });

  test('findings speak our language, and a secret is not spread', async () => {
    const { findings } = await scanBroken();
    expect(
      findings.map(({ reviewer, severity, category, cwe, dimension, evidence, extra }) => ({
        ...{ reviewer, severity, category, cwe, dimension, evidence },
        reported: extra.reported_cwe,
      })),
    ).toEqual([
      {
        reviewer: 'security-reviewer',
        severity: 'HIGH',
        category: 'injection',
        cwe: 'CWE-78',
        dimension: 'D1',
        evidence: '    subprocess.call("ls " + name, shell=True)  # nosem',
        reported: 'CWE-77',
      },
      expect.objectContaining({ severity: 'HIGH', cwe: 'CWE-78' }),
      expect.objectContaining({ category: 'secrets', cwe: 'CWE-798', evidence: 'const password = "…";' }),
      expect.objectContaining({ reviewer: 'code-quality-reviewer', category: 'patterns', severity: 'LOW', cwe: null }),
    ]);
  });

  test('every rule of ours finds what it should and nothing beside it', async () => {
    const folder = new URL('../../../test/fixtures/semgrep/cases/', import.meta.url);
    const files = Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]),
    );
    const expected = Object.entries(files).flatMap(([name, text]) => listMarks(name, text, 'ruleid'));
    const quiet = new Set(Object.entries(files).flatMap(([name, text]) => listMarks(name, text, 'ok')));
    const { status, findings } = await scan(HOST, [], files);
    const found = findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`);
    expect([status, [...found].sort()]).toEqual(['completed', [...expected].sort()]);
    const ids = readdirSync(OWN_RULES).flatMap((name) =>
      [...readFileSync(`${OWN_RULES}${name}`, 'utf8').matchAll(/^ {2}- id: (\S+)$/gmu)].map(
        ([, id]) => `semgrep/${id}`,
      ),
    );
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids) {
      expect(expected.some((mark) => mark.endsWith(` ${id}`))).toBe(true);
      expect([...quiet].some((mark) => mark.endsWith(` ${id}`))).toBe(true);
    }
  });

  test('what no rule is for is said to be unread', async () => {
    const outcome = await scan(HOST, [RULE_FILE], { 'a.py': 'x = 1\n', 'a.kt': 'val x = 1\n', 'a.lua': 'x = 1\n' });
    expect(outcome).toEqual({ status: 'completed', reason: null, findings: [], unfinished: [], unread: ['a.lua'] });
  });

  test('rules that are wrong are a failure with the reason, not silence', async () => {
    const folder = createFolderFixture({ 'bad.yaml': 'rules:\n- id: bad\n  languages: [python]\n  pattern: f(\n' });
    const outcome = await scan(HOST, [folder.path('bad.yaml')]);
    expect(outcome).toMatchObject({ status: 'failed', findings: [] });
    expect(outcome.reason).toMatch(/^semgrep: .{10}/u);
  });

  test('a file that does not parse is unfinished, the others are looked at [FACT-06]', async () => {
    const outcome = await scanBroken();
    expect(outcome).toMatchObject({ status: 'partial', unfinished: ['broken.py'] });
    expect(outcome.findings.length).toBe(4);
  });
});

// ---------------------------------------------------------------------------------------------------- its failures

const tools = createToolFolder();
const STAND_IN: AnalyzerHost = { ...HOST, searchPath: tools.path };
const result = (path: string, line: number) => ({
  check_id: 'local-shell',
  path,
  start: { line },
  end: { line },
  extra: { severity: 'ERROR', message: 'shell', metadata: { cwe: 'CWE-78' } },
});
const WHOLE = JSON.stringify({ results: [result('app/run.py', 5), result('tests/test_run.py', 3)], errors: [] });

/** Prints nothing; writes each text in turn to the file Semgrep is told to write, and counts its runs. */
function standIn(...texts: readonly string[]): () => number {
  const folder = createFolderFixture(Object.fromEntries(texts.map((text, i) => [`${i + 1}`, text])));
  tools.program(
    'semgrep',
    `case "$*" in *--version*) echo 1.0.0; exit;; esac
echo run >> ${folder.path('runs')}
n=$(wc -l < ${folder.path('runs')})
while [ $# -gt 0 ]; do [ "$1" = --output ] && out=$2; shift; done
cat ${folder.root}/$n > "$out" 2>/dev/null; exit 0`,
  );
  return () => (existsSync(folder.path('runs')) ? readText(folder, 'runs').trim().split('\n').length : 0);
}

test('no output is tried once more, then it has failed [FACT-06]', async () => {
  const countRuns = standIn('', '');
  expect(await scan(STAND_IN, [RULE_FILE])).toMatchObject({
    status: 'failed',
    reason: 'semgrep: no output, it ended with 0',
    findings: [],
  });
  expect(countRuns()).toBe(2);
  tools.program('semgrep', 'echo "starting" >&2; echo "rules are locked" >&2; exit 7');
  expect((await scan(STAND_IN, [RULE_FILE])).reason).toBe('semgrep: no output, it ended with 7: rules are locked');
});

test('the second run counts where the first left nothing or nonsense', async () => {
  for (const first of ['', 'oops', '{"results":']) {
    const countRuns = standIn(first, WHOLE);
    const { status, findings } = await scan(STAND_IN, [RULE_FILE]);
    expect([status, findings.length, countRuns()]).toEqual(['completed', 2, 2]);
  }
});

test('of output that is broken twice only whole results are kept, and the status says partial', async () => {
  const cut = WHOLE.slice(0, WHOLE.lastIndexOf('"tests/test_run.py"') + 30);
  const countRuns = standIn(cut, cut);
  const { status, reason, findings } = await scan(STAND_IN, [RULE_FILE]);
  expect([status, findings.map(({ file }) => file), countRuns()]).toEqual(['partial', ['app/run.py'], 2]);
  expect(reason).toContain('ends early');
});

test('nothing is run without a program, without rules that exist, or with rules from the network', async () => {
  const countRuns = standIn(WHOLE);
  const absence = (host: AnalyzerHost, rules: readonly string[]) =>
    openAnalyzer(semgrep, { ...host, semgrepRules: rules }).absence;
  expect(absence({ ...STAND_IN, searchPath: '/none' }, [RULE_FILE])).toBe('semgrep is not installed');
  expect(absence(STAND_IN, ['none.yaml'])).toBe('rules /none/none.yaml do not exist');
  expect(absence(STAND_IN, ['p/ci'])).toBe('rules p/ci need the network (allow_network)');
  expect((await scan(STAND_IN, ['p/ci'])).status).toBe('absent');
  expect(countRuns()).toBe(0);
});

test('it is told to send nothing and to obey nothing of the reviewed code', async () => {
  const folder = createFolderFixture();
  tools.program(
    'semgrep',
    `case "$*" in *--version*) exit;; esac\nprintf '%s\\n' "$@" > ${folder.path('args')}; env > ${folder.path('env')}; find . -type f > ${folder.path('files')}`,
  );
  await scan(STAND_IN, [RULE_FILE]);
  const args = readText(folder, 'args').trim().split('\n');
  expect(args.slice(0, 3)).toEqual(['scan', '--metrics', 'off']);
  for (const flag of ['--disable-version-check', '--disable-nosem', '--no-git-ignore', '--json'])
    expect(args).toContain(flag);
  expect(readText(folder, 'files').trim().split('\n').sort()).toEqual([
    './.semgrepignore',
    './app/run.py',
    './tests/test_run.py',
    './web/a.js',
    './web/a.min.js',
  ]);
  expect(readText(folder, 'env')).not.toMatch(/TOKEN|KEY|PROXY/iu);
  await scan({ ...STAND_IN, trustsRepository: true }, [RULE_FILE]);
  expect(readText(folder, 'args')).not.toContain('--disable-nosem');
});
