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

  test('a count that is missing is told, and agents that are none are no agents', () => {
    const odd = TEXT.replace('validated_count: 3\n', '').replace('agent-r1-01,agent-r1-02', 'a , none,, b');
    expect(parseValidationResult(odd)).toMatchObject({
      sourceAgents: ['a', 'b'],
      warnings: ['validated_count says nothing, 3 arrived'],
    });
    expect(parseValidationResult(TEXT.replace(/source_agents.*\n/u, ''))?.sourceAgents).toEqual([]);
  });

  test.each(['original', 'verification', 'evidence_file', 'notes'])('a decision without %s is none', (field) => {
    const cut = TEXT.replace(new RegExp(`  ${field}:.*\n`, 'u'), '');
    expect(parseValidationResult(cut)).toMatchObject({ validations: [REJECTED, DOWNGRADED], undecided: ['F001'] });
  });

  test('blanks at the ends of lines, an end without a line end and other letters change nothing', () => {
    const whole = parseValidationResult(TEXT);
    expect(parseValidationResult(TEXT.replaceAll('\n', ' \t\r\n'))).toEqual(whole);
    expect(parseValidationResult(TEXT.trimEnd())).toEqual(whole);
    expect(parseValidationResult(`${TEXT.trimEnd()} `)).toEqual(whole);
    expect(parseValidationResult(TEXT.replace('[V-F002] rejected', '[v-f002]  REJECTED '))).toEqual(whole);
    expect(parseValidationResult(TEXT.replace('[V-F002] rejected', '[V-F002]rejected'))).toEqual(whole);
    expect(parseValidationResult(TEXT.replaceAll('F002', 'SEC-2'))?.validations[1]?.id).toBe('SEC-2');
  });

  test('the last block counts, what stands before it does not, and a mark inside a line is no decision', () => {
    const other = TEXT.replaceAll('agent-r2-04', 'other').replace('round: 2', 'round: 1');
    expect(parseValidationResult(`agent_id: nobody\n${other}\n${TEXT}`)).toEqual(parseValidationResult(TEXT));
    const split = parseValidationResult(TEXT.replace('[V-F002] rejected', '[V-F002] re\u2028jected'));
    expect(split).toMatchObject({ validations: [CONFIRMED, DOWNGRADED], undecided: ['F002'] });
    const quoted = TEXT.replace('flow holds', 'flow holds\n  see [V-F009] rejected');
    expect(parseValidationResult(quoted)?.undecided).toEqual([]);
    expect(parseValidationResult('agent_id: nobody\n')).toBeNull();
    expect(parseValidationResult('===VALIDATION_RESULT===\n===VALIDATION_RESULT_END===\n')).toMatchObject({
      validations: [],
      complete: true,
    });
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
