/** `triage`: alarms of other scanners through the product, as Semgrep, bandit, gosec and CodeQL write them; hostile ones too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { startLoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, runCli } from './run-cli.ts';

const PYTHON = `import os
from flask import Flask, request
from helper import run_tool, list_dir
app = Flask(__name__)
@app.route("/ping")
def ping():
    host = request.args.get("host")
    os.system("ping " + host)
@app.route("/git")
def git():
    verb = request.args.get("verb")
    if verb not in ("status", "log"):
        return "no"
    os.system("git " + verb)
@app.route("/count")
def count():
    n = int(request.args.get("n"))
    os.system("head -n " + str(n))
    run_tool(request.args.get("t"))
    list_dir("/var/log")
@app.route("/dead")
def dead():
    if False:
        os.system(request.args.get("cmd"))
def fixed():
    target = "/tmp/cache"
    os.system("rm -rf " + target)
def open_end(path):
    os.system("ls " + path)  # consensus-review-ignore py-os-system: an operator's script
`;
const HELPER = `import subprocess
def run_tool(name):
    subprocess.call("tool " + name, shell=True)
def list_dir(path):
    subprocess.call("ls " + path, shell=True)
def from_nowhere(path):
    subprocess.call("ls " + path, shell=True)
`;
const GO = `package main

import (
	"net/http"
	"os/exec"
	"strconv"
)

func show(w http.ResponseWriter, r *http.Request) {
	exec.Command("sh", "-c", "ls "+r.URL.Query().Get("d")).Run()
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err != nil {
		return
	}
	exec.Command("sh", "-c", "head -n "+strconv.Itoa(n)).Run()
}
`;
const SCRIPT = `const express = require('express');
const { exec } = require('child_process');
const app = express();
const NAMES = new Set(['a', 'b']);
app.get('/x', (req, res) => {
  const name = req.query.name;
  res.send('<b>' + name + '</b>');
  if (!NAMES.has(name)) return;
  exec('ls ' + name);
});
app.get('/page', (req, res) => res.redirect(encodeURIComponent(req.query.to)));
`;
const FILES = { 'app.py': PYTHON, 'helper.py': HELPER, 'main.go': GO, 'web/server.js': SCRIPT };

const place = (uri: string, startLine: number, more: object = {}) => ({
  locations: [{ physicalLocation: { artifactLocation: { uri, ...more }, region: { startLine } } }],
});
const document = (...runs: object[]) => ({ version: '2.1.0', runs });

/** As Semgrep writes it: weaknesses in tags, paths below %SRCROOT%. */
const SEMGREP = document({
  tool: {
    driver: {
      name: 'Semgrep OSS',
      rules: [
        {
          id: 'py-os-system',
          shortDescription: { text: 'Semgrep Finding: py-os-system' },
          helpUri: 'https://example.test/py-os-system',
          properties: { tags: ['CWE-78: Improper Neutralization', 'security'] },
        },
      ],
    },
  },
  results: [8, 14, 18, 24, 27, 29].map((line) => ({
    ruleId: 'py-os-system',
    level: 'error',
    message: { text: 'Command built from a variable.\nUse a list.' },
    ...place('app.py', line, { uriBaseId: '%SRCROOT%' }),
  })),
});

/** As bandit writes it: absolute addresses. */
const bandit = (root: string) =>
  document({
    tool: {
      driver: { name: 'Bandit', rules: [{ id: 'B602', properties: { tags: ['security', 'external/cwe/cwe-78'] } }] },
    },
    results: [3, 5, 7].map((line) => ({
      ruleId: 'B602',
      ruleIndex: 0,
      message: { text: 'subprocess call with shell=True identified' },
      ...place(`file://${root}/helper.py`, line),
    })),
  });

/** As gosec writes it: the weakness as a taxon, a base for relative addresses. */
const gosec = (root: string) =>
  document({
    originalUriBaseIds: { SRC: { uri: `file://${root}/` } },
    tool: {
      driver: {
        name: 'gosec',
        rules: [
          {
            id: 'G204',
            shortDescription: { text: 'Subprocess launched with variable' },
            relationships: [{ target: { id: '78', toolComponent: { name: 'CWE' } }, kinds: ['superset'] }],
          },
        ],
      },
    },
    results: [10, 15].map((line) => ({
      ruleId: 'G204',
      level: 'error',
      message: { text: 'Subprocess launched with a potential tainted input' },
      ...place('main.go', line, { uriBaseId: 'SRC' }),
    })),
  });

