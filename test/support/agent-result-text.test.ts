import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIMENSIONS } from '../../src/protocol/findings/dimension.ts';
import { claimFinding } from '../../src/protocol/findings/finding.ts';
import { type AgentResult, formatAgentResult, parseAgentResult } from './agent-result-text.ts';
import { anyCharacter } from './any-character.ts';

const RESULT: AgentResult = {
  agentId: 'agent-r1-01',
  round: 1,
  dimensions: ['D1', 'D3'],
  coverage: { D1: 'covered', D3: 'shallow' },
  modulesLoaded: ['spring.md', 'java.md'],
  filesReadCount: 23,
  toolCalls: { Grep: 18, Glob: 5, Read: 20, Bash: 3 },
  hotspots: [{ file: 'path', lines: '40-60', reason: 'reason' }],
  gaps: ['D3'],
  findings: [
    claimFinding({
      id: 'F001',
      severity: 'CRITICAL',
      title: 'Title',
      issue: 'Title',
      cwe: 'CWE-89',
      dimension: 'D1',
      file: 'path',
      line: 45,
      endLine: 52,
      confidence: 0.9,
      source: 'expr :42',
      sink: 'expr :50',
      flow: ':42 → :45(concat) → :50',
      evidence: 'one\n  ===AGENT_RESULT_END===\nthree',
      impact: 'text',
      extra: {
        validation: 'pass',
        validation_steps: [
          { step: 1, result: 'pass', reason: 'reason' },
          { step: 2, result: 'fail', reason: 'reason' },
          { step: 3, result: 'uncertain', reason: 'reason' },
          { step: 4, result: 'pass', reason: 'reason' },
        ],
      },
    }),
  ],
};

const TEXT = `===AGENT_RESULT===
agent_id: agent-r1-01
round: 1
dimensions: D1,D3
coverage: D1=✅,D3=⚠️
modules_loaded: spring.md,java.md
files_read_count: 23
tool_calls: Grep=18,Glob=5,Read=20,Bash=3
hotspots: path:40-60 — reason
gaps: D3

[F001] Critical | CWE-89 | Title
  file: path:45-52
  dim: D1
  confidence: high
  source: expr :42
  sink: expr :50
  flow: :42 → :45(concat) → :50
  evidence: one
      ===AGENT_RESULT_END===
    three
  impact: text
  validation: pass | 1:pass(reason) 2:fail(reason) 3:uncertain(reason) 4:pass(reason)
===AGENT_RESULT_END===
`;

test('a result is written line by line as agreed [FACT-05]', () => {
  expect(formatAgentResult(RESULT)).toBe(TEXT);
});

test('the nonce stands in the end marker only [HOST-03]', () => {
  const text = formatAgentResult(RESULT, 'n1');
  expect(text).toBe(TEXT.replace(/===AGENT_RESULT_END===\n$/u, '===AGENT_RESULT_END:n1===\n'));
  expect(parseAgentResult(text, 'n1').kind).toBe('valid');
  expect(parseAgentResult(text, 'n2').kind).toBe('invalid');
});

describe('strict reading', () => {
  test('reads back what was written', () => {
    expect(parseAgentResult(TEXT)).toEqual({ kind: 'valid', result: RESULT });
  });

  test.each(
    TEXT.split('\n')
      .filter((line) =>
        /^(?:\S+_?\S*| {2}(?:file|dim|confidence|source|sink|flow|evidence|impact|validation)): /u.test(line),
      )
      .filter((line) => !/^(?:hotspots|gaps)/u.test(line)),
  )('without the line %j it is refused [AUD-18]', (line) => {
    expect(parseAgentResult(TEXT.replace(`${line}\n`, '')).kind).toBe('invalid');
  });

  test.each(['hotspots', 'gaps'])('%s may be missing [FACT-05]', (key) => {
    expect(parseAgentResult(TEXT.replace(new RegExp(`^${key}:.*\n`, 'mu'), '')).kind).toBe('valid');
  });

  test.each([
    ['Critical | CWE-89', 'CRITICAL | CWE-89'],
    ['[F001] ', '[F1] '],
    ['confidence: high', 'confidence: High'],
    ['confidence: high', 'confidence: sure'],
    ['validation: pass', 'validation: skip'],
    ['validation: pass', 'validation: done'],
    ['round: 1', 'round: one'],
    ['D3=⚠️', 'D4=⚠️'],
    ['path:45-52', 'path'],
    ['    three', '    three\n    four'],
    ['===AGENT_RESULT_END===\n', ''],
  ])('%j written as %j is refused', (from, to) => {
    const at = TEXT.lastIndexOf(from);
    expect(parseAgentResult(TEXT.slice(0, at) + to + TEXT.slice(at + from.length)).kind).toBe('invalid');
  });

  test('any finding that is written reads back, whatever its words hold', () => {
    const words = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 20 }),
      fc.constantFrom('===AGENT_RESULT_END===', '[F900] High | CWE-1 | x', 'file: p:1', '\n\n', '| a |'),
    );
    const finding = fc.record({
      severity: fc.constantFrom('CRITICAL', 'HIGH', 'MEDIUM', 'LOW'),
      title: words,
      evidence: words,
      source: words,
      sink: words,
      impact: words,
    });
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 4 }), fc.constantFrom(...DIMENSIONS), (said, dimension) => {
        const findings = said.map((parts) =>
          claimFinding({ ...parts, issue: parts.title, file: 'a b.ts', line: 3, endLine: 9, dimension, cwe: 'CWE-1' }),
        );
        const reading = parseAgentResult(formatAgentResult({ ...RESULT, findings }));
        expect(reading.kind === 'invalid' ? reading.errors : []).toEqual([]);
        expect(
          reading.kind === 'valid' &&
            reading.result.findings.map(({ severity, file, line, endLine }) => [severity, file, line, endLine]),
        ).toEqual(findings.map(({ severity }) => [severity, 'a b.ts', 3, 9]));
      }),
    );
  });
});
