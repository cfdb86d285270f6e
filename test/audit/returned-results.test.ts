/** Audit agents that hand their result in by a call, over real HTTP: what it counts, what is refused, and what is kept beside it. */
import { expect, test } from 'vitest';
import { call, writeResult } from './model-agents.ts';
import { audit, by, QUERY, rowOf, titlesOf } from './model-app.ts';

const FINDING = {
  severity: 'CRITICAL',
  category: 'injection',
  file: 'src/users.ts',
  line: 5,
  title: 'A query is built from input',
  issue: 'req.params.id goes into the statement',
  evidence: QUERY,
  recommendation: 'bind the value',
  dimension: 'D1',
  cwe: 'CWE-89',
  confidence: 'high',
  validation: 'pass',
};
const DIMENSIONS = ['D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8', 'D9', 'D10'];
const coverage = DIMENSIONS.map((dimension) => ({ dimension, status: 'shallow' }));
const read = { name: 'read_file', input: { path: 'src/users.ts' } };
const report = (fields: object = {}) => ({ name: 'report_finding', input: { ...FINDING, ...fields } });
const returns = (input: object) => ({ name: 'return_result', input });

test('a hunt agent and a validator return by a call: the result is whole and nothing more is asked', async () => {
  const result = await audit({
    'agent-r1-01': ({ turn }) =>
      turn === 1
        ? { toolCalls: [read] }
        : {
            toolCalls: [
              report(),
              returns({ coverage, hotspots: [{ file: 'src/db.ts', line: 1, reason: 'look' }], gaps: ['D9'] }),
            ],
          },
    validator: ({ turn }) =>
      turn === 1
        ? { toolCalls: [read] }
        : call('return_result', {
            validations: [
              {
                id: 'F001',
                verdict: 'confirmed',
                verification: '1:pass(a) 2:pass(b) 3:pass(c) 4:pass(d)',
                evidence_file: 'src/users.ts:5',
                notes: 'seen',
              },
            ],
          }),
  });
  expect(by(result.asked, 'agent-r1-01').map(({ turn, tools }) => [turn, tools.includes('return_result')])).toEqual([
    [1, true],
    [2, true],
  ]);
  expect(titlesOf(result)).toContain(FINDING.title);
  expect(rowOf(result, 'agent-r1-01')).toMatchObject({ output_status: 'COMPLETE', claimed_coverage: { D1: '⚠️' } });
  expect(by(result.asked, 'validator-01')).toHaveLength(2);
  expect(result.report.audit?.validation.map(({ verdict }) => verdict)).toEqual(['confirmed']);
});

test('a result without its dimensions, over a rejected finding, or with half decisions is refused by name', async () => {
  const result = await audit({
    'agent-r1-01': (asked) => {
      if (asked.turn === 1) return { toolCalls: [read, returns({ coverage: 'all' })] };
      if (asked.turn === 2) return { toolCalls: [report({ severity: 'soon' }), returns({ coverage })] };
      return asked.turn === 3
        ? { toolCalls: [returns({ coverage, findings: [FINDING] })] }
        : { text: writeResult(asked) };
    },
    validator: ({ turn }) => {
      if (turn === 1) return { toolCalls: [read, returns({})] };
      return turn === 2
        ? call('return_result', { validations: [{ id: 'F001', verdict: 'fine' }] })
        : call('return_result', { validations: [] });
    },
  });
  const hunter = by(result.asked, 'agent-r1-01');
  expect(hunter).toHaveLength(3);
  expect(hunter[1]?.results[1]).toContain('`coverage` must name each of your dimensions');
  expect(hunter[2]?.results[1]).toContain('a finding of this answer was rejected');
  expect(titlesOf(result)).toContain(FINDING.title);
  const validator = by(result.asked, 'validator-01');
  expect(validator[1]?.results[1]).toContain('`validations` must be a list');
  expect(validator[2]?.results[0]).toContain('F001 must have id, verdict');
});