/** As CodeQL writes it: rules in an extension, addresses in a table, a score. */
const CODEQL = document({
  tool: {
    driver: { name: 'CodeQL' },
    extensions: [
      {
        rules: [
          {
            id: 'js/command-line-injection',
            shortDescription: { text: 'Uncontrolled command line' },
            properties: { tags: ['external/cwe/cwe-078', 'external/cwe/cwe-088'], 'security-severity': '9.8' },
          },
          {
            id: 'js/reflected-xss',
            shortDescription: { text: 'Reflected cross-site scripting' },
            properties: { tags: ['external/cwe/cwe-079'], 'security-severity': '7.8' },
          },
          { id: 'js/unused-local-variable', properties: { tags: ['maintainability'] } },
        ],
      },
    ],
  },
  artifacts: [{ location: { uri: 'web/server.js', uriBaseId: '%SRCROOT%' } }],
  results: [
    ...(
      [
        ['js/command-line-injection', 9],
        ['js/reflected-xss', 7],
        ['js/unused-local-variable', 4],
      ] as const
    ).map(([id, startLine]) => ({
      rule: { id, index: 0, toolComponent: { index: 0 } },
      message: { text: `See {0}.`, arguments: ['a user-provided value'] },
      locations: [{ physicalLocation: { artifactLocation: { index: 0 }, region: { startLine } } }],
    })),
    { ruleId: 'x', kind: 'pass', message: { text: '' }, ...place('web/server.js', 1) },
    { ruleId: 'x', suppressions: [{ kind: 'inSource' }], message: { text: '' }, ...place('web/server.js', 2) },
  ],
});

async function triage(root: string, sarif: readonly unknown[], flags: readonly string[] = []) {
  const names = sarif.map((_, i) => `alarms-${i}.sarif`);
  const outside = createFolder(
    Object.fromEntries(
      sarif.map((each, i) => [names[i] ?? '', typeof each === 'string' ? each : JSON.stringify(each)]),
    ),
  );
  const files = names.map((name) => join(outside, name));
  const ended = await runCli(['triage', ...files, '-C', root, '-f', 'json', ...flags]);
  return { ...ended, report: ended.stdout === '' ? null : (JSON.parse(ended.stdout) as ReportDocument) };
}

const show = (report: ReportDocument | null): Record<string, string> =>
  Object.fromEntries(
    (report?.findings ?? []).map(({ file, line, status, extra }) => [
      `${file}:${line}`,
      `${status}, ${extra.triage}: ${extra.triage_reason}`,
    ]),
  );

