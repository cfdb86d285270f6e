import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEVERITIES, type Severity } from '../findings/severity.ts';
import {
  applyVerdict,
  mayValidate,
  planValidation,
  reopenPasses,
  type SemgrepHits,
  spotCheckSize,
  takeOverBatch,
  type ValidationBatch,
  type ValidationCandidate,
  validatorCallLimit,
  validatorCount,
} from './validation-plan.ts';

const many = (
  count: number,
  severity: Severity,
  selfCheck: ValidationCandidate['selfCheck'],
  prefix = 'F',
): ValidationCandidate[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${prefix}${i}`, agent: `agent-r1-0${i % 3}`, severity, selfCheck }));
const none: SemgrepHits = { status: 'completed', ids: [] };
const hits = (count: number, status: SemgrepHits['status'] = 'completed'): SemgrepHits => ({
  status,
  ids: Array.from({ length: count }, (_, i) => `SG-${i}`),
});
const shape = (batches: readonly ValidationBatch[]) => batches.map(({ by, purpose, ids }) => [purpose, by, ids.length]);

test.each([
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 3],
  [10, 3],
  [11, 4],
  [20, 6],
])('of %i passes %i are checked again [AUD-23]', (passed, size) => expect(spotCheckSize(passed)).toBe(size));

test('a validator has 20 calls and 8 for each finding, at most 60', () => {
  expect([0, 1, 4, 5, 6].map(validatorCallLimit)).toEqual([20, 28, 52, 60, 60]);
});

test.each([
  [0, 0],
  [1, 1],
  [5, 1],
  [6, 2],
  [12, 2],
  [13, 3],
  [100, 3],
])('%i open findings get %i validators', (open, agents) => expect(validatorCount(open)).toBe(agents));

describe('routing', () => {
  test('up to five findings are checked inline, Criticals by one agent [FACT-08]', () => {
    const findings = [...many(2, 'CRITICAL', 'pass', 'C'), ...many(3, 'LOW', 'pass', 'L')];
    expect(shape(planValidation(findings, none, 's').batches)).toEqual([
      ['findings', 'agent', 2],
      ['findings', 'inline', 3],
    ]);
    expect(planValidation(findings, none, 's').accepted).toEqual([]);
    expect(planValidation([], none, 's')).toEqual({ batches: [], accepted: [] });
  });

  test.each<[SemgrepHits, [string, string, number][]]>([
    [hits(15), [['semgrep', 'inline', 15]]],
    [hits(16), [['semgrep', 'agent', 16]]],
    [hits(30), [['semgrep', 'agent', 30]]],
    [
      hits(31),
      [
        ['semgrep', 'agent', 16],
        ['semgrep', 'agent', 15],
      ],
    ],
    [hits(31, 'partial'), [['semgrep', 'inline', 31]]],
  ])('Semgrep hits %#', (semgrep, batches) => {
    expect(shape(planValidation([], semgrep, 's').batches)).toEqual(batches);
  });

  test('Critical and High that did not pass are split over up to three agents [FACT-08]', () => {
    expect(shape(planValidation(many(6, 'HIGH', 'partial'), none, 's').batches)).toEqual([
      ['findings', 'agent', 3],
      ['findings', 'agent', 3],
    ]);
    expect(shape(planValidation(many(13, 'CRITICAL', 'skip'), none, 's').batches)).toEqual([
      ['findings', 'agent', 5],
      ['findings', 'agent', 5],
      ['findings', 'agent', 3],
    ]);
  });

  test('Medium goes through three steps, with an agent above ten [FACT-08]', () => {
    const [ten] = planValidation(many(10, 'MEDIUM', 'skip'), none, 's').batches;
    expect(ten).toMatchObject({ by: 'inline', steps: [1, 2, 3] });
    const [eleven] = planValidation(many(11, 'MEDIUM', 'skip'), none, 's').batches;
    expect(eleven).toMatchObject({ by: 'agent', steps: [1, 2, 3] });
  });

  test('passes are accepted but for the spot check among Critical and High [AUD-23]', () => {
    const plan = planValidation([...many(10, 'HIGH', 'pass', 'H'), ...many(4, 'LOW', 'pass', 'L')], none, 's');
    expect(shape(plan.batches)).toEqual([['spot-check', 'inline', 3]]);
    expect(plan.accepted).toHaveLength(11);
  });

  test('every finding has exactly one place [CONVERGE-03]', () => {
    const candidates = fc.array(
      fc.record({
        agent: fc.constantFrom('a', 'b'),
        severity: fc.constantFrom(...SEVERITIES),
        selfCheck: fc.constantFrom('pass' as const, 'partial' as const, 'skip' as const),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(candidates, fc.nat(80), fc.string(), (said, semgrep, seed) => {
        const findings = said.map((one, i) => ({ ...one, id: `F${i}` }));
        const { batches, accepted } = planValidation(findings, hits(semgrep), seed);
        const placed = [...batches.flatMap(({ ids }) => ids), ...accepted];
        expect(placed.toSorted()).toEqual([...findings.map(({ id }) => id), ...hits(semgrep).ids].toSorted());
        for (const { ids } of batches) expect(ids.length).toBeGreaterThan(0);
      }),
    );
  });
});

test('one wrong pass reopens all passes of its agent, and of no other', () => {
  const findings = many(9, 'HIGH', 'pass');
  expect(reopenPasses(findings, ['F0'])).toEqual(['F3', 'F6']);
  expect(reopenPasses(findings, [])).toEqual([]);
});

test('nobody validates own findings, and a failed validator is replaced inline', () => {
  const [finding] = many(1, 'HIGH', 'skip');
  expect([mayValidate('agent-r1-00', finding!), mayValidate('agent-r1-01', finding!)]).toEqual([false, true]);
  const [batch] = planValidation(many(6, 'HIGH', 'skip'), none, 's').batches;
  expect(takeOverBatch(batch!)).toEqual({ ...batch, by: 'inline' });
});

test('what a verdict makes of a finding', () => {
  expect(SEVERITIES.map((severity) => applyVerdict(severity, 'downgraded'))).toEqual([
    { severity: 'HIGH', status: 'confirmed' },
    { severity: 'MEDIUM', status: 'confirmed' },
    { severity: 'LOW', status: 'confirmed' },
    { severity: 'LOW', status: 'confirmed' },
  ]);
  expect(SEVERITIES.map((severity) => applyVerdict(severity, null))).toEqual([
    { severity: 'MEDIUM', status: 'needs_manual' },
    { severity: 'MEDIUM', status: 'needs_manual' },
    { severity: 'MEDIUM', status: 'unverified' },
    { severity: 'LOW', status: 'unverified' },
  ]);
  expect(applyVerdict('HIGH', 'confirmed')).toEqual({ severity: 'HIGH', status: 'confirmed' });
  expect(applyVerdict('HIGH', 'rejected')).toEqual({ severity: 'HIGH', status: 'rejected' });
});
