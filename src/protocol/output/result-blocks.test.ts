import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatMergeResult,
  formatValidationResult,
  type MergeResult,
  parseMergeResult,
  parseValidationResult,
  type Validation,
} from './result-blocks.ts';

const MERGE: MergeResult = {
  mergedFindings: 12,
  preValidated: 5,
  needsValidation: 7,
  coverage: { D1: 'covered', D3: 'shallow', D10: 'not-applicable' },
  hotspots: 3,
};
const MERGE_TEXT = `===MERGE_RESULT===
merged_findings_count: 12
pre_validated_count: 5
needs_validation_count: 7
coverage_summary: D1=✅,D3=⚠️,D10=N/A
hotspots_count: 3
===MERGE_RESULT_END===
`;

describe('merge block', () => {
  test('writes and reads the five lines', () => {
    expect(formatMergeResult(MERGE)).toBe(MERGE_TEXT);
    expect(parseMergeResult(`prose\r\n${MERGE_TEXT.replaceAll('\n', '\r\n')}more`)).toEqual(MERGE);
    expect(parseMergeResult(formatMergeResult({ ...MERGE, coverage: {} }))?.coverage).toEqual({});
  });

  test('no proper prefix is a block', () => {
    for (let end = 0; end < MERGE_TEXT.length - 1; end += 1)
      expect(parseMergeResult(MERGE_TEXT.slice(0, end))).toBeNull();
  });

  test.each([
    ['12', '13'],
    ['D1=✅', 'D1=ok'],
    ['D1=✅', 'D11=✅'],
    ['hotspots_count: 3\n', ''],
    ['pre_validated_count: 5', 'pre_validated_count: five'],
  ])('%j written as %j is refused', (from, to) => {
    expect(parseMergeResult(MERGE_TEXT.replace(from, to))).toBeNull();
  });
});

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
const TEXT = formatValidationResult(RESULT);

describe('validation block', () => {
  test('writes the lines as agreed', () => {
    expect(TEXT.split('\n').slice(0, 18)).toEqual([
      '===VALIDATION_RESULT===',
      'agent_id: agent-r2-04',
      'round: 2',
      'validated_count: 3',
      'source_agents: agent-r1-01,agent-r1-02',
      '',
      '[V-F001] confirmed',
      '  original: High | CWE-89 | Title',
      '  verification: 1:pass(a) 2:pass(b) 3:pass(c) 4:pass(d)',
      '  evidence_file: src/a.ts:45',
      '  notes: flow holds',
      '',
      '[V-F002] rejected',
      '  original: High | CWE-89 | Title',
      '  verification: 1:pass(a) 2:pass(b) 3:pass(c) 4:pass(d)',
      '  evidence_file: src/a.ts:45',
      '  reason: input is escaped',
      '',
    ]);
  });

  test('reads back what was written', () => {
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
        parseMergeResult(lines.join('\n'));
      }),
    );
  });
});