describe('alarms of four scanners', () => {
  test('are judged by our data flow, each with its reason; suppressions, verdict and formats are those of a review', async () => {
    const root = createFolder(FILES);
    const out = join(createFolder(), 'triaged.sarif');
    const ended = await triage(root, [SEMGREP, bandit(root), gosec(root), CODEQL], ['-o', `sarif=${out}`]);
    const { report } = ended;
    expect(show(report)).toEqual({
      'app.py:8': expect.stringMatching(
        /^confirmed, confirmed: our analysis followed the data from request\.args :7 /u,
      ),
      'app.py:14': expect.stringMatching(/^rejected, guarded: .*check of `.*verb.*` ends it before line 14$/u),
      'app.py:18': expect.stringMatching(/^rejected, guarded: .*`int\(request\.args\.get\("n"\)\)` makes it harmless/u),
      'app.py:24': expect.stringMatching(/^rejected, unreachable: this code never runs/u),
      'app.py:27': expect.stringMatching(/^rejected, unreachable: the value is made of constants/u),
      'app.py:29': expect.stringMatching(/^suppressed, unknown: our rule py-command-injection sees it too/u),
      'helper.py:3': expect.stringMatching(/^confirmed, confirmed: .*from request\.args app\.py:19 /u),
      'helper.py:5': expect.stringMatching(/^rejected, unreachable: every caller .* harmless value \(app\.py:20\)$/u),
      'helper.py:7': expect.stringMatching(/^needs_manual, unknown: /u),
      'main.go:10': expect.stringMatching(/^confirmed, confirmed: /u),
      'main.go:15': expect.stringMatching(/^rejected, guarded: /u),
      'web/server.js:4': expect.stringMatching(/^needs_manual, unknown: the alarm names no weakness \(CWE\)/u),
      'web/server.js:7': expect.stringMatching(/^confirmed, confirmed: /u),
      'web/server.js:9': expect.stringMatching(/^rejected, guarded: .*check of `.*name` ends it before line 9/u),
    });
    expect([ended.code, report?.verdict, report?.complete]).toEqual([1, 'VETO', true]);
    expect(report?.notes.join('\n')).toMatch(
      /alarms of other tools: 4 confirmed, 4 guarded, 3 unreachable, 3 unknown/u,
    );
    expect(report?.warnings.join('\n')).toMatch(
      /14 alarms of Semgrep OSS, Bandit, gosec, CodeQL; nothing else was looked for/u,
    );
    expect(report?.warnings.join('\n')).toMatch(/1 results are suppressed in the SARIF file/u);
    const confirmed = report?.findings.find(({ file, line }) => file === 'app.py' && line === 8);
    expect(confirmed).toMatchObject({
      title: 'Command built from a variable',
      severity: 'CRITICAL',
      cwe: 'CWE-78',
      evidence: '    os.system("ping " + host)',
      references: expect.arrayContaining(['https://example.test/py-os-system']),
      reported_by: [{ agent: 'security-reviewer', rule: 'py-os-system', model: null }],
      extra: { tool: 'Semgrep OSS', tool_severity: 'HIGH' },
    });
    const written = JSON.parse(readFileSync(out, 'utf8')) as { runs: { results: { ruleId: string }[] }[] };
    expect(written.runs[0]?.results.map(({ ruleId }) => ruleId)).toContain('js/reflected-xss');
  });

  test('--fail-on counts what nobody could decide, and never what is guarded or unreachable', async () => {
    const root = createFolder(FILES);
    const only = (lines: readonly number[]) => {
      const { runs, ...rest } = structuredClone(SEMGREP) as { runs: { results: object[] }[] };
      const kept = runs.map((run) => ({
        ...run,
        results: lines.map((line) => ({
          ruleId: 'py-os-system',
          level: 'error',
          message: {},
          ...place('app.py', line),
        })),
      }));
      return { ...rest, runs: kept };
    };
    const guarded = await triage(root, [only([14, 18, 24])], ['--fail-on', 'low']);
    expect([guarded.code, guarded.report?.verdict]).toEqual([0, 'OK']);
    const unknown = await triage(root, [{ ...bandit(root) }], ['--fail-on', 'medium', '--ignore-vetoes']);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/2 findings reach --fail-on medium/u)]);
  });
});

