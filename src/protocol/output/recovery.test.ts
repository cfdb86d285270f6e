import { describe, expect, test } from 'vitest';
import type { ClaimedFinding } from '../findings/finding.ts';
import { parseAgentOutput } from './agent-output.ts';
import { recoverOutput } from './recovery.ts';

const HEADER =
  '===AGENT_RESULT===\nagent_id: agent-r1-02\nround: 1\ndimensions: D1,D3\ncoverage: D1=✅,D3=✅\nmodules_loaded: go.md\nfiles_read_count: 1\ntool_calls: Read=1\n';
const START = '  file: a.go:3\n  dim: D1\n  confidence: high\n  source: q :1\n';
const SINK = '  sink: run(q) :3\n';
const REST = '  flow: :1 → :3\n  evidence: run(q)\n  impact: Bad\n  validation: pass | 1:pass 2:pass 3:pass 4:pass\n';
const whole = (number: number) => `[F00${number}] High | CWE-89 | Title ${number}\n${START}${SINK}${REST}\n`;
const END = '===AGENT_RESULT_END===\n';

const MILD = parseAgentOutput(`${HEADER}${whole(1)}${whole(2)}${whole(3)}[F004] High | CWE-1 | Cut\n${START}${SINK}`);
const SEVERE = parseAgentOutput(`${HEADER.replace('agent_id: agent-r1-02\n', '')}${whole(1)}`);
const WHOLE = parseAgentOutput(`${HEADER}${whole(1)}${END}`);
const ODD = parseAgentOutput(`===AGENT_RESULT===\nagent_id: agent-r1-02\n${whole(1)}${END}`);
const TASK = { dimensions: ['D1', 'D3'], maxTurns: 25, isRetry: false } as const;
const idsOf = (findings: readonly ClaimedFinding[]) => findings.map(({ id }) => id);

describe('rules', () => {
  test('Rule 1 keeps whole findings and makes the agent’s dimensions shallow [TRUNC-08, TRUNC-09]', () => {
    const { findings, ...recovery } = recoverOutput(MILD, TASK);
    expect(recovery).toEqual({ rule: 'keep', shallowDimensions: ['D1', 'D3'], retry: null });
    expect(idsOf(findings)).toEqual(['F001', 'F002', 'F003', 'F004']);
  });

  test('Rule 2 discards everything, makes the dimensions shallow and retries with half the work [TRUNC-10, TRUNC-11, TRUNC-12, HOST-05, AUD-14]', () => {
    expect(recoverOutput(SEVERE, TASK)).toEqual({
      rule: 'discard',
      findings: [],
      shallowDimensions: ['D1', 'D3'],
      retry: { kept: ['D1'], deferred: ['D3'], maxTurns: 12, maxFindings: 5 },
    });
  });

  test.each([
    [['D9', 'D7', 'D2', 'D1'], 25, ['D1', 'D2'], 12],
    [['D9', 'D2', 'D7'], 20, ['D2', 'D7'], 10],
    [['D9'], 15, ['D9'], 7],
    [['D9'], 1, ['D9'], 1],
  ] as const)(
    'a retry of %j with %i turns gets %j and %i turns [TRUNC-12, AUD-14]',
    (dimensions, maxTurns, kept, turns) => {
      expect(recoverOutput(SEVERE, { dimensions, maxTurns, isRetry: false }).retry).toMatchObject({
        kept,
        maxTurns: turns,
      });
    },
  );

  test('a cut retry is not retried [TRUNC-13]', () => {
    expect(recoverOutput(SEVERE, { ...TASK, isRetry: true })).toMatchObject({
      rule: 'discard',
      retry: null,
      shallowDimensions: ['D1', 'D3'],
    });
  });

  test('a whole output changes nothing, an anomalous one makes its dimensions shallow [AUD-18]', () => {
    expect(recoverOutput(WHOLE, TASK)).toMatchObject({
      rule: 'none',
      shallowDimensions: [],
      findings: [{ id: 'F001' }],
    });
    expect(recoverOutput(ODD, TASK)).toMatchObject({
      rule: 'none',
      shallowDimensions: ['D1', 'D3'],
      findings: [{ id: 'F001' }],
    });
  });
});
