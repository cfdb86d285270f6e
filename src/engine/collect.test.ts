import { describe, expect, test } from 'vitest';
import { collectOutputs } from './collect.ts';

const facts = { runId: 'run-1', startedAt: 0, finishedAt: 0 };
const collect = (text: string) => collectOutputs([{ origin: 'a.json', text }], false, facts);
const output = (findings: readonly object[], more: object = {}): string =>
  JSON.stringify({
    agent: 'security-reviewer',
    partial: false,
    cutoff_reason: null,
    files_reviewed: 1,
    files_skipped: 0,
    verdict: 'OK',
    findings,
    ...more,
  });

test('a whole output is complete, and nothing in it is confirmed without the code', () => {
  const report = collect(
    output([{ severity: 'HIGH', category: 'injection', file: 'a.js', line: 3, evidence: 'x', issue: 'y' }]),
  );
  expect({ complete: report.complete, status: report.findings[0]?.status }).toEqual({
    complete: true,
    status: 'unverified',
  });
});

describe('what an output may do to the verdict', () => {
  const CODE = new Map([['a.js', 'const a = 1;\nrun(input);\n']]);
  const claim = {
    severity: 'CRITICAL',
    category: 'injection',
    file: 'a.js',
    line: 2,
    issue: 'y',
    evidence: 'run(input)',
  };
  const veto = { verdict: 'VETO', veto_reasons: ['bad'] };
  const judged = (findings: readonly object[], code: ReadonlyMap<string, string> | null) => {
    const text = output(findings, veto);
    const { verdict, findings: found, verdict_trace } = collectOutputs([{ origin: 'a', text }], false, facts, code);
    return { verdict, statuses: found.map(({ status }) => status), trace: verdict_trace.join('; ') };
  };

  test.each([
    ['without the code', [claim], null, 'WARN', ['unverified']],
    ['bare', [], CODE, 'WARN', []],
    ['with a quote that is there', [claim], CODE, 'VETO', ['confirmed']],
    ['with a quote that is not there', [{ ...claim, evidence: 'exec(input)' }], CODE, 'WARN', ['unverified']],
    ['with a mask for a quote', [{ ...claim, evidence: '…', redacted: true }], CODE, 'WARN', ['unverified']],
    ['with the name of a rule', [{ ...claim, evidence: 'none', rule: 'x' }], CODE, 'WARN', ['unverified']],
    ['in a file that is not there', [{ ...claim, file: 'b.js' }], CODE, 'WARN', ['rejected']],
    ['on a line that is not there', [{ ...claim, line: 9 }], CODE, 'WARN', ['rejected']],
  ] as const)('a VETO %s [REV-26, HOST-06]', (...[_name, findings, code, verdict, statuses]) => {
    const decided = judged(findings, code);
    expect([decided.verdict, decided.statuses]).toEqual([verdict, statuses]);
    expect(decided.trace).toContain('security-reviewer said VETO, bad');
  });
});

test.each([
  ['without an issue', { severity: 'CRITICAL', file: 'a.js', line: 3 }],
  ['with a severity nobody knows', { severity: 'INFO', file: 'a.js', line: 3, issue: 'x' }],
])('a finding %s cannot be read, and the report is not complete', (_name, finding) => {
  const report = collect(output([finding]));
  expect({ complete: report.complete, lost: report.truncation.unrecovered_findings }).toEqual({
    complete: false,
    lost: 1,
  });
  expect(report.warnings.join()).toContain('1 findings could not be read');
});

test('two findings without a line are two findings', () => {
  const report = collect(
    output([
      { severity: 'HIGH', category: 'injection', file: 'a.js', issue: 'SQL injection in login' },
      { severity: 'HIGH', category: 'injection', file: 'a.js', issue: 'Command injection in export job' },
    ]),
  );
  expect(report.findings).toHaveLength(2);
});

test('garbage is a failure, never a clean result', () => {
  const report = collect('nothing of use');
  expect({ complete: report.complete, status: report.agents[0]?.status }).toEqual({
    complete: false,
    status: 'failed',
  });
});

test('an agent that was partial and left no file has nothing to suggest [SYNTH-06]', () => {
  const report = collect(output([], { partial: true, cutoff_reason: 'budget', skipped_files: [] }));
  expect([report.warnings.length, report.suggestions]).toEqual([1, []]);
});

describe('a cut result of an audit agent', () => {
  const HEADER = [
    '===AGENT_RESULT===',
    'agent_id: agent-r1-01',
    'round: 1',
    'dimensions: D1,D3',
    'coverage: D1=✅,D3=✅',
    'modules_loaded: none',
    'files_read_count: 4',
    'tool_calls: Read=4',
  ];
  const block = (number: number): readonly string[] => [
    '',
    `[F00${number}] High | CWE-89 | Title ${number}`,
    `  file: a.ts:${number * 100}`,
    '  dim: D1',
    '  confidence: high',
    '  source: req.query :1',
    '  sink: db.run(sql) :9',
    '  flow: :1 → :9',
    '  evidence: db.run(sql)',
    '  impact: all rows',
    '  validation: pass | 1:pass(a) 2:pass(b) 3:pass(c) 4:pass(d)',
  ];
  const two = [...HEADER, ...block(1), ...block(2)];
  /** The text up to the end of a line of the last block, or some characters before it. */
  const cutAt = (field: string, before = 0): string => {
    const at = two.findLastIndex((line) => line.includes(field));
    return `${two.slice(0, at + 1).join('\n')}\n`.slice(0, before === 0 ? undefined : -before);
  };
  const read = (text: string) => {
    const { findings, truncation } = collect(text);
    return {
      findings: findings.map(({ title, originally_truncated }) => [title, originally_truncated]),
      again: truncation.needs_reaudit.map(({ id }) => id),
      lost: truncation.unrecovered_findings,
    };
  };
  const whole = ['Title 1', false] as const;

  test.each([
    ['behind its last field', cutAt('validation:'), [whole, ['Title 2', false]], []],
    ['inside its last field', cutAt('validation:', 1), [whole, ['Title 2', true]], []],
    ['behind the sink', cutAt('sink:'), [whole, ['Title 2', true]], []],
    ['inside the sink', cutAt('sink:', 1), [whole], ['F002']],
    ['inside the source', cutAt('source:', 3), [whole], ['F002']],
  ])('%s [TRUNC-08, TRUNC-14, TRUNC-15, TRUNC-16, AUD-15]', (_where, text, findings, again) => {
    expect(read(text)).toEqual({ findings, again, lost: again.length });
  });

  test('lost is what was begun, or counted by a checkpoint and never seen, or discarded [AUD-16, REPORT-03]', () => {
    const checkpoint = '[CHECKPOINT] turn:20 findings:5 files_read:9 remaining_dims:none\n';
    expect(read(`${checkpoint}${cutAt('file:')}`).lost).toBe(1 + 3);
    const nameless = cutAt('file:').replace('agent_id: agent-r1-01\n', '');
    expect(read(nameless)).toEqual({ findings: [], again: ['F001'], lost: 2 });
  });

  test('its dimensions become ⚠️ and gaps [TRUNC-09]', () => {
    const { coverage } = collect(cutAt('file:'));
    expect(coverage).toMatchObject({ dimensions: { D1: '⚠️', D3: '⚠️' }, met: false });
    expect(coverage.gaps).toContain('D1');
  });
});