describe('with a model', () => {
  /** Reads the file that the alarms are about, then decides; `say` gets the id of the first alarm and answers the block. */
  async function triageWith(say: (file: string) => string, flags: readonly string[] = []) {
    const provider = await startLoopbackProvider();
    provider.otherwise(({ body }) => {
      const asked = JSON.stringify(body);
      const file = /place: ([^:]+):/u.exec(asked)?.[1] ?? '';
      const end = /===VALIDATION_RESULT_END:[0-9a-z]+===/u.exec(asked)?.[0];
      if (!asked.includes('"role":"tool"')) return { toolCalls: [{ name: 'read_file', input: { path: file } }] };
      const head = 'agent_id: triage-1\nround: 1\nvalidated_count: 1\nsource_agents: triage';
      return { text: `===VALIDATION_RESULT===\n${head}\n\n${say(file)}\n${end}\n` };
    });
    const root = createFolder(FILES);
    const names = ['b.sarif', 'c.sarif'];
    const outside = createFolder({ 'b.sarif': JSON.stringify(bandit(root)), 'c.sarif': JSON.stringify(CODEQL) });
    const model = ['--model', 'openai-compatible/loopback', '--quiet', ...flags];
    const ended = await runCli(
      ['triage', ...names.map((name) => join(outside, name)), '-C', root, '-f', 'json', ...model],
      { env: { CONSENSUS_REVIEW_STATE_DIR: createFolder(), ...provider.environment } },
    );
    const asked = provider.requests.length;
    await provider.close();
    return { ...ended, asked, report: JSON.parse(ended.stdout) as ReportDocument };
  }
  const block = (verdict: string, steps: string, evidence: string): string =>
    `[V-A001] ${verdict}\n  original: as stated\n  verification: ${steps}\n  evidence_file: ${evidence}\n  notes: looked at it`;
  const PASSED = '1:pass(a) 2:pass(b) 3:pass(c) 4:pass(d)';

  test('what our analysis cannot tell is judged by it, and nothing else is asked', async () => {
    const { report, asked } = await triageWith((file) =>
      file === 'helper.py'
        ? block('confirmed', PASSED, 'helper.py:7')
        : block('rejected', '1:pass(a) 2:fail(b)', "web/server.js:4 — const NAMES = new Set(['a', 'b']);"),
    );
    expect(asked).toBe(4);
    expect(show(report)).toMatchObject({
      'helper.py:3': expect.stringMatching(/^confirmed, confirmed: our analysis followed/u),
      'helper.py:7': 'confirmed, confirmed: openai-compatible/loopback, which read the code: looked at it',
      'web/server.js:4': 'rejected, guarded: openai-compatible/loopback, which read the code: looked at it',
    });
    expect(report.findings.filter(({ extra }) => extra.triage_model !== undefined).map(({ line }) => line)).toEqual([
      7, 4,
    ]);
    expect([report.run.model, report.usage.calls]).toEqual(['openai-compatible/loopback', 4]);
  });

  test('a word without ground decides nothing', async () => {
    const { report } = await triageWith((file) =>
      file === 'helper.py'
        ? block('confirmed', '1:pass(a) 2:uncertain(b)', 'helper.py:7')
        : block('rejected', '1:fail(a)', 'web/server.js:4 — const NAMES = somethingElse();'),
    );
    expect(show(report)).toMatchObject({
      'helper.py:7': expect.stringMatching(/^needs_manual, unknown: .* left open: defences, reach, impact$/u),
      'web/server.js:4': expect.stringMatching(/^needs_manual, unknown: .* rejects it without the code that shows it/u),
    });
  });
});

