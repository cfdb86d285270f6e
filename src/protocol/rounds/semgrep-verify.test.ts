import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkVerification,
  formatVerification,
  parseVerification,
  type SemgrepVerdict,
  summarizeVerification,
} from './semgrep-verify.ts';

const finding = (id: number, file: string, rule: string) => ({ id: `SG-${String(id).padStart(3, '0')}`, rule, file });
const findings = [finding(1, 'a.ts', 'sql'), finding(2, 'b.ts', 'sql'), finding(3, 'b.ts', 'xss')];
const ids = findings.map(({ id }) => id);
const block = `===SEMGREP_VERIFY===
semgrep_findings_total: 3
confirmed: SG-001
rejected: SG-002
needs_manual: SG-003
unresolved_findings_count: 0
rule_hotspots: sql,xss
file_hotspots: b.ts,a.ts
===END_SEMGREP_VERIFY===`;
const verdicts = new Map<string, SemgrepVerdict>([
  ['SG-001', 'confirmed'],
  ['SG-002', 'rejected'],
  ['SG-003', 'needs_manual'],
]);

test('the block is written, read and found in order', () => {
  const verification = summarizeVerification(findings, verdicts);
  expect(formatVerification(verification)).toBe(block);
  expect(parseVerification(`text before\n${block}\ntext after`)).toEqual(verification);
  expect(checkVerification(verification, 'completed', ids)).toEqual([]);
});

test('a completed scan leaves nothing unresolved, a partial one may', () => {
  const open = summarizeVerification(findings, new Map([['SG-001', 'confirmed']]));
  expect(open.unresolved).toBe(2);
  expect(checkVerification(open, 'completed', ids)).toEqual([
    '1 of 3 findings are decided',
    '2 findings are unresolved',
  ]);
  expect(checkVerification(open, 'partial', ids)).toEqual([]);
});

test('unknown, doubled and miscounted ids are problems', () => {
  const wrong = parseVerification(
    block.replace('SG-002', 'SG-001').replace('SG-003', 'SG-009').replace('total: 3', 'total: 4'),
  );
  expect(checkVerification(wrong!, 'partial', ids)).toEqual([
    'total is 4, expected 3',
    'unknown ids: SG-009',
    'an id is decided twice',
  ]);
});

test('every cut of the block is no block', () => {
  for (let end = 0; end < block.length; end++) expect(parseVerification(block.slice(0, end))).toBeNull();
  expect(parseVerification(block.replace('confirmed: SG-001\n', ''))).toBeNull();
  expect(parseVerification(block.replace('count: 0', 'count: none'))).toBeNull();
});

test('what is written is read, and reading never throws', () => {
  const verdict = fc.option(fc.constantFrom<SemgrepVerdict>('confirmed', 'rejected', 'needs_manual'));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.stringMatching(/^[\w./-]{1,8}$/u), verdict)), (said) => {
      const all = said.map(([path], i) => finding(i + 1, path, path));
      const decided = new Map(said.flatMap(([, word], i) => (word === null ? [] : [[all[i]!.id, word] as const])));
      const verification = summarizeVerification(all, decided);
      expect(parseVerification(formatVerification(verification))).toEqual(verification);
    }),
  );
  fc.assert(
    fc.property(
      fc.string(),
      (text) => void parseVerification(`===SEMGREP_VERIFY===\n${text}\n===END_SEMGREP_VERIFY===`),
    ),
  );
});
