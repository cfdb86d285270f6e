import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseValidationResult, type Validation } from './result-blocks.ts';

const CONFIRMED: Validation = {
  id: 'F001',
  verdict: 'confirmed',
  original: 'High | CWE-89 | Title',
  verification: '1:pass(a) 2:pass(b) 3:pass(c) 4:pass(d)',
  evidenceFile: 'src/a.ts:45',
  reason: 'flow holds',
};
const REJECTED: Validation = { ...CONFIRMED, id: 'F002', verdict: 'rejected', reason: 'input is escaped' };
const DOWNGRADED: Validation = { ...CONFIRMED, id: 'F003', verdict: 'downgraded', reason: 'needs admin' };
const RESULT = {
  agentId: 'agent-r2-04',
  round: 2,
  sourceAgents: ['agent-r1-01', 'agent-r1-02'],
  validations: [CONFIRMED, REJECTED, DOWNGRADED],
};
const write = ({ id, verdict, original, verification, evidenceFile, reason }: Validation): string => `
[V-${id}] ${verdict}
  original: ${original}
  verification: ${verification}
  evidence_file: ${evidenceFile}
  ${verdict === 'confirmed' ? 'notes' : 'reason'}: ${reason}
`;
const TEXT = `===VALIDATION_RESULT===
agent_id: agent-r2-04
round: 2
validated_count: 3
source_agents: agent-r1-01,agent-r1-02
${RESULT.validations.map(write).join('')}===VALIDATION_RESULT_END===
`;

describe('validation block', () => {
  test('is read line by line', () => {
    expect(parseValidationResult(TEXT)).toEqual({ ...RESULT, undecided: [], complete: true, warnings: [] });
  });

  test('a cut block keeps whole decisions, names the others and is not complete', () => {
    const cut = parseValidationResult(TEXT.slice(0, TEXT.indexOf('  reason: input') + 20));
    expect(cut).toMatchObject({ complete: false, validations: [CONFIRMED], undecided: ['F002'] });
    for (let end = 0; end < TEXT.length - 1; end += 1)
      expect(parseValidationResult(TEXT.slice(0, end))?.complete ?? false).toBe(false);
  });

  test('a count that is wrong and a verdict that does not exist are told', () => {
    const odd = parseValidationResult(TEXT.replace('[V-F002] rejected', '[V-F002] maybe'));
    expect(odd).toMatchObject({ undecided: ['F002'], warnings: ['validated_count says 3, 2 arrived'] });
  });

  test('any text is read without an error', () => {
    const line = fc.oneof(fc.constantFrom(...TEXT.split('\n')), fc.string());
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const validations = parseValidationResult(lines.join('\n'))?.validations ?? [];
        expect(validations.every(({ verdict }) => ['confirmed', 'downgraded', 'rejected'].includes(verdict))).toBe(
          true,
        );
      }),
    );
  });
});
