/** Python lint: which rules speak, where a finding stands, and what cannot silence or configure it. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import type { AnalyzerFinding } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { astGrep } from '../ast-grep/declaration.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { ruff } from './declaration.ts';

describeAnalyzer(ruff, {
  files: { 'a.py': 'import yaml\n\nyaml.load(open("x"))\n' },
  finds: ['a.py:3 ruff-s506'],
});

const analyzer = openAnalyzer(ruff);
const snapshot = {} as Snapshot;
const signal = new AbortController().signal;

async function scan(text: string, path = 'src/app.py'): Promise<readonly AnalyzerFinding[]> {
  const outcome = await analyzer.scan([{ path, language: 'python', text, changed: null }], snapshot, signal);
  expect(outcome).toMatchObject({ status: 'completed', reason: null, unfinished: [] });
  return outcome.findings;
}

const rulesOf = (findings: readonly AnalyzerFinding[]) => findings.map(({ rule, line }) => `${rule} ${line}`);

test('a line that would take minutes is not linted, and the file is told [TRUST-03]', async () => {
  const texts = [`x = [${'1, '.repeat(7_000)}]\n`, `x = [${'1, '.repeat(6_000)}]\n`];
  const files = texts.map((text, i) => ({ path: `${i}.py`, language: 'python', text, changed: null }));
  const { status, reason, unfinished } = await analyzer.scan(files, snapshot, signal);
  expect([status, reason, unfinished]).toEqual([
    'partial',
    'a line is longer than 20,000 characters (wrap it, or exclude the file)',
    ['0.py'],
  ]);
});

test('a file that is nested too deeply is left unfinished, and the ones behind it are checked', async () => {
  const deep = `x = ${'[\n'.repeat(20_000)}${']'.repeat(20_000)}\n`;
  const texts = [deep, 'import yaml\nyaml.load(text)\n', deep, deep, '++n\n'];
  const files = texts.map((text, i) => ({ path: `${i}.py`, language: 'python', text, changed: null }));
  const { reason, unfinished, findings } = await analyzer.scan(files, snapshot, signal);
  expect([reason, unfinished]).toEqual(['nested too deeply', ['0.py', '2.py', '3.py']]);
  expect(findings.map(({ file, rule }) => `${file} ${rule}`)).toEqual(
    expect.arrayContaining(['1.py ruff-s506', '4.py ruff-b002']),
  );
});

test('a security rule is placed, quoted and explained in our words', async () => {
  expect(await scan('import yaml\r\n\r\ndata = yaml.load(text)  # x\r\n')).toEqual([
    {
      id: null,
      severity: 'HIGH',
      category: 'owasp',
      dimension: 'D4',
      cwe: 'CWE-502',
      file: 'src/app.py',
      line: 3,
      endLine: 3,
      title: 'YAML loaded with a loader that can run code',
      issue: expect.any(String),
      evidence: 'data = yaml.load(text)  # x',
      recommendation: expect.stringContaining('safe_load'),
      references: ['https://cwe.mitre.org/data/definitions/502.html', 'https://docs.astral.sh/ruff/rules/'],
      related: [],
      source: null,
      sink: null,
      flow: null,
      impact: null,
      confidence: 0.6,
      originallyTruncated: false,
      rule: 'ruff-s506',
      reviewer: 'security-reviewer',
      extra: {},
    },
    expect.objectContaining({ rule: 'ruff-f821', line: 3, reviewer: 'python-reviewer', cwe: null }),
  ]);
});

test.each([
  ['of the line', 'yaml.load(text)  # noqa'],
  ['of the line and rule', 'yaml.load(text)  # NOQA: S506'],
  ['of the file', '# ruff: noqa\nyaml.load(text)'],
  ['of the file for flake8', '# flake8: noqa\nyaml.load(text)'],
  ['of a block', '# ruff: disable[S506]\nyaml.load(text)\n# ruff: enable[S506]'],
])('a comment %s does not silence it', async (_name, text) => {
  expect((await scan(`import yaml\n${text}\n`)).map(({ rule }) => rule)).toContain('ruff-s506');
});

test.each(['AnsibleLoader', 'yaml.BaseLoader', 'loader'])(
  'a YAML loader of its own is no finding: %s',
  async (loader) => {
    expect(rulesOf(await scan(`import yaml\nyaml.load(text, Loader=${loader})\n`))).not.toContain('ruff-s506 2');
    expect(rulesOf(await scan('import yaml\nyaml.load(text, Loader=yaml.Loader)\n'))).toContain('ruff-s506 2');
  },
);

test.each([
  ['++n', 'n = 1\n++n\n', 'ruff-b002 2'],
  ['a lost error', 'def f():\n    try:\n        g()\n    finally:\n        return 1\n', 'ruff-b012 5'],
  ['a sleeping loop', 'import time\nasync def f():\n    time.sleep(1)\n', 'ruff-async251 3'],
  ['an error that is not raised', 'def f():\n    ValueError("x")\n', 'ruff-plw0133 2'],
  ['a request without end', 'import requests\nrequests.get("http://a")\n', 'ruff-s113 2'],
])('python-reviewer hears of %s', async (_name, text, expected) => {
  expect(rulesOf(await scan(text))).toContain(expected);
});

test.each([
  ['assert in code', 'def f(x):\n    assert x\n'],
  ['a random number', 'import random\nx = random.random()\n'],
  [
    'pickle of its own file',
    'import pickle\ndef f(path):\n    with open(path, "rb") as file:\n        return pickle.load(file)\n',
  ],
  ['a name made at run time', 'globals().update(a=1)\nprint(a)\n'],
])('stays silent on %s', async (_name, text) => {
  expect(await scan(text)).toEqual([]);
});

test('takes Python alone, for its two reviewers, and says its version', () => {
  expect(analyzer.accepts('a.py', 'python', 'python-reviewer')).toBe(true);
  expect(analyzer.accepts('a.py', 'python', 'security-reviewer')).toBe(true);
  expect(analyzer.accepts('a.py', 'python', 'code-quality-reviewer')).toBe(false);
  expect(analyzer.accepts('a.ts', 'typescript', 'security-reviewer')).toBe(false);
  const manifest = createRequire(import.meta.url).resolve('@astral-sh/ruff-wasm-nodejs/package.json');
  expect(analyzer.version).toBe(JSON.parse(readFileSync(manifest, 'utf8')).version);
});

test('what our pack finds too has the same CWE on the same line, so that one finding remains', async () => {
  const text = [
    'import yaml, requests, ssl, paramiko',
    'from Crypto.Cipher import DES',
    'yaml.load(text)',
    'requests.get(url, verify=False, timeout=3)',
    'ssl._create_unverified_context()',
    'client = paramiko.SSHClient()',
    'client.set_missing_host_key_policy(paramiko.AutoAddPolicy())',
    'DES.new(key, DES.MODE_CBC)',
    'rsa.generate_private_key(65537, 1024)',
    'ssl.wrap_socket(s, ssl_version=ssl.PROTOCOL_SSLv3)',
  ].join('\n');
  const file = { path: 'a.py', language: 'python', text, changed: null };
  const pack = openAnalyzer(astGrep);
  const ours = (await pack.scan([file], snapshot, signal)).findings;
  const theirs = (await scan(text)).filter(({ reviewer }) => reviewer === 'security-reviewer');
  const places = (findings: readonly AnalyzerFinding[]) => new Set(findings.map(({ line, cwe }) => `${line} ${cwe}`));
  expect(theirs.length).toBeGreaterThan(4);
  expect([...places(theirs)].filter((place) => !places(ours).has(place))).toEqual([]);
});

test('is the same each time, and a text that is no Python is no fault', async () => {
  const text = 'import yaml\nyaml.load(a)\nyaml.load(b)\n';
  expect(await scan(text)).toEqual(await scan(text));
  expect(await scan('def (:\n  print "x"\n')).toEqual([]);
});

test('a run that is called off says so', async () => {
  const files = [{ path: 'a.py', language: 'python', text: 'x = 1\n', changed: null }];
  expect(await analyzer.scan(files, snapshot, AbortSignal.abort())).toEqual({
    status: 'partial',
    reason: 'aborted',
    findings: [],
    unfinished: ['a.py'],
  });
});

test('any text is lint without a throw, and evidence stands in the file', async () => {
  const snippet = fc.oneof(
    fc.string(),
    fc.constantFrom('yaml.load(x)', '++n', '\n', '\r\n', '# noqa', '"""', 'def f():', '\t'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(snippet, { maxLength: 30 }), async (parts) => {
      const text = parts.join(' ');
      for (const { evidence } of await scan(text))
        expect(text.replaceAll('\r\n', '\n')).toContain(evidence?.split('\n')[0] ?? '');
    }),
    { numRuns: 60 },
  );
});
