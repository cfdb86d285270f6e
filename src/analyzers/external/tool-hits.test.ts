import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCweFamily, normalizeCwe } from '../../protocol/findings/cwe-family.ts';
import { REVIEWERS } from '../../protocol/reviewers/reviewer.ts';
import { parseBanditResults } from '../bandit/bandit-results.ts';
import { parseGoVetResults } from '../go-vet/go-vet-results.ts';
import { parseGosecResults } from '../gosec/gosec-results.ts';
import { parseNpmAudit } from '../npm-audit/npm-audit-results.ts';
import { parseSemgrepFaults, parseSemgrepResults } from '../semgrep/semgrep-results.ts';
import { salvageSemgrepResults } from '../semgrep/semgrep-salvage.ts';
import { parseShellcheckResults } from '../shellcheck/shellcheck-results.ts';
import { parseStaticcheckResults } from '../staticcheck/staticcheck-results.ts';
import type { ToolOutput } from './tool-hits.ts';

const HIT = { endLine: 3, level: '', certainty: null, cwe: null, references: [], fix: null, edit: null, trace: null };

describe('outputs as the programs print them', () => {
  test('bandit', () => {
    const text = JSON.stringify({
      errors: [{ filename: './b.py', reason: 'syntax error while parsing AST from file' }],
      results: [
        {
          code: '…',
          filename: './a.py',
          issue_confidence: 'HIGH',
          issue_cwe: { id: 78, link: 'https://cwe.mitre.org/data/definitions/78.html' },
          issue_severity: 'HIGH',
          issue_text: 'subprocess call with shell=True identified, security issue.',
          line_number: 3,
          line_range: [3, 4, 5],
          more_info: 'https://bandit.readthedocs.io/x',
          test_id: 'B602',
          test_name: 'subprocess_popen_with_shell_equals_true',
        },
        { filename: './a.py', line_number: 0, test_id: 'B1', issue_text: 'x' },
        null,
      ],
    });
    expect(parseBanditResults(text)).toEqual({
      kind: 'parsed',
      hits: [
        {
          ...HIT,
          rule: 'B602-subprocess-popen-with-shell-equals-true',
          path: './a.py',
          line: 3,
          endLine: 5,
          message: 'subprocess call with shell=True identified, security issue.',
          level: 'high',
          certainty: 'high',
          cwe: 'CWE-78',
          references: ['https://bandit.readthedocs.io/x'],
        },
      ],
      malformed: 2,
      faults: [{ path: './b.py', reason: 'syntax error while parsing AST from file' }],
    });
  });

  test('gosec', () => {
    const issue = {
      severity: 'MEDIUM',
      confidence: 'HIGH',
      cwe: { id: '328' },
      rule_id: 'G401',
      details: 'Weak',
      file: '/m/a.go',
    };
    const errors = { '': [{ error: '# m' }], '/m/b.go': [{ line: 3, error: 'could not import x' }] };
    expect(
      parseGosecResults(JSON.stringify({ 'Golang errors': errors, Issues: [{ ...issue, line: '3-7' }, issue] })),
    ).toEqual({
      kind: 'parsed',
      hits: [
        {
          ...HIT,
          rule: 'G401',
          path: '/m/a.go',
          line: 3,
          endLine: 7,
          message: 'Weak',
          level: 'medium',
          certainty: 'high',
          cwe: 'CWE-328',
        },
      ],
      malformed: 1,
      faults: [{ path: '/m/b.go', reason: 'could not import x' }],
    });
    expect(parseGosecResults('{"Issues":null}')).toEqual({ kind: 'parsed', hits: [], malformed: 0, faults: [] });
  });

  test('staticcheck', () => {
    const lines = [
      '{"code":"SA5009","severity":"error","location":{"file":"/m/a.go","line":3,"column":13},"end":{"file":"/m/a.go","line":3,"column":19},"message":"Printf format %d has arg #1 of wrong type string"}',
      '{"code":"staticcheck","severity":"error","location":{"file":"/m/a.go","line":1},"end":{},"message":"this linter directive didn\'t match anything"}',
      '{"code":"compile","severity":"error","location":{"file":"","line":0},"end":{},"message":"# example.org/m/bad\\nbad/a.go:3:23: cannot use it"}',
      '{"code":"compile","severity":"error","location":{"file":"sub/s.go","line":3},"message":"cannot find module"}',
      '',
    ];
    expect(parseStaticcheckResults(lines.join('\n'))).toEqual({
      kind: 'parsed',
      hits: [
        {
          ...HIT,
          rule: 'SA5009',
          path: '/m/a.go',
          line: 3,
          message: 'Printf format %d has arg #1 of wrong type string',
          level: 'error',
          references: ['https://staticcheck.dev/docs/checks/#SA5009'],
        },
      ],
      malformed: 0,
      faults: [
        { path: 'bad/a.go', reason: 'cannot use it' },
        { path: 'sub/s.go', reason: 'cannot find module' },
      ],
    });
    expect(parseStaticcheckResults('panic: oops')).toEqual({
      kind: 'unusable',
      reason: 'no line is a problem in JSON',
    });
    expect(parseStaticcheckResults('')).toEqual({ kind: 'parsed', hits: [], malformed: 0, faults: [] });
  });

  test('go vet', () => {
    const printed = `{}
# example.org/m
{
	"example.org/m": {
		"printf": [
			{
				"posn": "/m/a.go:3:14",
				"end": "/m/a.go:3:16",
				"message": "wrong type"
			}
		],
		"slog": {
			"error": "analysis skipped"
		}
	}
}
`;
    expect(parseGoVetResults('', `${printed}vet: ./b.go:4:2: undefined: x\n`)).toEqual({
      kind: 'parsed',
      hits: [
        {
          ...HIT,
          rule: 'printf',
          path: '/m/a.go',
          line: 3,
          message: 'wrong type',
          references: ['https://pkg.go.dev/golang.org/x/tools/go/analysis/passes/printf'],
        },
      ],
      malformed: 0,
      faults: [
        { path: './b.go', reason: 'undefined: x' },
        { path: null, reason: 'analysis skipped' },
      ],
    });
    expect(parseGoVetResults('{\n  "cut": {', '')).toMatchObject({ malformed: 1 });
  });

  test('ShellCheck', () => {
    const comment = { code: 2115, severity: 'warning', line: 3, endLine: 3, column: 1, message: 'Use "${var:?}"' };
    expect(parseShellcheckResults('a.sh', [comment, {}])).toEqual({
      kind: 'parsed',
      hits: [
        {
          ...HIT,
          rule: 'SC2115',
          path: 'a.sh',
          line: 3,
          message: 'Use "${var:?}"',
          level: 'warning',
          references: ['https://www.shellcheck.net/wiki/SC2115'],
        },
      ],
      malformed: 1,
      faults: [],
    });
    expect(parseShellcheckResults('a.sh', 'Error')).toEqual({ kind: 'unusable', reason: 'no list of comments' });
  });

  test('npm audit', () => {
    const via = {
      title: 'Bad',
      url: 'https://x/GHSA-1',
      range: '<2',
      cvss: { score: 9.8 },
      cwe: ['CWE-79'],
      severity: 'low',
    };
    const entry = { name: 'a', severity: 'critical', isDirect: true, range: '<2', fixAvailable: { version: '2.0.0' } };
    const parse = (vulnerabilities: unknown) => parseNpmAudit(JSON.stringify({ vulnerabilities }));
    expect(parse({ a: { ...entry, via: [via, 'b'] }, b: { ...entry, via: ['a'] }, c: {} })).toEqual({
      kind: 'parsed',
      packages: [
        {
          name: 'a',
          isDirect: true,
          range: '<2',
          severity: 'CRITICAL',
          advisories: [
            { title: 'Bad', url: 'https://x/GHSA-1', range: '<2', cvss: 9.8, cwe: 'CWE-79', severity: 'CRITICAL' },
          ],
          fixedBy: '2.0.0',
        },
      ],
      malformed: 1,
    });
    expect(parseNpmAudit('{"message":"405 Method Not Allowed"}')).toEqual({
      kind: 'unusable',
      reason: '405 Method Not Allowed',
    });
  });

  test('faults of Semgrep', () => {
    const errors = [
      { message: 'Syntax error', path: 'a.py', type: ['PartialParsing', []] },
      { long_msg: 'One of these properties is missing', type: 'InvalidRuleSchemaError' },
      { type: 'Timeout' },
      7,
    ];
    expect(parseSemgrepFaults(JSON.stringify({ results: [], errors }))).toEqual([
      { path: 'a.py', reason: 'Syntax error' },
      { path: null, reason: 'One of these properties is missing' },
      { path: null, reason: 'Timeout' },
      { path: null, reason: 'an error without a message' },
    ]);
  });
});