test('a model that cannot be asked leaves the run incomplete', async () => {
  const provider = await startLoopbackProvider();
  provider.otherwise(() => ({ fault: { kind: 'status', status: 401 } }));
  const root = createFolder(FILES);
  const sarif = join(createFolder({ 'c.sarif': JSON.stringify(CODEQL) }), 'c.sarif');
  const flags = ['-C', root, '-f', 'json', '--quiet', '--model', 'openai-compatible/loopback'];
  const ended = await runCli(['triage', sarif, ...flags], {
    env: { CONSENSUS_REVIEW_STATE_DIR: createFolder(), ...provider.environment },
  });
  await provider.close();
  const report = JSON.parse(ended.stdout) as ReportDocument;
  expect(report.complete).toBe(false);
  expect(ended.stdout).toMatch(/alarms that were not judged: \d+ that the model could not decide \(/u);
});

describe('hostile and broken SARIF is inert', () => {
  const root = createFolder({ 'a.py': 'import os\n', 'node_modules/x/i.js': 'eval(1)\n' });
  const alarm = (uri: unknown, more: object = {}) => ({
    ruleId: 'r',
    message: { text: 'm' },
    ...place(uri as string, 1),
    ...more,
  });
  const scan = (...results: unknown[]) => document({ tool: { driver: { name: 'x' } }, results });

  test.each([
    ['cut', JSON.stringify(SEMGREP).slice(0, 400), 2, /it is no JSON/u],
    ['no SARIF', '{"results":[]}', 2, /it has no list `runs`/u],
    ['a list', '[1,2]', 2, /it has no list `runs`/u],
    [
      'only paths outside',
      scan(alarm('/etc/passwd'), alarm('../../x'), alarm('https://example.test/a.py')),
      2,
      /None of the alarms is about a file in .*3 outside/u,
    ],
    [
      'one outside beside one inside',
      scan(alarm('../secret'), alarm('a.py')),
      3,
      /alarms that were not judged: 1 outside/u,
    ],
    ['a file that is gone', scan(alarm('gone.py'), alarm('a.py')), 3, /1 in files that are not there, as gone\.py/u],
    [
      'names that would steer a terminal',
      scan(alarm('a\u001b]0;t\u0007\u202e.py'), alarm('a.py')),
      3,
      /not there, as a\\u001b\]0;t\\u0007\\u202e\.py/u,
    ],
    ['such names alone', scan(alarm('a\u001b[2J\u202e.py')), 2, /None of the alarms .* as a\\u001b\[2J\\u202e\.py/u],
    [
      'a line that is not in its file',
      scan(alarm('a.py', place('a.py', 600)), alarm('a.py')),
      3,
      /1 at lines that their files do not have, as a\.py:600/u,
    ],
    ['nothing in it', scan(), 0, /Nothing to review: the list of alarms has no files/u],
    ['a run that is none', document(7 as never), 2, /an entry of `runs` is no run with a list `results`/u],
    [
      'wrong types',
      document({
        tool: 'x',
        results: [
          null,
          1,
          { ruleId: {}, locations: 'x' },
          alarm(5),
          alarm('a.py', { level: 7, message: [], taxa: 'x' }),
        ],
      }),
      3,
      /not judged/u,
    ],
  ] as const)('%s', async (_name, sarif, code, said) => {
    const ended = await triage(root, [sarif]);
    expect(`${ended.stderr}\n${ended.report?.warnings.join('\n') ?? ''}`).toMatch(said);
    expect(ended.code).toBe(code);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
    expect(ended.stderr).not.toMatch(/\u001b|\u0007|\u202e/u);
    if (code === 2) return;
    const sum = (texts: readonly string[] = []): number =>
      [...texts.join().matchAll(/(\d+) (?:confirmed|guarded|unreachable|unknown|not judged|alarms?)\b/gu)].reduce(
        (all, [, count]) => all + Number(count),
        0,
      );
    if (ended.report?.agents.length !== 0) expect(sum(ended.report?.notes)).toBe(sum(ended.report?.warnings));
    expect(ended.report?.findings.filter(({ status }) => status === 'rejected')).toEqual([]);
    // Nothing was cut off, and nobody's settings left a file out.
    expect(JSON.stringify(ended.report)).not.toMatch(/"cutoff_reason":"truncated"|left out by the ignore file/u);
  });

  test('texts of the file are data: no escape, no rule id that a comment could not name, no address that is none', async () => {
    const wild = { ruleId: 'a b\u001b[31m;"`', message: { text: 'x\u001b[2J\u0007 <script>alert(1)</script>' } };
    const rules = [{ id: wild.ruleId, helpUri: 'javascript:alert(1)', properties: { tags: ['CWE-99999999', 7] } }];
    const sarif = document({ tool: { driver: { name: 'n\nx', rules } }, results: [{ ...wild, ...place('a.py', 1) }] });
    const { report } = await triage(root, [sarif]);
    expect(report?.findings).toMatchObject([{ references: [], cwe: null, reported_by: [{ rule: 'a-b-31m-' }] }]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
    expect(JSON.stringify(report)).not.toMatch(/\\u001b|\\u0007|\u001b/u);
  });

  test('nothing of a password that a tool quotes is shown, and our own finding there confirms it', async () => {
    const folder = createFolder({ 'a.py': 'PASSWORD = "kT7xQ2mPz9vLwR4s"\n' });
    const found = { ruleId: 'B105', message: { text: "Possible hardcoded password: 'kT7xQ2mPz9vLwR4s'" } };
    const rules = [{ id: 'B105', name: 'hardcoded_password_string', properties: { tags: ['CWE-798'] } }];
    const sarif = document({
      tool: { driver: { name: 'bandit', rules } },
      results: [{ ...found, ...place('a.py', 1) }],
    });
    const { report } = await triage(folder, [sarif]);
    expect(report?.findings).toMatchObject([
      { evidence: expect.stringMatching(/^PASSWORD = "(?:…|\[redacted:[\w:-]+\])"$/u), status: 'confirmed' },
    ]);
    expect(JSON.stringify(report)).not.toContain('kT7');
  });

  test.each([
    ['--fallback', 'openai/x'],
    ['--reviewers', 'security'],
    ['--database', 'postgres://x'],
    ['--verify', 'always'],
    ['--min-agreement', '2'],
  ])('%s is refused, not ignored', async (flag, value) => {
    const ended = await triage(root, [scan(alarm('a.py'))], [flag, value]);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(/has no meaning for triage/u)]);
    expect((await runCli(['triage', '--help'])).stdout).not.toMatch(new RegExp(`^ +${flag}\\b`, 'mu'));
  });
});