test('of a Semgrep output cut anywhere, exactly the results before the cut are kept [HOST-04]', () => {
  const results = Array.from({ length: 4 }, (_, i) => ({
    check_id: `r${i}`,
    path: `a"]}{[${i}.py`,
    start: { line: i + 1 },
    end: { line: i + 1 },
    extra: { severity: 'ERROR', message: 'x }] "', metadata: { cwe: ['CWE-78'] } },
  }));
  const text = JSON.stringify({ version: '1', results, errors: [], paths: { scanned: [{ results: [] }] } });
  const whole = parseSemgrepResults(text);
  for (let at = 0; at <= text.length; at += 1) {
    const kept = salvageSemgrepResults(text.slice(0, at));
    const complete = results.filter(
      (each) => text.indexOf(JSON.stringify(each)) + JSON.stringify(each).length <= at,
    ).length;
    if (complete === 0) expect(kept.kind).toBe('unusable');
    else
      expect(kept).toMatchObject({
        status: 'partial',
        hits: whole.kind === 'parsed' ? whole.hits.slice(0, complete) : [],
      });
  }
});

describe('any text is an answer', () => {
  const value = fc.oneof(
    fc.string(),
    fc.json(),
    fc.jsonValue().map((json) => JSON.stringify({ results: json, Issues: json, vulnerabilities: json, errors: json })),
  );
  const isOutput = (output: ToolOutput): boolean =>
    output.kind === 'unusable'
      ? output.reason !== ''
      : output.hits.every(
          ({ line, endLine, rule, path }) => line >= 1 && endLine >= line && rule !== '' && path !== '',
        );
  test.each([
    ['bandit', parseBanditResults],
    ['gosec', parseGosecResults],
    ['staticcheck', parseStaticcheckResults],
    ['go vet', (text: string) => parseGoVetResults(text, text)],
    ['ShellCheck', (text: string) => parseShellcheckResults('a.sh', [text, { line: text, code: text, message: text }])],
  ])('%s', (_name, parse) => {
    fc.assert(fc.property(value, (text) => isOutput(parse(text))));
  });
  test('npm audit and Semgrep', () => {
    fc.assert(
      fc.property(value, (text) => {
        const audit = parseNpmAudit(text);
        const salvaged = salvageSemgrepResults(text);
        return (
          ['parsed', 'unusable'].includes(audit.kind) &&
          ['parsed', 'unusable'].includes(salvaged.kind) &&
          parseSemgrepFaults(text).every(({ reason }) => reason !== '')
        );
      }),
    );
  });
});

test('weaknesses of one family have one number, a dimension and a category of the security reviewer', () => {
  const categories = REVIEWERS.find(({ name }) => name === 'security-reviewer')?.categories ?? [];
  for (const [child, family] of [
    ['CWE-77', 'CWE-78'],
    ['CWE-078', 'CWE-78'],
    ['564', 'CWE-89'],
    ['CWE-23', 'CWE-22'],
    ['CWE-328', 'CWE-327'],
    ['cwe-94', 'CWE-95'],
    ['CWE-259', 'CWE-798'],
  ]) {
    expect(findCweFamily(child ?? null)?.cwe).toBe(family);
    expect(categories).toContain(findCweFamily(child ?? null)?.category);
  }
  expect([findCweFamily(null), findCweFamily('CWE-99999'), findCweFamily('x')]).toEqual([null, null, null]);
  expect(['CWE-79', '079', 'CWE-', 'CWE-1 x', ''].map(normalizeCwe)).toEqual(['CWE-79', 'CWE-79', null, null, null]);
});
